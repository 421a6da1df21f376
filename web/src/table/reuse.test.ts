import { describe, expect, it } from "vitest";
import { reuse } from "./reuse";

const before = {
	seats: [
		{ hand: ["a", "b"], size: 2 },
		{ hand: [], size: 0 },
	],
	turn: 3,
	who: null,
};

describe("an equal part", () => {
	it("is the same object", () => {
		expect(reuse(before, structuredClone(before))).toBe(before);
	});

	it("stays the same object when another part changes", () => {
		const now = reuse(before, { ...structuredClone(before), turn: 4 });
		expect(now).toEqual({ ...before, turn: 4 });
		expect(now.seats).toBe(before.seats);
	});

	it("stays the same object in a list that grows or shrinks", () => {
		const grown = reuse(before, {
			...before,
			seats: [...structuredClone(before.seats), { hand: ["c"], size: 1 }],
		});
		expect(grown.seats).toHaveLength(3);
		expect(grown.seats[0]).toBe(before.seats[0]);
		const shrunk = reuse(before, { ...before, seats: structuredClone(before.seats.slice(0, 1)) });
		expect(shrunk.seats).toEqual(before.seats.slice(0, 1));
		expect(shrunk.seats[0]).toBe(before.seats[0]);
	});

	it.each([
		[{ a: 1 }, { a: 1, b: undefined }],
		[{ a: 1, b: 2 }, { a: 1 }],
		[[1, 2], { 0: 1, 1: 2 }],
		[{ 0: 1 }, [1]],
		[null, { a: 1 }],
		[{ a: 1 }, null],
		[{ a: null }, { a: {} }],
		[3, [3]],
	])("is not %j for %j", (old, now) => {
		expect(reuse(old, now)).toEqual(now);
		expect(reuse(old, now)).not.toBe(old);
	});
});
