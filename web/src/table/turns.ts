// Groups the lines of the log by turn or round.

import type { Line } from "../protocol";

export interface Turn {
	/** The number of its first line. */
	readonly id: number;
	/** The heading; "" before the first turn. */
	readonly title: string;
	readonly lines: readonly Line[];
}

/** Group log lines; `headingOf` returns the heading of a line that begins a new group, else null.
 *
 * A heading that is the same as the current one begins no new group. The lines of headings themselves are left out
 * if they are no news, because the heading says the same. */
export function turnsOf(lines: readonly Line[], headingOf: (line: Line) => string | null): readonly Turn[] {
	const turns: { id: number; title: string; lines: Line[] }[] = [];
	for (const line of lines) {
		const title = headingOf(line);
		const last = turns.at(-1);
		if (!last || (title !== null && title !== last.title))
			turns.push({ id: line.number, title: title ?? "", lines: [] });
		if (title === null || line.is_news) turns.at(-1)?.lines.push(line);
	}
	return turns;
}

/** Return the turns to show: all of them, or of the latest so many the news. One in which nothing has happened yet is
 * left out, since a heading alone says nothing. */
export function shownTurns(turns: readonly Turn[], latest: number | null): readonly Turn[] {
	const told =
		latest === null
			? turns
			: turns.map((turn) => ({ ...turn, lines: turn.lines.filter((line) => line.is_news) }));
	return told.filter(({ lines }) => lines.length > 0).slice(-(latest ?? told.length));
}
