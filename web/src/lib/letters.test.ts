import { expect, it } from "vitest";
import { capital, hyphenated } from "./letters";

const shown = (text: string) => hyphenated(text).replaceAll("\u00ad", "-");

it("lets long words break between syllables, not near their ends", () => {
	expect(shown("Обмен единорожками")).toBe("Обмен едино-рож-ками");
	expect(shown("Skrzydłorożec")).toBe("Skrzyd-ło-ro-żec");
	expect(shown("Sacroimperio")).toBe("Sacroim-pe-rio");
	expect(shown("Spowolnienie")).toBe("Spowol-nie-nie");
	expect(shown("Авральный нарвал")).toBe("Авраль-ный нарвал");
	expect(shown("Basic Unicorn (Purple)")).toBe("Basic Unicorn (Purple)");
});

it("begins with a capital", () => {
	expect(capital("juego básico")).toBe("Juego básico");
	expect(capital("")).toBe("");
});
