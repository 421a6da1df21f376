// Shows what happened: the new lines of the log one after another, each with the cards that it moves.
//
// The page already shows the newest state; nothing here keeps it from being answered. What is new while older lines
// still wait makes these go faster. Only how far everybody is waits, as long as the reader is not asked anything: heading
// and turn for the first line of the turn, points for the cards that fly. Whoever is asked reads the newest at once, so
// that the ticker is never about something older than the question.

import { beatFor } from "../lib/pace";
import { isCalm, prefs } from "../lib/prefs.svelte";
import type { Line } from "../protocol";
import { type Draw, Flight, pulse, type Start } from "./flights";
import type { Kind, Move } from "./moves";
import type { SeenLine, Standing } from "./news";

/** The share of a beat in which a card flies; the rest is for reading. */
const FLYING = 0.8;
const LONGEST_FLIGHT = 1000;

/** The share of a beat for what is soon read. */
const SHORT = 0.6;

interface Step extends SeenLine {
	readonly flights: readonly Flight[];
	/** What is shown of how far everybody is when it begins, and once its cards have landed. */
	readonly opening?: Partial<Standing>;
	readonly landing?: Partial<Standing>;
}

export class Playback {
	/** The line in the ticker; null before anything has happened. */
	line = $state.raw<Line | null>(null);
	/** A note of the page in the ticker instead of a line. */
	note = $state.raw<SeenLine["note"]>(undefined);
	kind = $state<Kind>("note");
	/** What matters and was skipped when the reader was asked: the ticker names it after the line. */
	skipped = $state.raw<readonly SeenLine[]>([]);
	/** The seats whose win is being celebrated. */
	winners = $state.raw<readonly number[]>([]);
	/** The element in which cards fly; null while there is none. */
	layer: HTMLElement | null = null;
	#steps: Step[] = [];
	/** Milliseconds for each line: less if many came at once. */
	#beat = 0;
	#timer: ReturnType<typeof setTimeout> | undefined;
	/** When the line in the ticker has been seen, by performance.now(). */
	#nextAt = 0;
	readonly #draw: Draw;
	/** Is told how far everybody is to be shown; null stands for the newest. */
	readonly #showStanding: (standing: Standing | null) => void;
	#standing: Standing | null = null;

	constructor(draw: Draw = () => null, showStanding: (standing: Standing | null) => void = () => {}) {
		this.#draw = draw;
		this.#showStanding = showStanding;
	}

