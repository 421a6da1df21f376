// @vitest-environment node
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { gameModule } from "../../games";
import listed from "./cards.json";
import { compose } from "./compose";
import { type DrawableCard, guess } from "./guess";
import { parseParts } from "./parts";
import { parseRecipe } from "./recipe";

const text = (name: string) => readFileSync(new URL(name, import.meta.url), "utf8");
const basicParts = parseParts(text("parts.txt"));
const packsText = text("../../games/unicorns/packs.txt");
const parts = parseParts(packsText, basicParts);
const packs = parseParts(packsText).cards ?? {};
const basicTable = {
	...parseParts(text("../../games/unicorns/cards.txt")).cards,
	...parseParts(text("../../games/unicorns/adult.txt")).cards,
};
const games = [
	{
		game: "unicorns",
		cards: listed.unicorns as DrawableCard[],
		table: { ...basicTable, ...packs },
	},
	{
		game: "fairytale",
		cards: listed.fairytale as DrawableCard[],
		table: parseParts(text("../../games/fairytale/cards.txt")).cards ?? {},
	},
];
const unicorns = gameModule("unicorns");
const newCard = (id: string, type: string, tags: string[] = []): DrawableCard => ({ id, type, tags });

test.each(games)("every card of $game has a recipe and a picture of its own", ({ cards, table }) => {
	const ids = Object.keys(table);
	expect(ids).toEqual(expect.arrayContaining(cards.map(({ id }) => id)));
	const unlisted = ids.filter((id) => !cards.some((card) => card.id === id));
	expect(unlisted.filter((id) => !(id in packs))).toEqual([]); // packs are drawn before they can be played
	const seen = new Map<string, string>();
	for (const id of ids) {
		const drawn = JSON.stringify(compose(parts, table[id] ?? "", id));
		expect(seen.get(drawn), id).toBeUndefined();
		seen.set(drawn, id);
	}
});

test.each(games)("every word in a recipe of $game is the name of a part", ({ table }) => {
	const names = Object.values(parts).flatMap((section) => Object.keys(section));
	for (const [id, words] of Object.entries(table))
		for (const word of words.split(" ")) {
			const scene = /^[A-Z]:(.+)$/.exec(word)?.[1];
			if (scene) expect(Object.keys(parts.scenes ?? {}), id).toContain(scene);
			else if (!/^[A-Z]+$/.test(word)) expect(names, id).toContain(word.replace(/[*@].*/, ""));
		}
});

test("cards outside packs need no parts of packs, and look the same after those are loaded", () => {
	const moreThings = Object.keys(parts.props ?? {}).filter((name) => !basicParts.props?.[name]);
	expect(moreThings.length).toBeGreaterThan(50);
	for (const { cards, table } of games)
		for (const { id } of cards.filter((card) => !(card.id in packs)))
			expect(compose(basicParts, table[id] ?? "", id), id).toEqual(compose(parts, table[id] ?? "", id));
});

test("a file of parts adds to the sections before it, which stay as they were", () => {
	const before = parseParts("[props]\nhat 1=o0 0 1\n[cards]\nfirst hat");
	const after = parseParts("[props]\nball 1=o0 0 2\n[cards]\nsecond ball", before);
	expect(after).toEqual({
		props: { hat: "1=o0 0 1", ball: "1=o0 0 2" },
		cards: { first: "hat", second: "ball" },
	});
	expect(before.props).toEqual({ hat: "1=o0 0 1" });
});

test("a name is in one section only, so that a word in a recipe means one part", () => {
	const sections = ["poses", "ears", "manes", "horns", "eyes", "wings", "props"];
	const names = sections.flatMap((section) => Object.keys(parts[section] ?? {}));
	expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
});

test("the parts that words of a name suggest can be drawn", () => {
	for (const [word, suggestion] of Object.entries(parts.words ?? {})) {
		const { figures } = parseRecipe(parts, `stand ${suggestion}`);
		const said = figures.some(
			({ pose, colours, worn, things }) =>
				pose === suggestion || colours || things.length || Object.keys(worn).length,
		);
		expect(said, word).toBe(true);
	}
});

test("a card without a recipe gets a picture, which few others share", () => {
	const newCards = [
		"baby",
		"basic",
		"magical",
		"magic",
		"upgrade",
		"downgrade",
		"instant",
		"tale",
		"unheard",
	].flatMap((type) => [1, 2, 3, 4, 5].map((n) => newCard(`new_card_${n}_${type}`, type)));
	const drawn = newCards.map((card) => compose(parts, guess(parts, card, unicorns), card.id));
	for (const [at, layers] of drawn.entries()) expect(layers.length, newCards[at]?.id).toBeGreaterThan(2);
	expect(new Set(drawn.map((layers) => JSON.stringify(layers))).size).toBeGreaterThan(newCards.length * 0.9);
});

test("the name, type and tags of a card without a recipe decide what it shows", () => {
	expect(guess(parts, newCard("unicorn_of_war", "magical"), unicorns)).toContain("sword");
	expect(guess(parts, newCard("rainbow_sprinkles", "upgrade"), unicorns)).toContain("rainbow");
	expect(guess(parts, newCard("royal_whale", "basic", ["narwhal"]), unicorns)).toMatch(/sea narwhal.*crown/);
	expect(guess(parts, newCard("neigh_thank_you", "instant"), unicorns)).toContain("hoof");
	const dragon = { id: "dragon", type: "character", faction: "dragonvale" };
	expect(guess(parts, dragon, gameModule("fairytale"))).toBe("E:peaks dragon");
});

test("a picture is the same each time, and has no invalid numbers", () => {
	for (const { table } of games)
		for (const id of Object.keys(table)) {
			const drawn = JSON.stringify(compose(parts, table[id] ?? "", id));
			expect(drawn).toBe(JSON.stringify(compose(parts, table[id] ?? "", id)));
			expect(drawn, id).not.toMatch(/NaN|undefined|null/);
		}
});
