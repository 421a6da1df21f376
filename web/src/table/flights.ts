// Flights of cards: where a card lay is looked up before the page changes, where it lies now after that, and a copy of
// its picture flies between the two. A card is found by its zone and the number of its copy, not by its name alone.

import type { Kind, Move } from "./moves";

/** The start of a move, as the page showed it before it changed. */
export interface Start {
	readonly rect: DOMRect;
	/** A copy of the card; null if it was not shown. */
	readonly image: HTMLElement | null;
}

/** The size of a card that flies between places that show none, in pixels. */
const CARD = { width: 58, height: 80 };
const HIDDEN: Keyframe[] = [{ opacity: 0 }, { opacity: 0 }];

const isShown = (element: Element): boolean => element.getBoundingClientRect().width > 0;

function find(selector: string): HTMLElement | null {
	return [...document.querySelectorAll<HTMLElement>(selector)].find(isShown) ?? null;
}

/** Return the card of a move in a zone; null if the page does not show it there. */
export function cardIn(place: string, { card, option }: Pick<Move, "card" | "option">): HTMLElement | null {
	if (card === undefined) return null;
	const there = `[data-place="${CSS.escape(place)}"]`;
	const copy = option === undefined ? null : find(`${there}[data-option="${option}"]`);
	return copy ?? find(`${there}[data-card="${CSS.escape(card)}"]:not([data-option])`);
}

/** Return where a zone is; of a seat's zone that the page does not show, where the seat is. */
function zoneRect(place: string): DOMRect | null {
	const seat = place.split(" ")[1];
	const zone =
		find(`[data-zone="${CSS.escape(place)}"]`) ?? (seat ? find(`[data-seat="${CSS.escape(seat)}"]`) : null);
	if (zone) return zone.getBoundingClientRect();
	const area = place === "playing" ? find(".area") : null;
	return area?.getBoundingClientRect() ?? null;
}

/** Look up the starts of moves. Call it before the page changes. */
export function startsOf(moves: readonly Move[]): ReadonlyMap<Move, Start> {
	const starts = new Map<Move, Start>();
	for (const move of moves) {
		const card = cardIn(move.from, move);
		const rect = card?.getBoundingClientRect() ?? zoneRect(move.from);
		if (rect) starts.set(move, { rect, image: card && copyOf(card) });
	}
	return starts;
}

function copyOf(card: HTMLElement): HTMLElement {
	const copy = card.cloneNode(true) as HTMLElement;
	copy.classList.remove("can", "marked");
	for (const name of [...copy.getAttributeNames()])
		if (!["class", "style", "data-type", "data-colour", "type"].includes(name)) copy.removeAttribute(name);
	return copy;
}

/** Draws a card by its id; null if its picture is not loaded. */
export type Draw = (card: string) => Element | null;

/** Return a picture for a card that was not shown at its start: as it lies now, else drawn, else the back of a card. */
function pictureOf({ to, card, option }: Move, draw: Draw): HTMLElement {
	const shown =
		cardIn(to, { card, option }) ?? (card === undefined ? null : find(`[data-card="${CSS.escape(card)}"]`));
	if (shown) return copyOf(shown);
	const drawn = card === undefined ? null : draw(card);
	const back = drawn ?? document.querySelector('[data-zone="deck"] svg')?.cloneNode(true);
	const picture = document.createElement("span");
	picture.className = "back";
	if (back) picture.append(back);
	return picture;
}

/** One card on its way. It waits at its start until `start`. */
export class Flight {
	readonly #ghost: HTMLElement;
	readonly #path: { readonly x: number; readonly y: number; readonly scale: number };
	readonly #target: HTMLElement | null;
	#arriving: Animation | null = null;
	/** Whether something else lies now where the card lay: it would be hidden while the card waits there. */
	readonly isInTheWay: boolean;

	/** Return a flight; null if the page shows neither end of the move, or both ends are the same. */
	static of(move: Move, kind: Kind, from: Start | undefined, layer: HTMLElement, draw: Draw): Flight | null {
		const target = cardIn(move.to, move);
		const to = target?.getBoundingClientRect() ?? zoneRect(move.to);
		const start = from ?? { rect: zoneRect(move.from), image: null };
		if (!to || !start.rect) return null;
		const { x, y, width, height } = cardRect(start.rect, start.image !== null);
		const end = cardRect(to, target !== null);
		if (Math.hypot(x - end.x, y - end.y) < 4) return null;
		const image = start.image ?? pictureOf(move, draw);
		return new Flight(move, kind, image, start.image !== null, { x, y, width, height }, end, target, layer);
	}