	/** Show new lines. `starts` are where their cards were; without any, no card flies.
	 *
	 * Of older lines that still wait only those that matter stay. With `isAsked` nothing waits any more. */
	play(
		lines: readonly SeenLine[],
		starts: ReadonlyMap<Move, Start>,
		isAsked = false,
		[before, after]: readonly [before: Standing | null, after: Standing | null] = [null, null],
	): void {
		const flying = lines.map((one) => ({ ...one, flights: this.#flightsOf(one, starts) }));
		if (isAsked) this.#catchUp(flying);
		if (isAsked || lines.length === 0) return;
		const isNewCard = lines.some(({ isDeclared }) => isDeclared);
		const isBusy = this.#timer !== undefined && matters(this.kind, this.note, isNewCard);
		const dropped = this.#steps.filter(({ happening, note }) => !matters(happening.kind, note, isNewCard));
		this.#steps = this.#steps.filter((step) => !dropped.includes(step));
		const fresh = before && after ? withStanding(flying, after) : flying;
		this.#steps.push(...fresh);
		this.#hold(this.#steps.some(tells) ? (this.#standing ?? before) : null);
		for (const step of dropped) {
			land(step);
			this.#tell(step.opening);
		}
		this.#beat = beatFor(prefs.pace, this.#steps.length);
		for (const { flights } of this.#steps) for (const flight of flights) flight.hideTarget();
		if (prefs.pace === "none") this.#jump();
		else if (!isBusy) {
			clearTimeout(this.#timer);
			this.#next();
		}
	}

	/** Show the newest line at once. What waited is where it goes already; the cards of the new lines fly together, unless
	 * they would lie over the question. The line in the ticker counts as read once half of its time is over. */
	#catchUp(fresh: readonly Step[]): void {
		const isUnfinished = this.#timer !== undefined && this.#nextAt - performance.now() > this.#beat / 2;
		const current: Step = {
			line: this.line,
			note: this.note,
			happening: { kind: this.kind, moves: [] },
			flights: [],
		};
		const waiting = this.#steps;
		this.stop();
		const steps = [...(isUnfinished ? [current] : []), ...waiting, ...fresh].filter((step) => !isReply(step));
		const newest = steps.at(-1);
		if (newest === undefined) return;
		this.#show(
			newest,
			steps.slice(0, -1).filter(({ happening }) => weight(happening.kind) > weight("play")),
		);
		const duration = Math.min(LONGEST_FLIGHT, beatFor(prefs.pace, 1) * FLYING);
		for (const step of fresh)
			for (const flight of step.flights)
				if (step !== newest && flight.isInTheWay) flight.finish();
				else void flight.start(duration);
		const { cause } = newest.happening;
		if (cause && !isCalm()) pulse(cause.card, cause.places, duration);
	}

	#flightsOf({ happening: { kind, moves } }: SeenLine, starts: ReadonlyMap<Move, Start>): readonly Flight[] {
		const { layer } = this;
		if (layer === null || starts.size === 0) return [];
		return moves.flatMap((move) => Flight.of(move, kind, starts.get(move), layer, this.#draw) ?? []);
	}

	/** Show how the game ended, and nothing that came before it: the result is there already. */
	end(lines: readonly SeenLine[]): void {
		this.stop();
		const last = lines.findLast(({ happening }) => happening.kind === "win") ?? lines.at(-1);
		if (last) this.#show({ ...last, flights: [] });
	}

	/** Stop: land all cards. */
	stop(): void {
		clearTimeout(this.#timer);
		this.#timer = undefined;
		for (const step of this.#steps) land(step);
		this.#steps = [];
		this.#hold(null);
	}

	/** Show how far everybody was, until the next card lands; null shows the newest. */
	#hold(standing: Standing | null): void {
		if (standing === this.#standing) return;
		this.#standing = standing;
		this.#showStanding(standing);
	}

	/** Show more of how far everybody is, unless the newest is shown already; if no more will follow, the newest. */
	#tell(part: Partial<Standing> | undefined, isMore = false): void {
		if (part === undefined || this.#standing === null) return;
		this.#hold(isMore || this.#steps.some(tells) ? { ...this.#standing, ...part } : null);
	}

	/** When everything will have been seen, by performance.now(). */
	get endsAt(): number {
		if (this.#timer === undefined) return 0;
		return this.#steps.reduce((at, step) => at + this.#beatOf(step), this.#nextAt);
	}

	#beatOf({ line, happening: { kind } }: Step): number {
		return this.#beat * ((line === null || kind === "draw") && kind !== "warn" ? SHORT : 1);
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
		const beat = this.#beatOf(step);
		this.#show(step);
		this.#tell(step.opening, step.landing !== undefined);
		const duration = Math.min(LONGEST_FLIGHT, beat * FLYING);
		const landed = step.flights.map((flight) => flight.start(duration));
		void Promise.all(landed).then(() => this.#tell(step.landing));
		const { cause } = step.happening;
		if (cause && !isCalm()) pulse(cause.card, cause.places, duration);
		this.#nextAt = performance.now() + beat;
		this.#timer = setTimeout(() => this.#next(), beat);
	}

	#show({ line, note, happening }: Step, skipped: readonly SeenLine[] = []): void {
		this.line = line;
		this.note = note;
		this.skipped = skipped;
		this.kind = happening.kind;
		this.winners = happening.winners ?? [];
	}
}

/** Whether a step tells how far everybody is. */
const tells = ({ opening, landing }: Step): boolean => opening !== undefined || landing !== undefined;

/** Let steps tell how far everybody is after them: heading and turn where the turn begins, points when the last card
has landed that was not just drawn. */
function withStanding(steps: readonly Step[], { moment, active, points }: Standing): readonly Step[] {
	const played = steps.findLastIndex(
		({ flights, happening: { kind } }) => flights.length > 0 && kind !== "draw",
	);
	const landing = played < 0 ? steps.findLastIndex(({ flights }) => flights.length > 0) : played;
	const turn = steps.findLastIndex(({ isNewTurn }) => isNewTurn);
	return steps.map((step, at) => ({
		...step,
		...(at === turn && { opening: { moment, active, ...(landing < 0 && { points }) } }),
		...(at === landing && { landing: { points, ...(turn < 0 && { moment, active }) } }),
	}));
}

/** End the flights of a step. */
function land({ flights }: Step): void {
	for (const flight of flights) flight.finish();
}

/** Whether a step says how the others took a card. */
const isReply = ({ note, happening: { kind } }: SeenLine): boolean => note !== undefined && kind !== "warn";

/** Whether something is shown even if more has happened since; how a card was taken is not, once there is a new card. */
const matters = (kind: Kind, note: SeenLine["note"], isNewCard: boolean): boolean =>
	note === undefined || (isNewCard && kind !== "warn") ? weight(kind) >= weight("draw") : true;

const ORDER: readonly Kind[] = ["note", "draw", "away", "play", "theft", "hit", "neigh", "warn", "win"];
const weight = (kind: Kind): number => ORDER.indexOf(kind);
