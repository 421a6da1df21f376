// What an event moves, in terms that all games share. A game's module says it of its own events (`GameModule.moves`).

import type { Data, Json } from "../protocol";
import type { Spot } from "./spots";

/** How something looks when it happens. */
export type Kind = "play" | "draw" | "hit" | "theft" | "neigh" | "away" | "win" | "warn" | "note";

/** A card, or some that are not shown, on the way from one zone to another: `deck`, `hand 0`, `stable 2`. */
export interface Move {
	readonly from: string;
	readonly to: string;
	/** The id of the card; undefined if it is not shown. */
	readonly card?: string | undefined;
	/** The number of the copy, where cards have one. */
	readonly option?: number | undefined;
}

/** What is to be seen of an event. */
export interface Happening {
	readonly kind: Kind;
	readonly moves: readonly Move[];
	/** The card whose effect it is, and the zones in which it may lie. */
	readonly cause?: { readonly card: string; readonly places: readonly string[] } | undefined;
	/** The seats that have won. */
	readonly winners?: readonly number[] | undefined;
}

export const NOTHING: Happening = { kind: "note", moves: [] };

/** Return the name of the zone of a spot, as events name it. */
export const placeOf = ({ zone, owner }: Spot): string => (owner === undefined ? zone : `${zone} ${owner}`);

/** Return the strings of a list in an event; none if it is missing. */
export const strings = (list: Json | undefined): readonly string[] =>
	Array.isArray(list) ? list.filter((one): one is string => typeof one === "string") : [];

/** Return the numbers of a list in an event; none if it is missing. */
export const numbers = (list: Json | undefined): readonly number[] =>
	Array.isArray(list) ? list.filter((one): one is number => typeof one === "number") : [];

/** At most this many cards that are not shown fly at once. */
const MOST_BACKS = 3;

/** Return the moves of the cards of an event, all the same way; cards that are not shown are counted. */
export function movesOf(event: Data, from: string, to: string): readonly Move[] {
	const cards = typeof event["card"] === "string" ? [event["card"]] : strings(event["cards"]);
	const copies = numbers(event["options"]);
	if (cards.length) return cards.map((card, at) => ({ from, to, card, option: copies[at] }));
	return Array.from({ length: Math.min(MOST_BACKS, Number(event["count"] ?? 0)) }, () => ({ from, to }));
}
