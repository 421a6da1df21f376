// Loads and caches pictures. Parts and recipes are text files on the same server; each is fetched once, when the
// first picture needs it. Until then a picture is empty.

import { gameModule } from "../../games";
import { compose, type Layer } from "./compose";
import type { DrawableCard } from "./guess";
import { type Parts, parseParts, type Section } from "./parts";
import partsAt from "./parts.txt?url";
import { attributes } from "./shapes";
import { transformShape } from "./transform";

let parts = $state.raw<Parts | null>(null);
let tables = $state.raw<Readonly<Record<string, Section>>>({});
/** Makes up a recipe; it is loaded for the first card without one. */
let guess = $state.raw<typeof import("./guess").guess | null>(null);
const asked = new Set<string>();
const drawn = new Map<string, SVGGElement>();

async function ask(address: string, keep: (text: string) => void): Promise<void> {
	if (asked.has(address)) return;
	asked.add(address);
	try {
		const answer = await fetch(address);
		keep(answer.ok ? await answer.text() : "");
	} catch {
		asked.delete(address); // the next picture tries again
	}
}

/** Load the parts and the recipes of a game. */
export function loadPictures(game: string): void {
	void ask(partsAt, (text) => {
		parts = parseParts(text);
	});
	const { pictures } = gameModule(game);
	if (pictures)
		void ask(pictures.cards, (text) => {
			tables = { ...tables, [game]: parseParts(text).cards ?? {} };
		});
}

/** Return the picture of a card; null until it is loaded. Each is composed once: a table can have eighty cards. */
export function picture(card: DrawableCard, game: string): Node | null {
	const module = gameModule(game);
	const table = module.pictures ? tables[game] : {};
	if (!parts || !table || !game) return null;
	// The other files are fetched one after the other, and only for a card that no file before has.
	const more = module.pictures?.more?.find((address) => !tables[address]);
	if (!table[card.id] && more) {
		void ask(more, (text) => {
			parts = parseParts(text, parts ?? {});
			tables = { ...tables, [game]: { ...tables[game], ...parts.cards }, [more]: {} };
		});
		return null;
	}
	const recipe = table[card.id] ?? guess?.(parts, card, module);
	if (recipe === undefined) {
		void loadGuess();
		return null;
	}
	const name = `${game}/${card.id}`;
	const done = drawn.get(name) ?? toElement(compose(parts, recipe, card.id));
	drawn.set(name, done);
	return done.cloneNode(true);
}

/** Return the picture of a card as an element of its own, for what is not drawn by a component; null until it is loaded. */
export function drawing(card: DrawableCard, game: string): SVGSVGElement | null {
	const shapes = picture(card, game);
	if (shapes === null) return null;
	const svg = createElement("svg", { viewBox: "0 0 100 80", preserveAspectRatio: "xMidYMid slice" });
	svg.append(shapes);
	return svg;
}

async function loadGuess(): Promise<void> {
	try {
		({ guess } = await import("./guess"));
	} catch {
		// Without a network the next picture tries again.
	}
}

/** Return layers as elements; transforms are applied to the paths. */
function toElement(layers: readonly Layer[]): SVGGElement {
	const whole = createElement("g", {});
	for (const { at, shapes } of layers)
		for (const shape of shapes) whole.append(createElement("path", attributes(transformShape(shape, at))));
	return whole;
}

function createElement<K extends "g" | "path" | "svg">(
	tag: K,
	attributeValues: Readonly<Record<string, string>>,
): SVGElementTagNameMap[K] {
	const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
	for (const [name, value] of Object.entries(attributeValues)) made.setAttribute(name, value);
	return made;
}
