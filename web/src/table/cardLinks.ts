// Finds the names of cards in a line of the log, so that each can be opened.

import type { Data, Json } from "../protocol";

/** A part of a line: text, or the name of a card. */
export interface Part {
	readonly text: string;
	readonly card?: string;
}

/** Return the texts in an event that may be ids of cards. */
const texts = (value: Json): readonly string[] =>
	typeof value === "string"
		? [value]
		: typeof value === "object" && value !== null
			? Object.values(value).flatMap(texts)
			: [];

/** Split a line at the names of the cards of its event. `nameOf` returns undefined for what is not a card. */
export function partsOf(
	line: string,
	event: Data,
	nameOf: (id: string) => string | undefined,
): readonly Part[] {
	const named = [...new Set(texts(event))]
		.map((card) => ({ card, name: nameOf(card) ?? "" }))
		.filter(({ name }) => name !== "")
		.sort((one, other) => other.name.length - one.name.length); // "Narwhal" is part of longer names
	let parts: readonly Part[] = [{ text: line }];
	for (const { card, name } of named)
		parts = parts.flatMap((part) => (part.card ? [part] : split(part, card, name)));
	return parts;
}

function split({ text }: Part, card: string, name: string): readonly Part[] {
	return text
		.split(name)
		.flatMap((rest, at): Part[] => (at === 0 ? [{ text: rest }] : [{ text: name, card }, { text: rest }]))
		.filter((part) => part.text !== "");
}