	private constructor(
		move: Move,
		readonly kind: Kind,
		picture: HTMLElement,
		isSeen: boolean,
		from: Box,
		to: Box,
		target: HTMLElement | null,
		layer: HTMLElement,
	) {
		this.isInTheWay = isTaken(from);
		this.#ghost = document.createElement("div");
		this.#ghost.className = `flight ${kind}`;
		this.#ghost.dataset["from"] = move.from;
		this.#ghost.dataset["to"] = move.to;
		if (move.card) this.#ghost.dataset["flying"] = move.card;
		if (move.option !== undefined) this.#ghost.dataset["copy"] = String(move.option);
		Object.assign(this.#ghost.style, {
			left: `${from.x}px`,
			top: `${from.y}px`,
			width: `${from.width}px`,
			height: `${from.height}px`,
			visibility: isSeen && !this.isInTheWay ? "visible" : "hidden",
		});
		Object.assign(picture.style, { width: "100%", height: "100%" });
		this.#ghost.append(picture);
		layer.append(this.#ghost);
		this.#path = {
			x: to.x + to.width / 2 - from.x - from.width / 2,
			y: to.y + to.height / 2 - from.y - from.height / 2,
			scale: Math.max(0.2, Math.min(to.width / from.width, to.height / from.height)),
		};
		this.#target = target;
	}

	/** Hide the card where it lands until the flight is over, so that it is not seen twice. */
	hideTarget(): void {
		this.#arriving ??= this.#target?.animate(HIDDEN, { duration: 60_000 }) ?? null;
	}

	/** Fly for some milliseconds. */
	async start(duration: number): Promise<void> {
		this.hideTarget();
		this.#ghost.style.visibility = "visible";
		const frames = pathOf(this.kind, this.#path, this.#target !== null);
		await this.#ghost
			.animate(frames, { duration, easing: "cubic-bezier(0.3, 0.1, 0.2, 1)", fill: "forwards" })
			.finished.catch(() => undefined);
		this.finish();
	}

	/** End the flight where the card goes. */
	finish(): void {
		this.#arriving?.cancel();
		this.#ghost.remove();
	}
}

/** Whether another card or the prompt is at a place. */
const isTaken = ({ x, y, width, height }: Box): boolean =>
	[0.1, 0.5, 0.9].some((at) =>
		document.elementFromPoint(x + width * at, y + height / 2)?.closest("[data-card], .prompt"),
	);

interface Box {
	readonly x: number;
	readonly y: number;
	readonly width: number;
	readonly height: number;
}

/** Return the place of a card: that of an element that shows it, else one of its size in the middle of a zone. */
const cardRect = (rect: DOMRect, isCard: boolean): Box =>
	isCard
		? rect
		: {
				x: rect.x + rect.width / 2 - CARD.width / 2,
				y: rect.y + rect.height / 2 - CARD.height / 2,
				...CARD,
			};

/** Return the way of a flight: what is hit shakes first, what is stolen is snatched in a bow, the rest goes straight. */
function pathOf(
	kind: Kind,
	{ x, y, scale }: { x: number; y: number; scale: number },
	isLanding: boolean,
): Keyframe[] {
	const end = `translate(${x}px, ${y}px) scale(${scale})`;
	const last: Keyframe = { transform: end, opacity: isLanding ? 1 : 0.15 };
	const still = { transform: "none", opacity: 1 };
	switch (kind) {
		case "hit":
			return [
				still,
				{ transform: "translate(-7px, 2px) rotate(-5deg) scale(1.12)", offset: 0.1 },
				{ transform: "translate(7px, -2px) rotate(5deg) scale(1.12)", offset: 0.2 },
				{ transform: "translate(-5px, 0) rotate(-4deg) scale(1.08)", offset: 0.3 },
				{ transform: "rotate(3deg)", opacity: 1, offset: 0.42 },
				{ ...last, transform: `${end} rotate(35deg)` },
			];
		case "theft":
			return [
				still,
				{ transform: "translate(0, -14px) scale(1.25)", offset: 0.25 },
				{
					transform: `translate(${x * 0.55}px, ${y * 0.55 - 70}px) scale(1.3) rotate(${x < 0 ? -12 : 12}deg)`,
					offset: 0.62,
				},
				last,
			];
		case "neigh":
			return [
				still,
				{ transform: "scale(1.35) rotate(-8deg)", offset: 0.25 },
				{ transform: "scale(1.15) rotate(6deg)", offset: 0.4 },
				last,
			];
		case "play":
			return [
				still,
				{ transform: `translate(${x / 2}px, ${y / 2}px) scale(${1.2 * Math.max(1, scale)})` },
				last,
			];
		default:
			return [still, last];
	}
}

/** Let the card of a cause stand out for some milliseconds, where the page shows it. */
export function pulse(card: string, places: readonly string[], duration: number): void {
	const shown = places
		.map((place) => find(`[data-place="${CSS.escape(place)}"][data-card="${CSS.escape(card)}"]`))
		.find((one) => one !== null);
	shown?.animate(
		[
			{ transform: "none", filter: "none" },
			{ transform: "scale(1.14)", filter: "brightness(1.15) drop-shadow(0 0 8px gold)" },
			{ transform: "none", filter: "none" },
		],
		{ duration },
	);
}
