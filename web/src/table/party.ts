// Party rules, announced with a wink: the log says soberly what is due, this says it as a friend would.
//
// Which sentence is said follows from the number of the line, so everybody at the table hears the same one.

import type { Data, Line } from "../protocol";

/** A message by its key, with what fills it. */
export type Wink = readonly [key: string, slots: Record<string, string | number>];

const OPENINGS: Readonly<Record<string, string>> = {
	drink: "party.begin.drink",
	strip: "party.begin.strip",
	both: "party.begin.both",
};
const DRINKS = ["party.drink.1", "party.drink.2", "party.drink.3"];
const STRIPS = ["party.strip.1", "party.strip.2", "party.strip.3"];
const DRESSES = ["party.dress.1", "party.dress.2"];
/** Drinks that have an occasion of their own: the rule that asks for them. */
const OCCASIONS: Readonly<Record<string, string>> = {
	"UU-DRINK-3": "party.third",
	"UU-DRINK-4": "party.glass",
};

/** What is said before the game, if any party rules hold. */
export function opening(options: Data): readonly Wink[] {
	const party = OPENINGS[String(options["party"])];
	const own = options["house_rules"];
	const said: Wink[] = [];
	if (party) said.push([party, {}]);
	if (Array.isArray(own) && own.length > 0) said.push(["forfeit.begin", {}]);
	return said;
}

/** What is said of a line of the log, if it is a forfeit. */
export function wink({ event, number }: Line, who: string, isBot: boolean): Wink | null {
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

/** What everybody has come to, of those who have come to anything; a bot takes no part. */
export function tally(view: Data | null): readonly { seat: number; drink: number; strip: number }[] {
	const counted = view?.["forfeits"];
	if (!Array.isArray(counted)) return [];
	return counted
		.map((one, seat) => ({ seat, ...(one as { drink: number; strip: number }) }))
		.filter(({ drink, strip }) => drink > 0 || strip > 0);
}
