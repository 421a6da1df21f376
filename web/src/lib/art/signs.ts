// The signs of card types and seats, which tell them apart without words: each has a colour (dark enough for white
// letters), a shape, and a letter or a mark that is the same in every language.

import { path } from "./shapes";

export interface Sign {
	readonly colour: string;
	readonly shape: string;
	readonly letter: string;
	/** How far below the middle the letter or the mark is. */
	readonly drop?: number;
	/** A white drawing instead of a letter. */
	readonly mark?: string;
}

/** Return a sign; the shape is a geometry as in parts.txt. */
export const sign = (colour: string, shape: string, letter: string, drop = 0): Sign => ({
	colour,
	shape: path(shape),
	letter,
	drop,
});

/** Return a sign with a mark instead of a letter. */
export const marked = (colour: string, shape: string, mark: string, drop = 0): Sign => ({
	...sign(colour, shape, "", drop),
	mark: path(mark),
});

export const SEATS: readonly Sign[] = [
	sign("#a8265f", "o0 0 10.5", ""),
	sign("#2660a4", "r-9.5-9.5 19 19 4", ""),
	sign("#1f6f4a", "M0-11.5L11.5 0L0 11.5L-11.5 0Z", ""),
	sign("#8a5a00", "M-6-10.2H6L11.6 0L6 10.2H-6L-11.6 0Z", ""),
	sign("#6b3fa0", "c0 0 9.4 8", ""),
	sign("#0f6a73", "M0-11L10-8C10.5 1 7 8 0 11.5C-7 8-10.5 1-10-8Z", "", -0.6),
	sign("#a33a1f", "M0-11.5L11.5-3L7.2 10H-7.2L-11.5-3Z", "", 0.6),
	sign("#4a4f63", "x0 0 12 12", ""),
];
