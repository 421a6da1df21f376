// The last reveal, stage by stage, from the lines of the log.

import type { Line } from "../../protocol";

/** A card that was revealed or turned over, with the line that says so. */
export interface TurnedCard {
	readonly line: number;
	readonly seat: number;
	readonly card: string;
	readonly text: string;
}

export interface Reveal {
	/** The number of its first line. */
	readonly line: number;
	/** What happened in each stage; "play" is the reveal itself. */
	readonly stages: ReadonlyMap<string, readonly TurnedCard[]>;
}

const PLAYED = "played";

/** Return the last reveal that the log tells of; null if there was none. */
export function lastReveal(log: readonly Line[]): Reveal | null {
	const last = log.findLastIndex(({ event }) => event["what"] === PLAYED);
	if (last < 0) return null;
	let first = last;
	while (log[first - 1]?.event["what"] === PLAYED) first -= 1;
	const stages = new Map<string, TurnedCard[]>();
	for (const line of log.slice(first)) {
		const { event } = line;
		const stage = event["what"] === PLAYED ? "play" : event["stage"];
		if (typeof stage !== "string") continue;
		const turned = {
			line: line.number,
			seat: Number(event["seat"]),
			card: String(event["card"]),
			text: line.text,
		};
		stages.set(stage, [...(stages.get(stage) ?? []), turned]);
	}
	return { line: log[first]?.number ?? 0, stages };
}
