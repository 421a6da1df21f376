// @vitest-environment node
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import listed from "./cards.json";
import { compose } from "./compose";
import { guess, type Pictured } from "./guess";
import { read } from "./parts";
import { understand } from "./recipe";

const text = (name: string) => readFileSync(new URL(name, import.meta.url), "utf8");
const parts = read(text("parts.txt"));
const games = [
	{
		game: "unicorns",
		cards: listed.unicorns as Pictured[],
		table: { ...read(text("unicorns.txt")).cards, ...read(text("adult.txt")).cards },
	},
	{
		game: "fairytale",
		cards: listed.fairytale as Pictured[],
		table: read(text("fairytale.txt")).cards ?? {},
	},
];
const stranger = (id: string, type: string, tags: string[] = []): Pictured => ({ id, type, tags });

test.each(games)("every card of $game has a picture of its own, and nothing else has", ({ cards, table }) => {
	expect(Object.keys(table).toSorted()).toEqual(cards.map(({ id }) => id).toSorted());
	const seen = new Map<string, string>();
	for (const { id } of cards) {
		const drawn = JSON.stringify(compose(parts, table[id] ?? "", id));
		expect(seen.get(drawn), id).toBeUndefined();
		seen.set(drawn, id);
	}
});

test.each(games)("every word for a card of $game is in a drawer", ({ table }) => {
	const names = Object.values(parts).flatMap((drawer) => Object.keys(drawer));
	for (const [id, words] of Object.entries(table))
		for (const word of words.split(" ")) {
			const scene = /^[A-Z]:(.+)$/.exec(word)?.[1];
			if (scene) expect(Object.keys(parts.scenes ?? {}), id).toContain(scene);
			else if (!/^[A-Z]+$/.test(word)) expect(names, id).toContain(word.replace(/[*@].*/, ""));
		}
});

test("a name is in one drawer only, or it could not be told which part is meant", () => {
	const drawers = ["poses", "ears", "manes", "horns", "eyes", "wings", "props"];
	const names = drawers.flatMap((drawer) => Object.keys(parts[drawer] ?? {}));
	expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
});

test("what words make us think of can be drawn", () => {
	for (const [word, thought] of Object.entries(parts.words ?? {})) {
		const { figures } = understand(parts, `stand ${thought}`);
		const said = figures.some(
			({ pose, colours, worn, things }) =>
				pose === thought || colours || things.length || Object.keys(worn).length,
		);
		expect(said, word).toBe(true);
	}
});

test("a card nobody has drawn gets a picture too, mostly another for each", () => {
	const strangers = [
		"baby",
		"basic",
		"magical",
		"magic",
		"upgrade",
		"downgrade",
		"instant",
		"story",
		"unheard",
	].flatMap((type) => [1, 2, 3, 4, 5].map((n) => stranger(`new_card_${n}_${type}`, type)));
	const drawn = strangers.map((card) => compose(parts, guess(parts, card), card.id));
	for (const [at, layers] of drawn.entries()) expect(layers.length, strangers[at]?.id).toBeGreaterThan(2);
	expect(new Set(drawn.map((layers) => JSON.stringify(layers))).size).toBeGreaterThan(strangers.length * 0.9);
});

test("words of its name, its type and its tags tell what a new card shows", () => {
	expect(guess(parts, stranger("unicorn_of_war", "magical"))).toContain("sword");
	expect(guess(parts, stranger("rainbow_sprinkles", "upgrade"))).toContain("rainbow");
	expect(guess(parts, stranger("royal_whale", "basic", ["narwhal"]))).toMatch(/sea narwhal.*crown/);
	expect(guess(parts, stranger("neigh_thank_you", "instant"))).toContain("hoof");
	expect(guess(parts, { id: "dragon", type: "character", faction: "dragonvale" })).toBe("O:peaks dragon");
});

test("a picture does not change, and has no numbers that are none", () => {
	for (const { cards, table } of games)
		for (const { id } of cards) {
			const drawn = JSON.stringify(compose(parts, table[id] ?? "", id));
			expect(drawn).toBe(JSON.stringify(compose(parts, table[id] ?? "", id)));
			expect(drawn, id).not.toMatch(/NaN|undefined|null/);
		}
});
