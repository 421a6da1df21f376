// Parses the text files with parts (parts.txt) and with recipes (cards.txt); a file can have both (packs.txt).

export type Section = Readonly<Record<string, string>>;
export type Parts = Readonly<Record<string, Section>>;

/** A position with a scale and a rotation in degrees. */
export type Place = readonly [x: number, y: number, scale?: number, turn?: number];

/** Parse sections of lines; a line is a name, a space and the rest. They are added to the sections of `before`. */
export function parseParts(text: string, before: Parts = {}): Parts {
	const parts: Record<string, Section> = { ...before };
	let section: Record<string, string> = {};
	for (const line of text.split("\n")) {
		const title = /^\[(\w+)\]$/.exec(line)?.[1];
		const space = line.indexOf(" ");
		if (title) {
			section = { ...parts[title] };
			parts[title] = section;
		} else if (line && !line.startsWith("#"))
			section[space < 0 ? line : line.slice(0, space)] = space < 0 ? "" : line.slice(space + 1);
	}
	return parts;
}

/** Parse a place: x,y,scale,turn. */
export function parsePlace(text: string): Place {
	const [x = 0, y = 0, scale = 1, turn = 0] = text.split(",").map(Number);
	return [x, y, scale, turn];
}

/** Split a part at ";" into its places by name and its shapes. */
export function splitPart(part: string): [places: Record<string, Place>, shapes: string] {
	const at = part.indexOf(";");
	const places: Record<string, Place> = {};
	for (const each of at < 0 ? [] : part.slice(0, at).split(" ")) {
		const [name = "", where] = each.split("=");
		places[name] = parsePlace(where ?? "0,0");
	}
	return [places, part.slice(at + 1)];
}
