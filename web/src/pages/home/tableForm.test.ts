import { beforeEach, describe, expect, it } from "vitest";
import type { BarListed, GameListed, OptionListed, PackListed } from "../../http";
import { about } from "../../lib/about.svelte";
import type { Json } from "../../protocol";
import { age } from "./age.svelte";
import { TableForm } from "./tableForm.svelte";

const SEATS = [2, 3, 4, 5, 6, 7, 8];
const option = (
	id: string,
	kind: OptionListed["kind"],
	values: Json[],
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
	is_adult: id === "party",
});
const of = (first: unknown, second: unknown, adult: unknown = second) =>
	({ old: first, new: second, rude: adult }) as OptionListed["defaults"];

const pack = (
	id: string,
	decks: string[],
	bars: Partial<BarListed>[] = [],
	is_adult = false,
): PackListed => ({
	id,
	title: id,
	text: `What ${id} brings.`,
	cards: 54,
	is_adult,
	decks,
	bars: bars.map((bar) => ({ deck: "", pack: "", text: "", ...bar })),
	cover: `${id}_card`,
});

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
	packs: [
		pack("dragons", ["old", "new", "rude"]),
		pack(
			"first",
			["old"],
			[
				{ deck: "new", text: "Only with the old deck." },
				{ deck: "rude", text: "Only with the old deck." },
				{ pack: "second", text: "Not with the second." },
			],
		),
		pack("second", ["old", "new", "rude"], [{ pack: "first", text: "Not with the first." }]),
		pack(
			"uncut",
			["new"],
			[
				{ deck: "rude", text: "Rude already." },
				{ deck: "old", text: "Too old." },
			],
			true,
		),
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
		option("expansions", "list", ["dragons", "first", "second", "uncut"], of([], [])),
	],
	default_deck: "new",
	rule_prefixes: ["UU-"],
	has_lesson: true,
	presets: [
		{ id: "second", options: { ruleset: "second" } },
		{ id: "first", options: { ruleset: "first" } },
		{ id: "book", options: {} },
		{ id: "quick", options: { hand: 3 } },
		{ id: "duel", options: { two: false } },
	],
	has_windows: true,
	rank: 1,
};
const highcard: GameListed = {
	...unicorns,
	id: "highcard",
	most_seats: 5,
	decks: [],
	packs: [],
	options: [],
	default_deck: "",
	rank: 2,
};
const GAMES = [unicorns, highcard];

function formWith(): TableForm {
	const form = new TableForm();
	form.setGames(GAMES);
	return form;
}
const named = (form: TableForm, id: string) => form.options.find((one) => one.id === id) as OptionListed;

beforeEach(() => {
	age.isAdult = false;
});

