// Parses a recipe: the figures with what they wear and hold, and the scene. Each word is looked up in the sections of
// the parts. A pose begins a new figure; things before the first pose belong to no figure.

import { type Parts, type Place, parsePlace } from "./parts";
import { colourOf } from "./shapes";

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

const WEARABLE = ["ears", "manes", "horns", "eyes", "wings"];

/** Whether a section has a part of this name. */
export const has = (parts: Parts, section: string, name: string): boolean =>
	Object.hasOwn(parts[section] ?? {}, name);

/** Parse a recipe. Unknown words are ignored. */
export function parseRecipe(parts: Parts, words: string): Recipe {
	let [ground, scene] = ["S", ""];
	const newFigure = (pose: string, at: Place | null): Figure => ({
		pose,
		at,
		colours: "",
		worn: {},
		things: [],
	});
	let figure = newFigure("", null);
	const figures = [figure];
	for (const word of words.split(" ")) {
		const [, name = "", colour = "", where] = /^([^*@]*)(?:\*(\w))?(?:@(.*))?$/.exec(word) ?? [];
		const at = where ? parsePlace(where) : null;
		const section = WEARABLE.find((each) => has(parts, each, name));
		if (/^[A-Z]:/.test(word)) [ground, scene] = [word.charAt(0), word.slice(2)];
		else if (/^[A-Z]+$/.test(word)) figure.colours = word;
		else if (has(parts, "poses", name)) {
			figure = newFigure(name, at);
			figures.push(figure);
		} else if (section) figure.worn[section] = name;
		else if (has(parts, "props", name)) figure.things.push({ name, at, colour });
	}
	return {
		figures: figures.filter((each) => each.pose || each.things.length),
		ground: colourOf(ground),
		scene,
	};
}
