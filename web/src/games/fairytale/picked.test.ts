import { describe, expect, it } from "vitest";
import { placeOfPick } from "./picked";

const CARDS = ["bard", "homesteader", "homesteader", "demon"];

describe("the mark of a pick", () => {
	it("is on the copy that was pressed", () => {
		expect(placeOfPick(CARDS, ["homesteader"], 2)).toBe(2);
		expect(placeOfPick(CARDS, ["homesteader"], 1)).toBe(1);
	});
	it("is on the first copy where another card, or none, was pressed last", () => {
		expect(placeOfPick(CARDS, ["homesteader"], 3)).toBe(1);
		expect(placeOfPick(CARDS, ["homesteader"], -1)).toBe(1);
	});
	it("is nowhere where nothing is sealed", () => {
		expect(placeOfPick(CARDS, [], 2)).toBe(-1);
	});
});
