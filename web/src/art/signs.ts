// What tells types, factions and seats apart without words: a colour (dark enough for white letters), a shape and a
// letter or sign each.

import { path } from "./ink";

export interface Sign {
	readonly colour: string;
	readonly shape: string;
	readonly letter: string;
	/** How far below the middle the letter stands. */
	readonly drop?: number;
}

const sign = (colour: string, shape: string, letter: string, drop = 0): Sign => ({
	colour,
	shape: path(shape),
	letter,
	drop,
});

export const TYPES: Readonly<Record<string, Sign>> = {
	baby: sign("#b0406f", "o0 0 9.5", "B"),
	basic: sign("#2f66b3", "M-9-9.5H9V3C9 7 4 9 0 10.5C-4 9-9 7-9 3Z", "U", -0.6),
	magical: sign("#6d3cb8", "s0 .8 12.6", "M", 1.2),
	magic: sign("#17735a", "c0 0 8.8 8", "*", 2.4),
	upgrade: sign("#8a5a00", "M0-11L10.5-.5H6V10H-6V-.5H-10.5Z", "+", 1),
	downgrade: sign("#6b5544", "M0 11L10.5.5H6V-10H-6V.5H-10.5Z", "−", -1),
	instant: sign("#b02f2f", "x0 0 11.5 10", "!"),
};

export const FACTIONS: Readonly<Record<string, Sign>> = {
	dragonvale: sign(
		"#b0392b",
		"M0 10.5C-9 10.5-11 3-7.5-3C-6-1-5-1-4-1.5C-5-6-2-9 2-11C2-7 9-4 9 3C9 8 5 10.5 0 10.5Z",
		"D",
		2.6,
	),
	fairywood: sign("#20694a", "M0 11C-11 7-11-5 0-11.5C11-5 11 7 0 11Z", "F", 1),
	holy_empire: sign("#2f5fa8", "M0-10.5L9-8C9.5 1 6 8 0 11C-6 8-9.5 1-9-8Z", "H", -0.6),
	shadow: sign("#56418a", "M2-10.8A10.8 10.8 0 1 0 10.8-2A6.6 6.6 0 0 1 2-10.8Z", "S", 2),
};

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
