// Announcements of the party rules. The log states a forfeit in neutral words; an announcement is friendlier.
//
// The number of the log line chooses the sentence, so all players see the same one.

import type { Data, Line } from "../../protocol";
import type { Announcement } from "../module";
import type { Forfeits, UnicornView } from "./view";

const OPENINGS: Readonly<Record<string, string>> = {
	drink: "party.begin.drink",
	strip: "party.begin.strip",
	both: "party.begin.both",
};
const DRINKS = ["party.drink.1", "party.drink.2", "party.drink.3"];
const STRIPS = ["party.strip.1", "party.strip.2", "party.strip.3"];
const DRESSES = ["party.dress.1", "party.dress.2"];
/** Drinks with a sentence of their own, by the rule that asks for them. */
const OCCASIONS: Readonly<Record<string, string>> = {
	"UU-DRINK-3": "party.third",
	"UU-DRINK-4": "party.glass",
};

/** Return the announcements before a game; none without party rules. */
export function opening(options: Data): readonly Announcement[] {
	const party = OPENINGS[String(options["party"])];
	const own = options["house_rules"];
	const said: Announcement[] = [];
	if (party) said.push([party, {}]);
	if (Array.isArray(own) && own.length > 0) said.push(["forfeit.begin", {}]);
	return said;
}

/** Return the announcement of a log line; null if it is no forfeit. */
export function announce({ event, number }: Line, who: string, isBot: boolean): Announcement | null {
	if (event["what"] !== "forfeit") return null;
	const garments = Number(event["garments"] ?? 0);
	const oneOf = (keys: readonly string[]) => keys[number % keys.length] ?? "";
	switch (event["kind"]) {
		case "drink": {
			if (isBot) return ["party.bot.drink", { who }];
			const rules = Array.isArray(event["rules"]) ? event["rules"] : [];
			return [OCCASIONS[String(rules[0])] ?? oneOf(DRINKS), { who }];
		}
		case "strip":
			if (isBot) return ["party.bot.strip", { who }];
			return [oneOf(garments < 0 ? DRESSES : STRIPS), { who, n: Math.abs(garments) }];
		default:
			return ["forfeit.own", { who, text: String(event["text"] ?? "") }];
	}
}

/** Return the forfeits of each seat that has had any. */
export const tally = ({
	forfeits,
}: Pick<UnicornView, "forfeits">): readonly ({ readonly seat: number } & Forfeits)[] =>
	forfeits.map((one, seat) => ({ seat, ...one })).filter(({ drink, strip }) => drink > 0 || strip > 0);
