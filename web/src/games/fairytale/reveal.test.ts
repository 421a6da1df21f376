import { expect, it } from "vitest";
import type { Line } from "../../protocol";
import { lastReveal } from "./reveal";

const line = (number: number, event: Record<string, string | number>): Line => ({
	number,
	text: `line ${number}`,
	is_news: true,
	event,
});
const played = (number: number, seat: number, card: string) => line(number, { what: "played", seat, card });

it("is none before the first card is played", () => {
	expect(lastReveal([line(0, { what: "dealt", seat: 0 })])).toBeNull();
});

it("has the cards that were revealed together, then what each stage turned over", () => {
	const reveal = lastReveal([
		played(0, 0, "bard"),
		line(1, { what: "chose", seat: 0 }),
		played(2, 0, "demon"),
		played(3, 1, "vampire"),
		line(4, { what: "closed", seat: 1, card: "vampire", stage: "hunt" }),
		line(5, { what: "chose", seat: 0 }),
		line(6, { what: "opened", seat: 0, card: "bard", stage: "open" }),
		line(7, { what: "dealt", seat: 0 }),
	]);
	expect(reveal?.line).toBe(2);
	const cards = [...(reveal?.stages ?? [])].map(([stage, turned]) => [stage, turned.map(({ card }) => card)]);
	expect(cards).toEqual([
		["play", ["demon", "vampire"]],
		["hunt", ["vampire"]],
		["open", ["bard"]],
	]);
});
