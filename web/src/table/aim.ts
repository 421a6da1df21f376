// What a game is about, in one sentence: it can be read as long as the game lasts.

import { gameModule } from "../games";
import { say } from "../lib/words.svelte";
import type { Table } from "../protocol";

/** Return how the game of a table is won; "" before and after it, and if its module does not say. */
export function aimOf(table: Table | null): string {
	if (table?.stage !== "playing" || table.view === null) return "";
	const aim = gameModule(table.game).aim?.(table.view as never);
	return aim ? say(...aim) : "";
}
