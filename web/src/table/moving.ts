// Cards that were named in what happened move from where they lay to where they lie: one look before the page
// changes, one after, and the browser animates the difference. Everything else just is where it is.

import { isCalm } from "../lib/prefs.svelte";
import type { Line } from "../protocol";

type Places = Map<string, DOMRect>;
const LONG = 420;

/** Look where the cards lie that events name. */
export function look(lines: readonly Line[], root: ParentNode = document): Places {
	const places: Places = new Map();
	for (const [id, card] of named(lines, root)) places.set(id, card.getBoundingClientRect());
	return places;
}

/** Let the cards that events name move to their new places. */
export function move(before: Places, lines: readonly Line[], root: ParentNode = document): void {
	for (const [id, card] of named(lines, root)) {
		const from = before.get(id);
		const to = card.getBoundingClientRect();
		if (from && Math.hypot(from.x - to.x, from.y - to.y) < 4) continue;
		card.animate(steps(from, to), { duration: LONG, easing: "cubic-bezier(0.2, 0.8, 0.2, 1)" });
	}
}

/** The cards that are to move, each with the first place where it lies; none for those who want it calm. */
function named(lines: readonly Line[], root: ParentNode): [string, HTMLElement][] {
	if (isCalm()) return [];
	return [...new Set(lines.flatMap(cardsOf))].flatMap((id) => {
		const card = root.querySelector<HTMLElement>(`[data-card="${CSS.escape(id)}"]`);
		return card ? [[id, card]] : [];
	});
}

function steps(from: DOMRect | undefined, to: DOMRect): Keyframe[] {
	if (!from)
		return [
			{ transform: "scale(0.6)", opacity: 0 },
			{ transform: "none", opacity: 1 },
		];
	const shift = `translate(${from.x - to.x}px, ${from.y - to.y}px) scale(${from.width / (to.width || 1)})`;
	return [
		{ transform: shift, transformOrigin: "0 0" },
		{ transform: "none", transformOrigin: "0 0" },
	];
}

function cardsOf({ event }: Line): string[] {
	const found = event["cards"] ?? (event["card"] === undefined ? [] : [event["card"]]);
	return Array.isArray(found) ? found.filter((card) => typeof card === "string") : [];
}
