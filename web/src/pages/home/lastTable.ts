// The settings of the last table that was opened with this browser, for the button that starts a game at once.

import type { NewTable } from "../../http";

/** A table without the player who opens it. */
export type TableSettings = Pick<NewTable, "game" | "seats" | "options" | "house">;
interface Stored {
	readonly table: TableSettings;
	readonly isAdult: boolean;
}

const KEY = "stablehand-last";
/** Four seats; the server knows its first game and the rest. */
const FIRST: TableSettings = { seats: 4, options: {} };

/** Return the settings of the last table. One with an 18+ deck counts only for readers who have said their age. */
export function lastTable(isGrown: boolean): TableSettings {
	try {
		const { table, isAdult } = JSON.parse(localStorage.getItem(KEY) ?? "") as Stored;
		const isSound = typeof table.game === "string" && Number.isInteger(table.seats);
		return isSound && (isGrown || !isAdult) ? table : FIRST;
	} catch {
		return FIRST;
	}
}

export function storeTable({ game, seats, options, house }: TableSettings, isAdult: boolean): void {
	try {
		localStorage.setItem(KEY, JSON.stringify({ table: { game, seats, options, house }, isAdult }));
	} catch {
		// A browser that stores nothing starts the base game.
	}
}

/** Forget the settings, because the server does not accept them any more. */
export function forgetTable(): void {
	try {
		localStorage.removeItem(KEY);
	} catch {
		// The same.
	}
}
