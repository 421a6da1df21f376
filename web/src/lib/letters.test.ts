import { expect, it } from "vitest";
import { bound, capital, hyphenated, pieces } from "./letters";

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
	expect(shown("Артабстойло", "ru")).toBe("Артаб-стойло");
	expect(shown("Перезагрузка", "ru")).toBe("Пере-за-грузка");
	expect(shown("Najstraszniejszy", "pl")).toBe("Najstraszniej-szy");
});

it("begins with a capital", () => {
	expect(capital("juego básico")).toBe("Juego básico");
	expect(capital("")).toBe("");
});

it("keeps words of one letter and numbers with the next word", () => {
	const shown = (text: string) => bound(text).replaceAll("\u00a0", "_");
	expect(shown("Unicorno a dondolo e basta")).toBe("Unicorno a_dondolo e_basta");
	expect(shown("Podziel się z graczem i weź 2 karty")).toBe("Podziel się z_graczem i_weź 2_karty");
	expect(shown("Возьмите 3 карты и в конце хода")).toBe("Возьмите 3_карты и_в_конце хода");
	expect(shown("Shadow king’s tale")).toBe("Shadow king’s tale");
	expect(shown("Roba (o ruba) un Unicorno")).toBe("Roba (o_ruba) un Unicorno");
	expect(shown("Fiaba dei Draghi – Capitolo 1")).toBe("Fiaba dei Draghi_– Capitolo_1");
	expect(shown("Una carta, 2 o 3. Pesca 12!")).toBe("Una carta, 2_o_3. Pesca 12!");
});

it("keeps signs with their numbers, and dashes with the word before", () => {
	const shown = (text: string) => bound(text).replaceAll("\u00a0", "_");
	expect(shown("Нарвал – это единорог")).toBe("Нарвал_– это единорог");
	expect(shown("+ 1, 3 × 2, № 5")).toBe("+_1, 3_×_2, №_5");
	expect(shown("вероятно, около 27 %")).toBe("вероятно, около_27_%");
	expect(shown("probabilità circa 34%")).toBe("probabilità circa_34%");
});

it("takes a name apart at spaces and after hyphens", () => {
	expect(pieces("Фея-проказница")).toEqual(["Фея-", "проказница"]);
	expect(pieces("Królowa balu")).toEqual(["Królowa", " ", "balu"]);
	expect(pieces("Хвать-хвать - нет")).toEqual(["Хвать-", "хвать", " ", "-", " ", "нет"]);
	expect(pieces("")).toEqual([]);
});
