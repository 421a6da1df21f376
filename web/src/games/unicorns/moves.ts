// What the events of the unicorn game move, and how it looks; docs/api.md lists the events.

import type { Data, Line } from "../../protocol";
import { type Happening, type Kind, type Move, movesOf, NOTHING, numbers, strings } from "../../table/moves";

const KINDS: Readonly<Record<string, Kind>> = {
	drew: "draw",
	foresaw: "draw",
	found: "draw",
	took: "draw",
	gave: "draw",
	kept: "draw",
	traded: "theft",
	pulled: "theft",
	robbed: "theft",
	steal: "theft",
	destroy: "hit",
	sacrifice: "hit",
	shrink: "away",
	banish: "away",
	bury: "away",
	buried: "away",
	recounted: "away",
	return: "away",
	rescue: "away",
	discard: "away",
	put_away: "away",
	declined: "away",
	recycled: "away",
	taken_back: "away",
	announced: "play",
	enter: "play",
	bring: "play",
	move: "play",
	chose_baby: "play",
	responded: "neigh",
	stopped: "neigh",
	ended: "win",
};

/** Return where the cards of an event come from and where they go; null if none moves. */
function ways(event: Data): readonly [from: string, to: string] | null {
	const seat = String(event["seat"]);
	const hand = `hand ${seat}`;
	const stable = `stable ${seat}`;
	const origin = String(event["origin"] ?? "");
	switch (event["what"]) {
		case "drew":
		case "foresaw":
		case "found":
			return ["deck", hand];
		case "took":
			return [origin, hand];
		case "gave":
			return [origin || hand, `hand ${String(event["to"])}`];
		case "buried":
			return [hand, "deck"];
		case "kept":
			return "count" in event ? ["deck", hand] : null; // otherwise it stays in its stable (RUL-62)
		case "pulled":
		case "robbed":
			return [`hand ${String(event["giver"])}`, hand];
		case "destroy":
		case "sacrifice":
		case "return":
		case "rescue":
		case "shrink":
		case "banish":
		case "bury":
			return [stable, String(event["goes"])];
		case "enter":
		case "bring":
		case "steal":
		case "move":
			return [origin, stable];
		case "chose_baby":
			return ["nursery", stable];
		case "discard":
			return [origin, "discard"];
		case "announced":
		case "responded":
			return [hand, "playing"];
		case "taken_back":
			return ["playing", hand];
		case "stopped":
		case "put_away":
			return ["playing", String(event["goes"] ?? "discard")];
		default:
			return null;
	}
}

function movesIn(event: Data): readonly Move[] {
	const way = ways(event);
	if (way) return movesOf(event, ...way);
	if (event["what"] === "recycled") return [{ from: "discard", to: "deck" }];
	if (event["what"] !== "traded") return [];
	const [one, other] = [`hand ${String(event["seat"])}`, `hand ${String(event["to"])}`];
	return [
		{ from: one, to: other },
		{ from: other, to: one },
	];
}

/** Return what is to be seen of an event. */
export function happening(event: Data): Happening {
	const kind = KINDS[String(event["what"])];
	if (kind === undefined) return NOTHING;
	const { what, seat, cards } = event;
	// What somebody declines to use stands out as the cause of something would.
	const [cause, owner] =
		what === "declined" ? [strings(cards)[0], seat] : [event["cause"], event["cause_owner"]];
	const places = [`stable ${String(owner)}`, "playing"];
	return {
		kind,
		moves: movesIn(event),
		cause: typeof cause === "string" ? { card: cause, places } : undefined,
		winners: kind === "win" ? numbers(event["winners"]) : undefined,
	};
}

const PLAYED: ReadonlySet<unknown> = new Set(["announced", "responded"]);
const RESOLVED: ReadonlySet<unknown> = new Set(["enter", "stopped", "taken_back", "put_away"]);

/** Return the card that may be responded to after an event, and whether the event shows that nobody did: the card
takes effect. All of that is public. */
export function answering(event: Data, open: string | null): readonly [string | null, boolean] {
	const { what, cause, cards } = event;
	if (PLAYED.has(what)) return [strings(cards)[0] ?? null, false];
	if (what === "turn") return [null, false];
	const isResolved = open !== null && (RESOLVED.has(what) || cause === open);
	return [isResolved ? null : open, isResolved];
}

/** Return the heading of a turn. */
export const heading = ({ text, event }: Line): string | null =>
	event["what"] === "turn" ? text.replace(/\.$/u, "") : null;
