// Lets a page show what happens at its table: it finds the news in each frame and hands them to the playback.

import { untrack } from "svelte";
import { gameModule } from "../games";
import { drawing } from "../lib/art/pictures.svelte";
import type { TableConnection } from "../lib/connection.svelte";
import { isCalm, prefs } from "../lib/prefs.svelte";
import type { Line, Table } from "../protocol";
import type { TableContext } from "./context.svelte";
import { type Start, startsOf } from "./flights";
import type { Move } from "./moves";
import { News, type SeenLine, type Standing } from "./news";
import { Playback } from "./playback.svelte";
import { viewOf } from "./view";

/** Return how far everybody is at a table; null before the game. */
function standingOf({ moment, view }: Table): Standing | null {
	const seen = viewOf(view);
	return seen && { moment, active: seen.over ? null : (seen.active ?? null), points: seen.points };
}

/** Let a page show what happens at its table. Call it while the component is set up. */
export function watchHappenings(context: TableContext): Playback {
	const playback = new Playback(
		(card) => drawing(context.card(card), context.game),
		(standing) => {
			context.behind = standing;
		},
	);
	const told = new Map<number, News>();
	let standing: readonly [before: Standing | null, after: Standing | null] = [null, null];
	let seen: readonly Line[] | undefined;
	let connection: TableConnection | null = null;
	let news: readonly SeenLine[] = [];
	let starts: ReadonlyMap<Move, Start> = new Map();
	// Before the page changes: where the cards are that will move.
	$effect.pre(() => {
		const { table, activeConnection } = context;
		const fresh = activeConnection?.fresh;
		untrack(() => {
			if (table === null || fresh === undefined || fresh === seen) return;
			const known = told.get(table.game_number) ?? new News();
			told.set(table.game_number, known);
			standing = [standing[1], standingOf(table)];
			// Another player of this device has got it: what they missed is in the log.
			news =
				connection === activeConnection ? known.of(table.game, fresh, (card) => context.card(card).name) : [];
			const [before, after] = standing;
			if (after && news.length && table.stage === "playing") {
				const goal = gameModule(table.game).goal?.(table.view as never) ?? null;
				const name = (seat: number) => (seat === table.you ? null : context.name(seat));
				news = [...news, ...known.near(before, after, goal, name)];
			}
			[seen, connection] = [fresh, activeConnection];
			const isMoving = !isCalm() && prefs.pace !== "none" && !document.hidden;
			starts = startsOf(isMoving ? news.flatMap(({ happening }) => happening.moves) : []);
		});
	});
	// After it has changed: from there to where they are now.
	$effect(() => {
		if (context.table === null || context.activeConnection?.fresh === undefined) return;
		untrack(() => {
			if (context.table?.stage === "over") playback.end(news);
			else playback.play(news, starts, context.decision !== null, standing);
			// Whoever is asked does not wait: what follows the answer is shown at once.
			if (context.decision === null) context.activeConnection?.holdFrames?.(playback.endsAt);
		});
		news = [];
	});
	$effect(() => () => playback.stop());
	return playback;
}
