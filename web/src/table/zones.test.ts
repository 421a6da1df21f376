import { expect, it } from "vitest";
import { readZones } from "./zones";

it("reads zones with a size and cards, and plain lists of cards", () => {
	const view = {
		zones: {
			deck: { size: 30, top: ["ace"] },
			discard: { size: 2, cards: ["king", "two"] },
			market: ["queen"],
			seats: [
				{ hand: { size: 2, cards: ["ace"] }, row: { size: 1, cards: [{ card: "two", option: 7 }] } },
				{},
			],
		},
	};
	expect(readZones(view)).toEqual({
		table: [
			{ id: "deck", size: 30, cards: ["ace"] },
			{ id: "discard", size: 2, cards: ["king", "two"] },
			{ id: "market", size: 1, cards: ["queen"] },
		],
		seats: [
			[
				{ id: "hand", size: 2, cards: ["ace"] },
				{ id: "row", size: 1, cards: ["two"] },
			],
			[],
		],
	});
});

it.each([
	[{}],
	[{ zones: null }],
	[{ zones: [1, 2] }],
	[{ zones: { limit: 7, names: ["a", 1], open: true, seats: "none" } }],
])("leaves out what has another shape: %j", (view) => {
	expect(readZones(view)).toEqual({ table: [], seats: [] });
});
