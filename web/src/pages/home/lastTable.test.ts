import { afterEach, describe, expect, it } from "vitest";
import { forgetTable, lastTable, storeTable } from "./lastTable";

afterEach(() => localStorage.clear());

describe("the last table", () => {
	it("is the first game of the server with four seats at first, and if what is stored cannot be read", () => {
		const first = { seats: 4, options: {} };
		expect(lastTable(false)).toEqual(first);
		for (const text of ["{", "7", "null", '{"table": {"game": 3}}']) {
			localStorage.setItem("stablehand-last", text);
			expect(lastTable(false)).toEqual(first);
		}
	});

	it("has the settings of the table that was opened last, until they are forgotten", () => {
		storeTable({ game: "highcard", seats: 3, options: { open: true } }, false);
		expect(lastTable(false)).toMatchObject({ game: "highcard", seats: 3, options: { open: true } });
		forgetTable();
		expect(lastTable(false).game).toBeUndefined();
	});

	it("with an 18+ deck counts only for readers who have said their age", () => {
		storeTable({ game: "highcard", seats: 5, options: { deck: "rude" } }, true);
		expect([lastTable(false).seats, lastTable(true).seats]).toEqual([4, 5]);
	});
});
