import { expect, it } from "vitest";
import { capital, hyphenated } from "./letters";

const shown = (text: string, language = "en") => hyphenated(text, language).replaceAll("\u00ad", "-");

it("lets long words break between syllables, not near their ends", () => {
	expect(shown("Обмен единорожками")).toBe("Обмен едино-рож-ками");
	expect(shown("Skrzydłorożec")).toBe("Skrzyd-ło-ro-żec");
	expect(shown("Sacroimperio")).toBe("Sacroim-pe-rio");
	expect(shown("Spowolnienie")).toBe("Spowol-nie-nie");
	expect(shown("Авральный нарвал")).toBe("Авраль-ный нарвал");
	expect(shown("Basic Unicorn (Purple)")).toBe("Basic Unicorn (Purple)");
});

it("keeps consonants together that begin a syllable together", () => {
	expect(shown("Caballeros", "es")).toBe("Caba-lle-ros");
	expect(shown("acuchillador", "es")).toBe("acuchi-lla-dor");
	expect(shown("Desembarrancar", "es")).toBe("Desem-ba-rran-car");
	expect(shown("Empobrecido", "es")).toBe("Empo-bre-cido");
	expect(shown("Cavalleresco", "it")).toBe("Caval-le-re-sco");
	expect(shown("Fantastico", "it")).toBe("Fanta-stico");
	expect(shown("Jednorożcowaty", "pl")).toBe("Jedno-roż-co-waty");
	expect(shown("Najstraszniejszy", "pl")).toBe("Najstraszniej-szy");
});

it("begins with a capital", () => {
	expect(capital("juego básico")).toBe("Juego básico");
	expect(capital("")).toBe("");
});
