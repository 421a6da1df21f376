// What the ticker shows one after another: the news among the new lines of the log, and what no line says: that nobody
// responds to a card, and that a player is about to win.

import { gameModule } from "../games";
import type { Line } from "../protocol";
import { type Happening, NOTHING } from "./moves";

/** How far everybody is, as the page shows it. */
export interface Standing {
	readonly moment: string;
	readonly active: number | null;
	readonly points: readonly number[];
}

/** A log line, and what is to be seen of it; without a line, a note of the page by its key and the name in it. */
export interface SeenLine {
	readonly line: Line | null;
	readonly note?: readonly [key: string, slots: Record<string, string>] | undefined;
	readonly happening: Happening;
	/** Whether it is the first of a turn. */
	readonly isNewTurn?: boolean;
	/** Whether it plays a card that may be responded to. */
	readonly isDeclared?: boolean;
}

const unanswered = (card: string): SeenLine => ({
	line: null,
	note: ["ticker.unanswered", { card }],
	happening: NOTHING,
});

export class News {
	/** The card that may be responded to; null if none is being played. */
	#open: string | null = null;
	/** The seats that were once one step short of the goal. */
	#near = new Set<number>();

	/** Return the news among log lines, with what is to be seen of them; `name` names a card by its id. */
	of(game: string, lines: readonly Line[], name: (card: string) => string): readonly SeenLine[] {
		const { happening, answering, heading } = gameModule(game);
		let isNewTurn = false;
		return lines.flatMap((line) => {
			const [open, isUnanswered] = answering?.(line.event, this.#open) ?? [null, false];
			const before = this.#open;
			this.#open = open;
			isNewTurn ||= (heading?.(line) ?? null) !== null;
			if (!line.is_news) return [];
			const isDeclared = open !== null && open !== before;
			const seen = { line, happening: happening?.(line.event) ?? NOTHING, isNewTurn, isDeclared };
			isNewTurn = false;
			return isUnanswered && before !== null ? [unanswered(name(before)), seen] : [seen];
		});
	}

	/** Return a note for each seat that has come within one step of the goal, the first time only. */
	near(
		before: Standing | null,
		after: Standing,
		goal: number | null,
		name: (seat: number) => string | null,
	): readonly SeenLine[] {
		if (before === null || goal === null) return [];
		return after.points.flatMap((points, seat) => {
			const isNear = points === goal - 1 && (before.points[seat] ?? 0) < points;
			if (!isNear || this.#near.has(seat)) return [];
			this.#near.add(seat);
			const who = name(seat);
			const note = who === null ? (["ticker.near_me", {}] as const) : (["ticker.near", { who }] as const);
			return [{ line: null, note, happening: { kind: "warn", moves: [] } }];
		});
	}
}
