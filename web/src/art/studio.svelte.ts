// Where pictures come from: the parts and the cards are texts on our own server, asked for once, when the first
// picture is wanted. Until they are here there is only the paper.

import adult from "./adult.txt?url";
import { bake } from "./bake";
import { compose, type Layer } from "./compose";
import fairytale from "./fairytale.txt?url";
import { guess, type Pictured } from "./guess";
import { attributes } from "./ink";
import { type Drawer, type Parts, read } from "./parts";
import partsAt from "./parts.txt?url";
import unicorns from "./unicorns.txt?url";

const TABLES: Readonly<Record<string, string>> = { unicorns, fairytale };
/** Cards that only decks for adults have: asked for when one is to be shown, and not on every server. */
const FURTHER: Readonly<Record<string, string>> = { unicorns: adult };

let parts = $state.raw<Parts | null>(null);
let tables = $state.raw<Readonly<Record<string, Drawer>>>({});
const asked = new Set<string>();
const drawn = new Map<string, SVGGElement>();

async function ask(address: string, keep: (text: Parts) => void): Promise<void> {
	if (asked.has(address)) return;
	asked.add(address);
	try {
		const answer = await fetch(address);
		keep(answer.ok ? read(await answer.text()) : {});
	} catch {
		asked.delete(address); // the next picture asks again
	}
}

/** Ask for what the pictures of a game need. */
export function want(game: string): void {
	void ask(partsAt, (text) => {
		parts = text;
	});
	const table = TABLES[game];
	if (table)
		void ask(table, (text) => {
			tables = { ...tables, [game]: text.cards ?? {} };
		});
}

/** Draw a card, or nothing yet. Each is drawn once; there can be eighty on a table. */
export function picture(card: Pictured, game: string): Node | null {
	const table = TABLES[game] ? tables[game] : {};
	if (!parts || !table) return null;
	if (!table[card.id] && !tables[`${game}+`] && FURTHER[game]) {
		void ask(FURTHER[game], (text) => {
			tables = { ...tables, [game]: { ...tables[game], ...text.cards }, [`${game}+`]: {} };
		});
		return null;
	}
	const name = `${game}/${card.id}`;
	const done = drawn.get(name) ?? hang(compose(parts, table[card.id] ?? guess(parts, card), card.id));
	drawn.set(name, done);
	return done.cloneNode(true);
}

/** Layers as elements, without any transformation among them. */
function hang(layers: readonly Layer[]): SVGGElement {
	const whole = make("g", {});
	for (const { at, shapes } of layers)
		for (const shape of shapes) whole.append(make("path", attributes(bake(shape, at))));
	return whole;
}

function make<K extends "g" | "path">(
	tag: K,
	having: Readonly<Record<string, string>>,
): SVGElementTagNameMap[K] {
	const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
	for (const [name, value] of Object.entries(having)) made.setAttribute(name, value);
	return made;
}
