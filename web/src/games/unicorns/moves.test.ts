import { describe, expect, it } from "vitest";
import { happening } from "./moves";

describe("a card that would be lost", () => {
	it("moves from its stable to the hand of whoever caught it", () => {
		const caught = { what: "rescue", seat: 1, by: 2, cards: ["narwhal"], goes: "hand 2", options: [40] };
		const { kind, moves } = happening(caught);
		expect(kind).toBe("away");
		expect(moves).toMatchObject([{ from: "stable 1", to: "hand 2" }]);
	});

	it("moves nowhere if its player keeps it", () => {
		expect(happening({ what: "held", seat: 1, cards: ["narwhal"] }).moves).toEqual([]);
	});
});
