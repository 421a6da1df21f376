import { beforeEach, describe, expect, it } from "vitest";
import { about } from "../../lib/about.svelte";
import type { GameListed, OptionListed } from "../../lib/api";
import type { Table } from "../../protocol";
import { age } from "./age.svelte";
import { Wanted } from "./wanted.svelte";

const SEATS = [2, 3, 4, 5, 6, 7, 8];
const option = (
	id: string,
	kind: OptionListed["kind"],
	values: unknown[],
	defaults: OptionListed["defaults"],
	seats: readonly number[] = SEATS,
): OptionListed => ({
	id,
	kind,
	text: `What ${id} changes.`,
	values: values.map((value) => ({ value, text: kind === "choice" ? `words for ${value}` : "" })),
	defaults,
	least: kind === "number" ? 1 : null,
	most: kind === "number" ? 9 : null,
	seats,
});
const of = (first: unknown, second: unknown, adult: unknown = second) =>
	({ old: first, new: second, rude: adult }) as OptionListed["defaults"];

const unicorns: GameListed = {
	id: "unicorns",
	title: "Unicorns",
	least_seats: 2,
	most_seats: 8,
	decks: [
		{ id: "old", title: "Old", is_adult: false },
		{ id: "new", title: "New", is_adult: false },
		{ id: "rude", title: "Rude", is_adult: true },
	],
	options: [
		option("deck", "choice", ["old", "new", "rude"], of("old", "new", "rude")),
		option("ruleset", "choice", ["first", "second", "third"], of("first", "second", "third")),
		option("lang", "choice", ["en", "pl"], of("en", "en")),
		option("hand", "number", [], of(5, 7)),
		option("party", "choice", ["none", "both"], of("none", "none")),
		option("two", "flag", [false, true], of(true, true), [2]),
		option("two", "flag", [false], of(false, false), SEATS.slice(1)),
		option("own", "flag", [false, true], of(true, false)),
		option("first_player", "choice", ["random", "0", "1"], of("random", "random"), [2]),
		option("first_player", "choice", ["random", "0", "1", "2", "3"], of("random", "random"), SEATS.slice(1)),
		option("names", "choice", ["printed", "softened"], of("printed", "printed")),
		option("forfeits", "list", ["neigh"], of([], [])),
		option("nothing", "list", [], of([], [])),
	],
};
const fairytale: GameListed = { ...unicorns, id: "fairytale", most_seats: 5, decks: [], options: [] };
const GAMES = [fairytale, unicorns];

function wants(): Wanted {
	const wanted = new Wanted();
	wanted.offer(GAMES);
	return wanted;
}
const named = (wanted: Wanted, id: string) => wanted.options.find((one) => one.id === id) as OptionListed;

beforeEach(() => {
	age.isGrown = false;
});

describe("a wanted table", () => {
	it("is of the first game, with its newest deck for everybody, and as in the book", () => {
		const wanted = wants();
		expect([wanted.game, wanted.deck, wanted.differing]).toEqual(["unicorns", "new", []]);
		expect(wanted.table("Ann", "pl")).toMatchObject({
			name: "Ann",
			language: "pl",
			seats: 4,
			options: { deck: "new" },
		});
	});

	it("names nothing for adults before they have said to be adults", () => {
		const wanted = wants();
		expect(wanted.decks.map((one) => one.id)).toEqual(["old", "new"]);
		expect(wanted.hasMoreDecks).toBe(true);
		expect(wanted.options.map((one) => one.id)).toEqual([
			"ruleset",
			"hand",
			"own",
			"first_player",
			"names",
			"forfeits",
		]);
		expect(wanted.values(named(wanted, "ruleset")).map((one) => one.value)).toEqual(["first", "second"]);
		age.isGrown = true;
		expect(wanted.hasMoreDecks).toBe(false);
		expect(wanted.options.map((one) => one.id)).toContain("party");
		expect(wanted.values(named(wanted, "ruleset"))).toHaveLength(3);
	});

	it("sends only what differs from the book", () => {
		const wanted = wants();
		wanted.set(named(wanted, "hand"), 3);
		wanted.set(named(wanted, "own"), true);
		wanted.set(named(wanted, "own"), false);
		expect(wanted.rules).toEqual({ deck: "new", hand: 3 });
		expect(wanted.said).toEqual([{ id: "hand", text: "What hand changes.", says: "", value: 3 }]);
	});

	it("goes by the book of the edition whose rules are chosen", () => {
		const wanted = wants();
		wanted.set(named(wanted, "ruleset"), "first");
		expect(wanted.value(named(wanted, "hand"))).toBe(5);
		wanted.set(named(wanted, "hand"), 5);
		expect(wanted.rules).toEqual({ deck: "new", ruleset: "first" });
		expect(wanted.said[0]?.says).toBe("words for first");
	});

	it("offers what can be had with so many seats", () => {
		const wanted = wants();
		expect(named(wanted, "two")).toBeUndefined();
		wanted.seats = 2;
		expect(wanted.values(named(wanted, "first_player"))).toHaveLength(3);
		expect(wanted.value(named(wanted, "two"))).toBe(true);
		wanted.set(named(wanted, "two"), false);
		expect(wanted.rules).toEqual({ deck: "new", two: false });
	});

	it("takes back what cannot be had with so many seats, and remembers it for when it can", () => {
		const wanted = wants();
		wanted.set(named(wanted, "first_player"), "3");
		wanted.seats = 2;
		expect([wanted.value(named(wanted, "first_player")), wanted.rules]).toEqual(["random", { deck: "new" }]);
		wanted.seats = 4;
		expect(wanted.rules).toEqual({ deck: "new", first_player: "3" });
	});

	it("leaves the names alone where the server softens all of them", () => {
		about.is_family = true;
		expect(named(wants(), "names")).toBeUndefined();
		about.is_family = false;
	});

	it("forgets what was chosen for another game, and keeps to its seats", () => {
		const wanted = wants();
		wanted.seats = 8;
		wanted.set(named(wanted, "hand"), 3);
		wanted.choose("fairytale");
		expect([wanted.seats, wanted.chosen]).toEqual([5, {}]);
	});

	it("can be like a table that is there, with what nobody chooses by hand", () => {
		const wanted = new Wanted();
		const options = { deck: "old", lang: "pl", hand: 4 };
		const house = { clock: "blitz", window: 5 };
		wanted.like({ game: "unicorns", options, house, seats: [0, 1, 2] } as unknown as Table, GAMES);
		expect(wanted.rules).toEqual(options);
		expect([wanted.seats, wanted.house.clock]).toEqual([3, "blitz"]);
	});
});
