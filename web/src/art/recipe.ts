// What a few words order: figures with what they wear and hold, and where it happens. Each word is looked up in the
// drawers of parts; a pose begins a new figure, and what comes before the first belongs to nobody.

import { paint } from "./ink";
import { type Parts, type Place, place } from "./parts";

export interface Thing {
	readonly name: string;
	readonly at: Place | null;
	readonly colour: string;
}

export interface Figure {
	readonly pose: string;
	readonly at: Place | null;
	colours: string;
	readonly worn: Record<string, string>;
	readonly things: Thing[];
}

export interface Recipe {
	readonly figures: readonly Figure[];
	readonly ground: string;
	readonly scene: string;
}

const WARDROBE = ["ears", "manes", "horns", "eyes", "wings"];

/** Whether there is such a part. */
export const has = (parts: Parts, drawer: string, name: string): boolean =>
	Object.hasOwn(parts[drawer] ?? {}, name);

/** Look every word up. */
export function understand(parts: Parts, words: string): Recipe {
	let [ground, scene] = ["S", ""];
	const somebody = (pose: string, at: Place | null): Figure => ({
		pose,
		at,
		colours: "",
		worn: {},
		things: [],
	});
	let figure = somebody("", null);
	const figures = [figure];
	for (const word of words.split(" ")) {
		const [, name = "", colour = "", where] = /^([^*@]*)(?:\*(\w))?(?:@(.*))?$/.exec(word) ?? [];
		const at = where ? place(where) : null;
		const drawer = WARDROBE.find((each) => has(parts, each, name));
		if (/^[A-Z]:/.test(word)) [ground, scene] = [word.charAt(0), word.slice(2)];
		else if (/^[A-Z]+$/.test(word)) figure.colours = word;
		else if (has(parts, "poses", name)) {
			figure = somebody(name, at);
			figures.push(figure);
		} else if (drawer) figure.worn[drawer] = name;
		else if (has(parts, "props", name)) figure.things.push({ name, at, colour });
	}
	return { figures: figures.filter((each) => each.pose || each.things.length), ground: paint(ground), scene };
}
