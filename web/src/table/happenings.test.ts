import { expect, it } from "vitest";
import { happening as fairytale } from "../games/fairytale/moves";
import { happening as unicorns } from "../games/unicorns/moves";
import type { Line } from "../protocol";
import { partsOf } from "./cardLinks";
import { shownTurns, turnsOf } from "./turns";

it("tells by the number of the copy which card moves, and names the cause", () => {
	const event = {
		what: "destroy",
		rules: [],
		seat: 2,
		cards: ["narwhal"],
		options: [37],
		goes: "discard",
		cause: "unicorn_poison",
		cause_owner: 1,
	};
	expect(unicorns(event)).toEqual({
		kind: "hit",
		moves: [{ from: "stable 2", to: "discard", card: "narwhal", option: 37 }],
		cause: { card: "unicorn_poison", places: ["stable 1", "playing"] },
		winners: undefined,
	});
});

it.each([
	[{ what: "drew", seat: 1, count: 1 }, "draw"],
	[{ what: "destroy", seat: 1, cards: ["a"], goes: "discard" }, "hit"],
	[{ what: "steal", seat: 1, cards: ["a"], origin: "stable 0" }, "theft"],
	[{ what: "responded", seat: 1, cards: ["neigh"], to: "a" }, "neigh"],
	[{ what: "ended", seat: 1, cards: [], winners: [1] }, "win"],
])("gives %j a look of its own", (event, kind) => {
	expect(unicorns(event).kind).toBe(kind);
});

it("points at a card that somebody declines to use, and moves none", () => {
	expect(unicorns({ what: "declined", seat: 2, cards: ["rhinocorn"] })).toMatchObject({
		kind: "away",
		moves: [],
		cause: { card: "rhinocorn", places: ["stable 2", "playing"] },
	});
});

it("lets hidden cards fly face down, a few at most", () => {
	expect(unicorns({ what: "drew", seat: 1, count: 7 }).moves).toEqual(
		Array.from({ length: 3 }, () => ({ from: "deck", to: "hand 1" })),
	);
});

it("knows the way of a card in Fairy Tale", () => {
	const played = { what: "played", seat: 3, card: "demon" };
	expect(fairytale(played).moves).toEqual([
		{ from: "kept 3", to: "table 3", card: "demon", option: undefined },
	]);
	expect(fairytale({ what: "ended", points: [3, 9, 9] }).winners).toEqual([1, 2]);
});

const NAMES: Readonly<Record<string, string>> = { narwhal: "Narwhal", shabby: "Shabby the Narwhal" };
it("links every card of a line, the longer name first", () => {
	const event = { what: "took", cards: ["narwhal"], cause: "shabby" };
	expect(partsOf("You take Narwhal (Shabby the Narwhal).", event, (id) => NAMES[id])).toEqual([
		{ text: "You take " },
		{ text: "Narwhal", card: "narwhal" },
		{ text: " (" },
		{ text: "Shabby the Narwhal", card: "shabby" },
		{ text: ")." },
	]);
});

const line = (number: number, what: string, is_news = true): Line => ({
	number,
	text: `${what} ${number}`,
	is_news,
	event: { what },
});
it("groups lines by turn", () => {
	const lines = [line(0, "starts"), line(1, "turn", false), line(2, "drew"), line(3, "turn", false)];
	const turns = turnsOf(lines, (one) => (one.event["what"] === "turn" ? one.text : null));
	expect(turns.map(({ title, lines }) => [title, lines.map((one) => one.number)])).toEqual([
		["", [0]],
		["turn 1", [2]],
		["turn 3", []],
	]);
});

it("shows no turn in which nothing has happened yet", () => {
	const lines = ["turn", "drew", "turn", "put_away", "turn", "drew", "turn"].map((what, at) =>
		line(at, what, what === "drew"),
	);
	const turns = turnsOf(lines, (one) => (one.event["what"] === "turn" ? one.text : null));
	const titles = (latest: number | null) => shownTurns(turns, latest).map(({ title }) => title);
	expect(titles(4)).toEqual(["turn 0", "turn 4"]);
	expect(titles(1)).toEqual(["turn 4"]);
	expect(titles(null)).toEqual(["turn 0", "turn 2", "turn 4"]);
	expect(shownTurns([], null)).toEqual([]);
});

it("begins no new group with the same heading again", () => {
	const turns = turnsOf([line(0, "dealt"), line(1, "dealt")], () => "Round 1");
	expect(turns).toHaveLength(1);
	expect(turns[0]?.lines).toHaveLength(2);
});
