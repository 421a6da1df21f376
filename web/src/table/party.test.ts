import { describe, expect, it } from "vitest";
import type { Line } from "../protocol";
import { opening, tally, wink } from "./party";

const line = (number: number, event: Record<string, unknown>) =>
	({ number, event: { what: "forfeit", ...event } }) as unknown as Line;
const keyOf = (one: Line, isBot = false) => wink(one, "Ann", isBot)?.[0];

describe("the party rules", () => {
	it.each([
		[{}, []],
		[{ party: "none", house_rules: [] }, []],
		[{ party: "both" }, ["party.begin.both"]],
		[{ party: "drink", house_rules: [["neigh", "Sing"]] }, ["party.begin.drink", "forfeit.begin"]],
	])("of %j are announced as %j", (options, keys) => {
		expect(opening(options).map(([key]) => key)).toEqual(keys);
	});

	it("have a word for each occasion", () => {
		expect(keyOf(line(0, { kind: "drink", rules: ["UU-DRINK-1"] }))).toBe("party.drink.1");
		expect(keyOf(line(4, { kind: "drink", rules: ["UU-DRINK-1"] }))).toBe("party.drink.2");
		expect(keyOf(line(0, { kind: "drink", rules: ["UU-DRINK-3"] }))).toBe("party.third");
		expect(keyOf(line(0, { kind: "drink", rules: ["UU-DRINK-4"] }))).toBe("party.glass");
		expect(wink(line(2, { kind: "strip", garments: 3 }), "Ann", false)).toEqual([
			"party.strip.3",
			{ who: "Ann", n: 3 },
		]);
		expect(keyOf(line(1, { kind: "strip", garments: -1 }))).toBe("party.dress.2");
		expect(wink(line(0, { kind: "house", text: "Sing" }), "Ann", true)).toEqual([
			"forfeit.own",
			{ who: "Ann", text: "Sing" },
		]);
	});

	it("are easy on bots", () => {
		expect(keyOf(line(0, { kind: "drink", rules: ["UU-DRINK-3"] }), true)).toBe("party.bot.drink");
		expect(keyOf(line(0, { kind: "strip", garments: 2 }), true)).toBe("party.bot.strip");
	});

	it("have nothing to say of anything else", () => {
		expect(wink({ number: 0, event: { what: "drew" } } as unknown as Line, "Ann", false)).toBeNull();
	});

	it("are counted for those who had to pay", () => {
		const forfeits = [
			{ drink: 0, strip: 0 },
			{ drink: 2, strip: 1 },
		];
		expect(tally({ forfeits })).toEqual([{ seat: 1, drink: 2, strip: 1 }]);
		expect([tally(null), tally({})]).toEqual([[], []]);
	});
});
