// Shows what happened: the new lines of the log one after another, each with the cards that it moves.
//
// The page already shows the newest state; nothing here keeps it from being answered. What is new while older lines
// still wait makes these go faster and lands the cards that were on their way.

import { untrack } from "svelte";
import { gameModule } from "../games";
import { drawing } from "../lib/art/pictures.svelte";
import type { TableConnection } from "../lib/connection.svelte";
import { beatFor } from "../lib/pace";
import { isCalm, prefs } from "../lib/prefs.svelte";
import type { Line } from "../protocol";
import type { TableContext } from "./context.svelte";
import { type Draw, Flight, pulse, type Start, startsOf } from "./flights";
import { type Happening, type Kind, type Move, NOTHING } from "./moves";

/** The share of a beat in which a card flies; the rest is for reading. */
const FLYING = 0.8;
const LONGEST_FLIGHT = 1000;

/** A log line, and what is to be seen of it. */
interface SeenLine {
	readonly line: Line;
	readonly happening: Happening;
}

interface Step extends SeenLine {
	readonly flights: readonly Flight[];
}

export class Playback {
	/** The line in the ticker; null before anything has happened. */
	line = $state.raw<Line | null>(null);
	kind = $state<Kind>("note");
	/** The seats whose win is being celebrated. */
	winners = $state.raw<readonly number[]>([]);
	/** The element in which cards fly; null while there is none. */
	layer: HTMLElement | null = null;
	#steps: Step[] = [];
	/** Milliseconds for each line: less if many came at once. */
	#beat = 0;
	#timer: ReturnType<typeof setTimeout> | undefined;
	readonly #draw: Draw;

	constructor(draw: Draw = () => null) {
		this.#draw = draw;
	}

	/** Show new lines. `starts` are where their cards were; without any, no card flies.
	 *
	 * Of older lines that still wait only those that matter stay. With `isAsked`, cards can be seen where they are now
	 * even before they have flown there. */
	play(lines: readonly SeenLine[], starts: ReadonlyMap<Move, Start>, isAsked = false): void {
		if (lines.length === 0) return;
		const isBusy = this.#timer !== undefined && matters(this.kind);
		for (const step of this.#steps) if (!matters(step.happening.kind)) land(step);
		this.#steps = this.#steps.filter(({ happening }) => matters(happening.kind));
		this.#steps.push(...lines.map((one) => ({ ...one, flights: this.#flightsOf(one, starts) })));
		this.#beat = beatFor(prefs.pace, this.#steps.length);
		if (!isAsked) for (const { flights } of this.#steps) for (const flight of flights) flight.hideTarget();
		if (prefs.pace === "none") this.#jump();
		else if (!isBusy) {
			clearTimeout(this.#timer);
			this.#next();
		}
	}

	#flightsOf({ happening: { kind, moves } }: SeenLine, starts: ReadonlyMap<Move, Start>): readonly Flight[] {
		const { layer } = this;
		if (layer === null || starts.size === 0) return [];
		return moves.flatMap((move) => Flight.of(move, kind, starts.get(move), layer, this.#draw) ?? []);
	}

	/** Stop: land all cards. */
	stop(): void {
		clearTimeout(this.#timer);
		this.#timer = undefined;
		for (const step of this.#steps) land(step);
		this.#steps = [];
	}

	/** Without a pace the most important line is shown, and no card flies. */
	#jump(): void {
		const steps = this.#steps;
		this.stop();
		const best = steps.reduce((one, other) =>
			weight(other.happening.kind) >= weight(one.happening.kind) ? other : one,
		);
		this.#show(best);
	}

	#next(): void {
		this.#timer = undefined;
		const step = this.#steps.shift();
		if (step === undefined) return;
		const beat = this.#beat;
		this.#show(step);
		const duration = Math.min(LONGEST_FLIGHT, beat * FLYING);
		for (const flight of step.flights) void flight.start(duration);
		const { cause } = step.happening;
		if (cause && !isCalm()) pulse(cause.card, cause.places, duration);
		this.#timer = setTimeout(() => this.#next(), beat);
	}

	#show({ line, happening }: Step): void {
		this.line = line;
		this.kind = happening.kind;
		this.winners = happening.winners ?? [];
	}
}

/** End the flights of a step. */
function land({ flights }: Step): void {
	for (const flight of flights) flight.finish();
}

/** Whether something is shown even if more has happened since. */
const matters = (kind: Kind): boolean => weight(kind) >= weight("away");

const ORDER: readonly Kind[] = ["note", "draw", "away", "play", "theft", "hit", "neigh", "win"];
const weight = (kind: Kind): number => ORDER.indexOf(kind);

/** Return the news among log lines, with what is to be seen of them. */
export function newsOf(game: string, lines: readonly Line[]): readonly SeenLine[] {
	const { happening } = gameModule(game);
	return lines
		.filter((line) => line.is_news)
		.map((line) => ({ line, happening: happening?.(line.event) ?? NOTHING }));
}

/** Let a page show what happens at its table. Call it while the component is set up. */
export function watchHappenings(context: TableContext): Playback {
	const playback = new Playback((card) => drawing(context.card(card), context.game));
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
			// Another player of this device has got it: what they missed is in the log.
			news = connection === activeConnection ? newsOf(table.game, fresh) : [];
			[seen, connection] = [fresh, activeConnection];
			const isMoving = !isCalm() && prefs.pace !== "none" && !document.hidden;
			starts = startsOf(isMoving ? news.flatMap(({ happening }) => happening.moves) : []);
		});
	});
	// After it has changed: from there to where they are now.
	$effect(() => {
		if (context.table === null || context.activeConnection?.fresh === undefined) return;
		untrack(() => playback.play(news, starts, context.decision !== null));
		news = [];
	});
	$effect(() => () => playback.stop());
	return playback;
}
