// The parts of a view that this page draws, with their names. A view is made by the game; nothing is added.

import type { Data } from "../protocol";

export interface Pile {
	readonly size: number;
	readonly cards?: readonly string[];
}

export interface Stabled {
	readonly option: number;
	readonly card: string;
	readonly muted: boolean;
	readonly counts_as: string;
	readonly goes_back_to: number | null;
}

export interface UnicornView {
	readonly game: "unicorns";
	readonly seat: number | null;
	readonly turn: number;
	readonly active: number | null;
	readonly phase: string;
	readonly asked: readonly number[];
	readonly over: boolean;
	readonly points: readonly number[];
	readonly goal: number;
	readonly winners: readonly number[];
	readonly pile: readonly Data[];
	readonly zones: {
		readonly deck: { readonly size: number; readonly top: readonly string[] };
		readonly discard: { readonly size: number; readonly cards: readonly string[] };
		readonly nursery: { readonly size: number; readonly cards: readonly string[] };
		readonly playing: { readonly size: number; readonly cards: readonly string[] };
		readonly seats: readonly {
			readonly hand: { readonly size: number; readonly cards: readonly string[] };
			readonly stable: { readonly size: number; readonly cards: readonly Stabled[] };
			readonly hand_limit: number;
		}[];
	};
}

export interface FairyTaleView {
	readonly game: "fairytale";
	readonly seat: number | null;
	readonly round: number;
	readonly pass: "draft" | "play";
	readonly phase: string;
	readonly passing: "left" | "right";
	readonly asked: readonly number[];
	readonly sealed: readonly string[];
	readonly over: boolean;
	readonly points: readonly number[];
	readonly winners: readonly number[];
	readonly zones: {
		readonly deck: Pile;
		readonly discard: Pile;
		readonly seats: readonly {
			readonly hand: { readonly size: number; readonly cards: readonly string[] };
			readonly kept: { readonly size: number; readonly cards: readonly string[] };
			readonly table: { readonly size: number; readonly cards: readonly string[] };
			readonly closed: { readonly size: number; readonly cards: readonly string[] };
		}[];
	};
}

export type View = UnicornView | FairyTaleView;

/** The others in the order of play, from the next one on; a spectator sees all as they sit. */
export const othersAround = (seats: number, me: number | null): number[] =>
	Array.from({ length: seats }, (_, at) => (at + (me ?? -1) + 1) % seats).filter((seat) => seat !== me);

/** Take a frame's view for what it is. */
export const viewOf = (data: Data | null): View | null => data as unknown as View | null;
