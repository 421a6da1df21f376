// The drawer of parts: reads the text the parts and the cards are written down in.

export type Drawer = Readonly<Record<string, string>>;
export type Parts = Readonly<Record<string, Drawer>>;

/** Where something is, how large, and how far it is turned. */
export type Place = readonly [x: number, y: number, scale?: number, turn?: number];

/** Read sections of lines: a name, a blank, and the rest. */
export function read(text: string): Parts {
	const parts: Record<string, Record<string, string>> = {};
	let drawer: Record<string, string> = {};
	for (const line of text.split("\n")) {
		const title = /^\[(\w+)\]$/.exec(line)?.[1];
		const blank = line.indexOf(" ");
		if (title) {
			drawer = {};
			parts[title] = drawer;
		} else if (line && !line.startsWith("#"))
			drawer[blank < 0 ? line : line.slice(0, blank)] = blank < 0 ? "" : line.slice(blank + 1);
	}
	return parts;
}

/** Numbers of a place. */
export function place(text: string): Place {
	const [x = 0, y = 0, scale = 1, turn = 0] = text.split(",").map(Number);
	return [x, y, scale, turn];
}

/** What stands before ";": places by name; and the shapes behind it. */
export function split(part: string): [places: Record<string, Place>, shapes: string] {
	const at = part.indexOf(";");
	const places: Record<string, Place> = {};
	for (const each of at < 0 ? [] : part.slice(0, at).split(" ")) {
		const [name = "", where] = each.split("=");
		places[name] = place(where ?? "0,0");
	}
	return [places, part.slice(at + 1)];
}
