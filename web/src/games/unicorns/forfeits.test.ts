import { describe, expect, it } from "vitest";
import type { Line } from "../../protocol";
import { announce, opening, tally } from "./forfeits";

const line = (number: number, event: Record<string, unknown>) =>
	({ number, event: { what: "forfeit", ...event } }) as unknown as Line;
const keyOf = (one: Line, isBot = false) => announce(one, "Ann", isBot)?.[0];

describe("the party rules", () => {
	it.each([
		[{}, []],
		[{ party: "none", house_rules: [] }, []],
		[{ party: "both" }, ["party.begin.both"]],
		[{ party: "drink", house_rules: [["neigh", "Sing"]] }, ["party.begin.drink", "forfeit.begin"]],
	])("of %j are announced as %j", (options, keys) => {
		expect(opening(options).map(([key]) => key)).toEqual(keys);
	});

	it("have a sentence for each occasion", () => {
		expect(keyOf(line(0, { kind: "drink", rules: ["UU-DRINK-1"] }))).toBe("party.drink.1");
		expect(keyOf(line(4, { kind: "drink", rules: ["UU-DRINK-1"] }))).toBe("party.drink.2");
		expect(keyOf(line(0, { kind: "drink", rules: ["UU-DRINK-3"] }))).toBe("party.third");
		expect(keyOf(line(0, { kind: "drink", rules: ["UU-DRINK-4"] }))).toBe("party.glass");
		expect(announce(line(2, { kind: "strip", garments: 3 }), "Ann", false)).toEqual([
			"party.strip.3",
			{ who: "Ann", n: 3 },
		]);
		expect(keyOf(line(1, { kind: "strip", garments: -1 }))).toBe("party.dress.2");
		expect(announce(line(0, { kind: "house", text: "Sing" }), "Ann", true)).toEqual([
			"forfeit.own",
			{ who: "Ann", text: "Sing" },
		]);
	});

	it("have milder sentences for bots", () => {
		expect(keyOf(line(0, { kind: "drink", rules: ["UU-DRINK-3"] }), true)).toBe("party.bot.drink");
		expect(keyOf(line(0, { kind: "strip", garments: 2 }), true)).toBe("party.bot.strip");
	});

	it("announce only forfeits", () => {
		expect(announce({ number: 0, event: { what: "drew" } } as unknown as Line, "Ann", false)).toBeNull();
	});

	it("are counted for each seat with a forfeit", () => {
		const forfeits = [
			{ drink: 0, strip: 0 },
			{ drink: 2, strip: 1 },
		];
		expect(tally({ forfeits })).toEqual([{ seat: 1, drink: 2, strip: 1 }]);
	});
});
