// What the events of Fairy Tale move, and how it looks; docs/api.md lists the events.

import type { Data, Line } from "../../protocol";
import { type Happening, movesOf, NOTHING, numbers } from "../../table/moves";
import type { Announcement } from "../module";

/** Return what is to be seen of an event. */
export function happening(event: Data): Happening {
	const seat = String(event["seat"]);
	const [hand, kept, table, closed] = ["hand", "kept", "table", "closed"].map(
		(zone) => `${zone} ${seat}`,
	) as [string, string, string, string];
	switch (event["what"]) {
		case "dealt":
			return { kind: "draw", moves: movesOf(event, "deck", hand) };
		case "kept":
			return { kind: "draw", moves: movesOf({ count: 1, ...event }, hand, kept) };
		case "passed":
			return { kind: "draw", moves: movesOf(event, `hand ${String(event["giver"])}`, hand) };
		case "played":
			return { kind: "play", moves: movesOf(event, kept, table) };
		case "closed":
			return { kind: "hit", moves: movesOf(event, table, closed), cause: causeOf(event) };
		case "opened":
			return { kind: "play", moves: movesOf(event, closed, table), cause: causeOf(event) };
		case "discarded":
			return { kind: "away", moves: movesOf(event, kept, "discard") };
		case "removed":
			return { kind: "away", moves: movesOf(event, closed, "discard") };
		case "ended":
			return { kind: "win", moves: [], winners: best(numbers(event["points"])) };
		default:
			return NOTHING;
	}
}

/** Return the first of the revealed cards that turned a card over. */
function causeOf({ causes }: Data): Happening["cause"] {
	const first = Array.isArray(causes) ? (causes[0] as Data | undefined) : undefined;
	return first && { card: String(first["card"]), places: [`table ${String(first["seat"])}`] };
}

/** Return the seats with the most points. */
const best = (points: readonly number[]): readonly number[] =>
	points.flatMap((n, seat) => (n === Math.max(...points) ? [seat] : []));

/** Return the heading of a round. */
export const heading = ({ event }: Line): Announcement | null =>
	event["what"] === "dealt" ? ["log.round", { n: Number(event["round"]) }] : null;
