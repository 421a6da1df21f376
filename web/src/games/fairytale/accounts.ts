// The reasons of an account in words. The server counts the points and says what was counted; here the names are
// filled in.

import { say } from "../../lib/words.svelte";
import type { TableContext } from "../../table/context.svelte";
import type { AccountLine, Counted, SeatAccount } from "./view";

/** Return a faction's name in the reader's language; its id if no card of it is loaded. */
export function factionName(context: TableContext, faction: string): string {
	for (const card of context.cards.values())
		if (card["faction"] === faction) return String(card["faction_name"]);
	return faction;
}

/** Return why the copies of a card earn what they do. */
export function reason(context: TableContext, line: AccountLine): string {
	const [first] = line.counted;
	const why = say(`account.${line.because}`, {
		n: line.because === "value" ? line.copies : (first?.n ?? 0),
		each: line.each,
		rate: line.rate,
		card: line.because === "stands_in" ? listed(context, line.counted) : nameOf(context, first),
		condition: listed(context, line.counted),
	});
	const saysEach = line.because === "value" || line.because === "copies";
	return line.copies > 1 && !saysEach ? say("account.each", { why }) : why;
}

const nameOf = (context: TableContext, one: Counted | undefined): string =>
	one?.card === undefined ? "" : context.card(one.card).name;

const listed = (context: TableContext, counted: readonly Counted[]): string =>
	counted.map((one) => inWords(context, one)).join(", ");

function inWords(context: TableContext, one: Counted): string {
	if (one.faction === undefined) return say("account.has", { n: one.n, card: nameOf(context, one) });
	const slots = { n: one.n, faction: factionName(context, one.faction) };
	return say(one.n ? "account.factions" : "account.most", slots);
}

/** Return what one copy of each card earns, by card. */
export const earnings = (account: SeatAccount | undefined): ReadonlyMap<string, number> =>
	new Map(account?.lines.map((line) => [line.card, line.each]));

/** Return each card once, with the number of its copies, in the order of the first copies. */
export function counted(cards: readonly string[]): readonly (readonly [card: string, copies: number])[] {
	const found = new Map<string, number>();
	for (const card of cards) found.set(card, (found.get(card) ?? 0) + 1);
	return [...found];
}
