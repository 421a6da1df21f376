// How long the page shows what happened before it shows what came next.

import type { Line } from "../protocol";

export const PACES = ["slow", "normal", "fast", "none"] as const;
export type Pace = (typeof PACES)[number];

/** Milliseconds for each line of the log. */
const BEATS: Readonly<Record<Pace, number>> = { slow: 1900, normal: 1050, fast: 520, none: 0 };
/** The beats that one frame gets at most, and after which a frame that waited is shown in any case. */
const MOST_BEATS = 4;

/** Return the milliseconds for one line when this many are to be shown: many lines share the time of a few. */
export const beatFor = (pace: Pace, lines: number): number =>
	(BEATS[pace] ?? BEATS.normal) * Math.min(1, MOST_BEATS / Math.max(1, lines));

/** Return the milliseconds that the news among log lines take. */
export function durationOf(lines: readonly Line[], pace: Pace): number {
	const news = lines.filter((line) => line.is_news).length;
	return news * beatFor(pace, news);
}

/** Return the milliseconds for which a frame may be held back. */
export const longestHold = (pace: Pace): number => MOST_BEATS * (BEATS[pace] ?? BEATS.normal);
