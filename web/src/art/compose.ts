// The illustrator: lays the parts of a picture over each other, from the sky to what is held. What a recipe does not
// say is chosen by the card's name, so that it never changes.

import { draw, INK, mix, paint, type Shape, seedOf } from "./ink";
import { type Parts, type Place, split } from "./parts";
import { type Figure, type Thing, understand } from "./recipe";

/** Shapes that are moved together. */
export interface Layer {
	readonly at: string;
	readonly shapes: readonly Shape[];
}

/** Where things are if nobody says it: the first is the picture, or is held. */
const ALONE: readonly Place[] = [
	[50, 41, 1.95],
	[17, 22, 0.85, -12],
	[84, 20, 0.8, 12],
	[85, 62, 0.8],
	[15, 62, 0.8],
];
const HELD: readonly Place[] = [
	[84, 56],
	[14, 22, 0.75],
	[14, 62, 0.75],
	[86, 20, 0.75],
];
/** Where things of a kind are worn; "d" goes around the head and "b" behind it all. */
const WORN: Readonly<Record<string, string>> = { h: "hat", e: "eye", f: "face", m: "muzzle", n: "neck" };
const COATS = ["WRPG", "CVUT", "UIVG", "SBIR", "PRDG", "YONT", "AFTR", "JMVG", "QNOT", "LFER"];
/** Nobody has these by chance. */
const ODD = "bald hornless limp broken plunger scoop trio blank dizzy mad evil starry angry worry";

/** A scale below 0 mirrors. */
const moved = ([x, y, scale = 1, turn = 0]: Place): string =>
	`translate(${x} ${y})${turn ? `rotate(${turn})` : ""}${scale === 1 ? "" : `scale(${scale} ${Math.abs(scale)})`}`;

/** Draw what the words say. */
export function compose(parts: Parts, words: string, name: string): Layer[] {
	const { figures, ground, scene } = understand(parts, words);
	const layers: Layer[] = [];
	const dark = mix(ground, INK, 0.13);
	const light = mix(ground, "#ffffff", 0.38);
	const sky = [dark, "", "", "", "", "", "", "", ground, light];
	const add = (part = "", palette: readonly string[] = sky, at = "", scale = 1) => {
		if (part) layers.push({ at, shapes: draw(part, palette, scale) });
	};
	add("8.M0 0H100V80H0Z");
	add(parts.scenes?.[scene]);
	for (const figure of figures) arrange(parts, figure, seedOf(name), sky, add);
	add(parts.fronts?.[scene]);
	return layers;
}

type Add = (part: string | undefined, palette: readonly string[], at: string, scale: number) => void;

function arrange(parts: Parts, figure: Figure, seed: number, sky: readonly string[], add: Add): void {
	const part = (drawer: string, key: string) => parts[drawer]?.[key];
	const chosen = (drawer: string, turn: number): string => {
		const all = Object.keys(parts[drawer] ?? {}).filter((each) => !ODD.includes(each));
		return figure.worn[drawer] ?? all[(seed >>> turn) % all.length] ?? "";
	};
	const painted = (special = "") => {
		const colours = figure.colours || COATS[seed % COATS.length] || "W";
		const letter = (at: number, other: string) => paint(colours.charAt(at) || other);
		const coat = letter(0, "W");
		const [mane, second] = [letter(1, "R"), letter(2, "P")];
		const six = special ? paint(special) : letter(3, "R");
		return [
			sky[0] ?? "",
			coat,
			mix(coat, INK, 0.16),
			mane,
			second,
			letter(4, "G"),
			six,
			"",
			sky[8] ?? "",
			sky[9] ?? "",
		];
	};
	const palette = painted();

	// Where the body and the head are; a figure seen from the front is drawn about its head.
	const [places, body] = split(part("poses", figure.pose) ?? "");
	const kind = places.front ? "front" : "profile";
	const headAt = places[kind];
	const [headPlaces, head] = split(headAt ? (part("heads", kind) ?? "") : "");
	const whole = figure.at ? `${moved(figure.at)}translate(-50 -42)` : "";
	const size = figure.at?.[2] ?? 1;
	const inHead = { at: headAt ? whole + moved(headAt) : whole, size: size * (headAt?.[2] ?? 1) };
	const inBody = kind === "front" ? inHead : { at: whole, size };
	const middle = kind === "front" ? 0 : 50;
	const on = headAt ? headPlaces : places;
	const put = (shapes: string | undefined, where: Place | undefined, frame = inHead, colours = palette) => {
		if (where) add(shapes, colours, frame.at + moved(where), frame.size * Math.abs(where[2] ?? 1));
	};
	const twin = (shapes: string | undefined, [x, y, scale = 1, turn = 0]: Place, frame = inHead) =>
		put(shapes, [2 * middle - x, y, -scale, -turn], frame);
	const slotOf = (thing: Thing) => /^(\w);/.exec(part("props", thing.name) ?? "")?.[1] ?? "";
	const shapesOf = (thing: Thing) => split(part("props", thing.name) ?? "")[1];
	const wear = (slot: string, where: Place, frame: { at: string; size: number }) => {
		for (const thing of figure.things)
			if (slotOf(thing) === slot) put(shapesOf(thing), where, frame, painted(thing.colour));
	};
	const mane = chosen("manes", 3);
	const ears = part("ears", figure.worn.ears ?? "horse");
	const earsHang = ["dog", "panda"].includes(figure.worn.ears ?? "");
	const wings = part("wings", figure.worn.wings ?? "");

	// Behind, body, head.
	wear("b", [0, 0], { at: whole, size });
	if (wings && places.wing) {
		const [x, y, scale = 1, turn = 0] = places.wing;
		if (headAt && kind === "profile") put(wings, [x + 9, y, scale * 0.92, turn + 24], inBody);
		else {
			put(wings, places.wing, inBody);
			if (kind === "front" || places.face) twin(wings, places.wing, inBody);
		}
	}
	if (mane !== "bald") put(part("tails", mane) ?? part("tails", "wave"), places.tail, inBody);
	add(body, palette, inBody.at, inBody.size);
	if (kind === "front" && !earsHang) put(ears, [0, 0]);
	if (headAt && kind === "profile") put(wings, places.wing, inBody);
	put(head, headAt && [0, 0]);
	if (kind === "front" && earsHang) put(ears, [0, 0]);
	if (headAt && figure.worn.ears !== "llama") put(part(kind === "front" ? "tufts" : "manes", mane), [0, 0]);
	if (headAt && kind === "profile") put(part("heads", "ear"), [0, 0]);
	wear("d", [0, 0], inHead);
	put(part("horns", chosen("horns", 7)), on.horn);
	const eye = chosen("eyes", 11);
	put(part("eyes", eye), on.eye ?? on.eyes);
	if (on.eyes) twin(part("eyes", eye === "wink" ? "calm" : eye), on.eyes);

	// What is worn and held.
	const spots = figure.pose ? [places.hold ?? [84, 56], ...HELD.slice(1)] : ALONE;
	let held = 0;
	for (const thing of figure.things) {
		const slot = slotOf(thing);
		if (slot === "b" || slot === "d") continue;
		const colours = painted(thing.colour);
		const worn = figure.pose ? on[WORN[slot] ?? ""] : undefined;
		if (thing.at) put(shapesOf(thing), thing.at, { at: whole, size }, colours);
		else if (worn) put(shapesOf(thing), worn, inHead, colours);
		else put(shapesOf(thing), spots[held++ % spots.length], { at: "", size: 1 }, colours);
	}
}