describe("the form for a table", () => {
	it("starts with the first game, its default deck and the rules of the book", () => {
		const form = formWith();
		expect([form.game, form.deck, form.differing]).toEqual(["unicorns", "new", []]);
		expect(form.settings).toMatchObject({ seats: 4, options: { deck: "new" } });
	});

	it("shows nothing for adults before the reader confirms to be one", () => {
		const form = formWith();
		expect(form.decks.map((one) => one.id)).toEqual(["old", "new"]);
		expect(form.hasMoreDecks).toBe(true);
		expect(form.options.map((one) => one.id)).toEqual([
			"ruleset",
			"hand",
			"own",
			"first_player",
			"names",
			"forfeits",
		]);
		expect(form.values(named(form, "ruleset")).map((one) => one.value)).toEqual(["first", "second"]);
		age.isAdult = true;
		expect(form.hasMoreDecks).toBe(false);
		expect(form.options.map((one) => one.id)).toContain("party");
		expect(form.values(named(form, "ruleset"))).toHaveLength(3);
	});

	it("says why an expansion cannot be chosen, and leaves out what the deck or another one bars", () => {
		const form = formWith();
		const bars = () => Object.fromEntries(form.packs.map((one) => [one.id, form.barTo(one)]));
		expect(bars()).toEqual({ dragons: "", first: "Only with the old deck.", second: "" });
		form.deck = "old";
		form.expansions = ["first"];
		expect(bars()).toEqual({ dragons: "", first: "", second: "Not with the first." });
		form.expansions = ["second", "first"];
		expect(form.expansions).toEqual(["first"]);
		form.expansions = ["second", "dragons"];
		expect(bars()).toEqual({ dragons: "", first: "Not with the second.", second: "" });
		form.deck = "new";
		form.expansions = ["first", "second"];
		expect(form.rules).toEqual({ deck: "new", expansions: ["second"] });
		age.isAdult = true;
		form.expansions = ["uncut"];
		form.deck = "rude";
		expect([form.barTo(form.packs.at(-1) as PackListed), form.expansions]).toEqual(["Rude already.", []]);
	});

	it("offers the expansions, those for adults only to adults", () => {
		const form = formWith();
		const offered = () => form.packs.map((one) => one.id);
		expect(offered()).toEqual(["dragons", "first", "second"]);
		form.expansions = ["dragons"];
		expect([form.rules, form.isAdult]).toEqual([{ deck: "new", expansions: ["dragons"] }, false]);
		form.applyPreset("quick");
		expect(form.rules).toEqual({ deck: "new", hand: 3, expansions: ["dragons"] });
		form.applyPreset("second");
		age.isAdult = true;
		expect(offered()).toEqual(["dragons", "first", "second", "uncut"]);
		form.expansions = ["uncut", "dragons"];
		expect([form.expansions, form.isAdult]).toEqual([["dragons", "uncut"], true]);
		form.deck = "old";
		expect([form.rules, form.isAdult]).toEqual([{ deck: "old", expansions: ["dragons"] }, false]);
		form.expansions = [];
		expect(form.rules).toEqual({ deck: "old" });
	});

	it("keeps an expansion for adults of a table that is open already", () => {
		const form = formWith();
		form.fillFrom({ game: "unicorns", seats: 3, options: { deck: "new", expansions: ["uncut"] } }, GAMES);
		expect([form.expansions, form.isAdult]).toEqual([["uncut"], true]);
		expect(form.rules).toEqual({ deck: "new", expansions: ["uncut"] });
	});

	it("sends only options that differ from the rulebook", () => {
		const form = formWith();
		form.set(named(form, "hand"), 3);
		form.set(named(form, "own"), true);
		form.set(named(form, "own"), false);
		expect(form.rules).toEqual({ deck: "new", hand: 3 });
		expect(form.changedRules).toEqual([{ id: "hand", text: "What hand changes.", says: "", value: 3 }]);
	});

	it("compares with the rulebook of the chosen edition", () => {
		const form = formWith();
		form.set(named(form, "ruleset"), "first");
		expect(form.value(named(form, "hand"))).toBe(5);
		form.set(named(form, "hand"), 5);
		expect(form.rules).toEqual({ deck: "new", ruleset: "first" });
		expect(form.changedRules[0]?.says).toBe("words for first");
	});

	it("offers the options for the number of seats", () => {
		const form = formWith();
		expect(named(form, "two")).toBeUndefined();
		form.seats = 2;
		expect(form.values(named(form, "first_player"))).toHaveLength(3);
		expect(form.value(named(form, "two"))).toBe(true);
		form.set(named(form, "two"), false);
		expect(form.rules).toEqual({ deck: "new", two: false });
	});

	it("ignores a value that the number of seats forbids, and uses it again when it is allowed", () => {
		const form = formWith();
		form.set(named(form, "first_player"), "3");
		form.seats = 2;
		expect([form.value(named(form, "first_player")), form.rules]).toEqual(["random", { deck: "new" }]);
		form.seats = 4;
		expect(form.rules).toEqual({ deck: "new", first_player: "3" });
	});

	it("hides the option for names if the server softens all of them", () => {
		about.is_family = true;
		expect(named(formWith(), "names")).toBeUndefined();
		about.is_family = false;
	});

	it("drops the options of another game, and limits the number of seats", () => {
		const form = formWith();
		form.seats = 8;
		form.set(named(form, "hand"), 3);
		form.choose("highcard");
		expect([form.seats, form.chosen]).toEqual([5, {}]);
	});

	it("sends no deck if the game has none", () => {
		const form = formWith();
		form.choose("highcard");
		expect(form.rules).toEqual({});
	});

	it("has presets that this deck can have, the same one only once", () => {
		const form = formWith();
		expect(form.presets.map((one) => one.id)).toEqual(["second", "first", "quick"]);
		expect(form.preset).toBe("second");
		form.applyPreset("quick");
		expect([form.rules, form.preset]).toEqual([{ deck: "new", hand: 3 }, "quick"]);
		form.applyPreset("first");
		expect([form.rules, form.preset]).toEqual([{ deck: "new", ruleset: "first" }, "first"]);
		form.set(named(form, "hand"), 3);
		expect(form.preset).toBe("");
		form.applyPreset("second");
		expect([form.rules, form.preset]).toEqual([{ deck: "new" }, "second"]);
		form.deck = "old";
		expect([form.presets.map((one) => one.id), form.preset]).toEqual([["second", "first", "quick"], "first"]);
		age.isAdult = true;
		form.deck = "rude";
		expect([form.presets.map((one) => one.id), form.preset]).toEqual([
			["second", "first", "book", "quick"],
			"book",
		]);
	});

	it("keeps what nobody chooses by hand when a preset is chosen", () => {
		const form = formWith();
		form.fillFrom({ game: "unicorns", seats: 4, options: { lang: "pl", hand: 4 } }, GAMES);
		form.applyPreset("second");
		expect(form.rules).toEqual({ deck: "new", lang: "pl" });
	});

	it("takes the values of an existing table, hidden options included", () => {
		const form = new TableForm();
		const options = { deck: "old", lang: "pl", hand: 4 };
		const house = { clock: "blitz", window: 5 } as const;
		form.fillFrom({ game: "unicorns", options, house, seats: 3 }, GAMES);
		expect(form.rules).toEqual(options);
		expect([form.seats, form.house.clock]).toEqual([3, "blitz"]);
	});
});
