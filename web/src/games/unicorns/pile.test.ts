import { describe, expect, it } from "vitest";
import { answerable, isStopped, type Middle, ownerAt } from "./pile";

const OCCASION = { verb: "destroy", card: "narwhal", owner: 1, by: 0 };
const middle = (playing: string[], pile: [string, number][], occasion?: typeof OCCASION) =>
	({
		zones: { playing: { size: playing.length, cards: playing } },
		pile: pile.map(([card, owner]) => ({ card, owner, into: null, cards: [], players: [] })),
		...(occasion ? { occasion } : {}),
	}) as Middle;
const isInstant = (card: string) => card !== "unicorn_poison";
const stopped = (view: Middle) => view.zones.playing.cards.filter((_, at) => isStopped(view, at, isInstant));
const owners = (view: Middle) => view.zones.playing.cards.map((_, at) => ownerAt(view, at));

describe("a card being played", () => {
	const neighed = middle(
		["unicorn_poison", "neigh"],
		[
			["unicorn_poison", 0],
			["neigh", 1],
		],
	);

	it("is stopped by an Instant on it, and the Instant may be answered", () => {
		expect([stopped(neighed), owners(neighed), answerable(neighed)]).toEqual([
			["unicorn_poison"],
			[0, 1],
			"neigh",
		]);
	});
});

describe("what is about to happen", () => {
	it("is answered, and not the card that does it", () => {
		const asked = middle(["unicorn_poison"], [], OCCASION);
		expect([stopped(asked), owners(asked), answerable(asked)]).toEqual([[], [null], undefined]);
	});

	it("is answered by an Instant that does not stop that card", () => {
		const caught = middle(["unicorn_poison", "unicorn_net"], [["unicorn_net", 2]], OCCASION);
		expect([stopped(caught), owners(caught), answerable(caught)]).toEqual([[], [null, 2], "unicorn_net"]);
	});

	it("is answered by an Instant that can be stopped itself", () => {
		const both = middle(
			["unicorn_poison", "unicorn_net", "neigh"],
			[
				["unicorn_net", 2],
				["neigh", 1],
			],
			OCCASION,
		);
		expect([stopped(both), owners(both), answerable(both)]).toEqual([["unicorn_net"], [null, 2, 1], "neigh"]);
	});

	it("may be a turn that begins, where no card is played", () => {
		const turn = middle([], [], { ...OCCASION, verb: "turn" });
		expect([stopped(turn), answerable(turn)]).toEqual([[], undefined]);
	});
});
