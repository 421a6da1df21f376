// Composes a picture from its parts, in layers from the background to what the figures hold. What a recipe leaves
// open is chosen by a hash of the card's id, so that the picture is always the same.

import { type Parts, type Place, splitPart } from "./parts";
import { type Figure, parseRecipe, type Thing } from "./recipe";
import { colourOf, draw, INK, mix, type Shape, seedOf } from "./shapes";

/** Shapes with one common transform. */
export interface Layer {
	readonly at: string;
	readonly shapes: readonly Shape[];
}

/** The default places of things without a figure; the first one fills the picture. */
const ALONE: readonly Place[] = [
	[50, 41, 1.95],
	[17, 22, 0.85, -12],
	[84, 20, 0.8, 12],
	[85, 62, 0.8],
	[15, 62, 0.8],
];
/** The default places of things beside a figure; the first one is held. */
const HELD: readonly Place[] = [
	[84, 56],
	[14, 22, 0.75],
	[14, 62, 0.75],
	[86, 20, 0.75],
];
/** Where a thing is worn, by its slot letter. Slot "d" is around the head and "b" behind everything. */
const WORN: Readonly<Record<string, string>> = { h: "hat", e: "eye", f: "face", m: "muzzle", n: "neck" };
const COATS = ["WRPG", "CVUT", "UIVG", "SBIR", "PRDG", "YONT", "AFTR", "JMVG", "QNOT", "LFER"];
/** Parts that are drawn only if a recipe names them. */
const ONLY_NAMED = "bald hornless limp broken plunger scoop trio blank dizzy mad evil starry angry worry";

/** Return a place as a transform attribute. A negative scale mirrors. */
const transformOf = ([x, y, scale = 1, turn = 0]: Place): string =>
	`translate(${x} ${y})${turn ? `rotate(${turn})` : ""}${scale === 1 ? "" : `scale(${scale} ${Math.abs(scale)})`}`;

/** Return the layers of a recipe; `name` is the card's id. */
export function compose(parts: Parts, words: string, name: string): Layer[] {
	const { figures, ground, scene } = parseRecipe(parts, words);
	const layers: Layer[] = [];
	const dark = mix(ground, INK, 0.13);
	const light = mix(ground, "#ffffff", 0.38);
	const sky = [dark, "", "", "", "", "", "", "", ground, light];
	const add = (part = "", palette: readonly string[] = sky, at = "", scale = 1) => {
		if (part) layers.push({ at, shapes: draw(part, palette, scale) });
	};
	add("8.M0 0H100V80H0Z");
	add(parts.scenes?.[scene]);
	for (const figure of figures) addFigure(parts, figure, seedOf(name), sky, add);
	add(parts.fronts?.[scene]);
	return layers;
}

type Add = (part: string | undefined, palette: readonly string[], at: string, scale: number) => void;

function addFigure(parts: Parts, figure: Figure, seed: number, sky: readonly string[], add: Add): void {
	const part = (section: string, key: string) => parts[section]?.[key];
	const chosen = (section: string, turn: number): string => {
		const all = Object.keys(parts[section] ?? {}).filter((each) => !ONLY_NAMED.includes(each));
		return figure.worn[section] ?? all[(seed >>> turn) % all.length] ?? "";
	};
	const paletteWith = (accentLetter = "") => {
		const colours = figure.colours || COATS[seed % COATS.length] || "W";
		const letter = (at: number, other: string) => colourOf(colours.charAt(at) || other);
		const coat = letter(0, "W");
		const [mane, second] = [letter(1, "R"), letter(2, "P")];
		const accent = accentLetter ? colourOf(accentLetter) : letter(3, "R");
		return [
			sky[0] ?? "",
			coat,
			mix(coat, INK, 0.16),
			mane,
			second,
			letter(4, "G"),
			accent,
			"",
			sky[8] ?? "",
			sky[9] ?? "",
		];
	};
	const palette = paletteWith();

	// The places of body and head. The coordinates of a figure seen from the front are relative to its head.
	const [places, body] = splitPart(part("poses", figure.pose) ?? "");
	const kind = places.front ? "front" : "profile";
	const headAt = places[kind];
	const [headPlaces, head] = splitPart(headAt ? (part("heads", kind) ?? "") : "");
	const whole = figure.at ? `${transformOf(figure.at)}translate(-50 -42)` : "";
	const size = figure.at?.[2] ?? 1;
	const inHead = { at: headAt ? whole + transformOf(headAt) : whole, size: size * (headAt?.[2] ?? 1) };
	const inBody = kind === "front" ? inHead : { at: whole, size };
	const middle = kind === "front" ? 0 : 50;
	const on = headAt ? headPlaces : places;
	const put = (shapes: string | undefined, where: Place | undefined, frame = inHead, colours = palette) => {
		if (where) add(shapes, colours, frame.at + transformOf(where), frame.size * Math.abs(where[2] ?? 1));
	};
	const putMirrored = (shapes: string | undefined, [x, y, scale = 1, turn = 0]: Place, frame = inHead) =>
		put(shapes, [2 * middle - x, y, -scale, -turn], frame);
	const slotOf = (thing: Thing) => /^(\w);/.exec(part("props", thing.name) ?? "")?.[1] ?? "";
	const shapesOf = (thing: Thing) => splitPart(part("props", thing.name) ?? "")[1];
	const wear = (slot: string, where: Place, frame: { at: string; size: number }) => {
		for (const thing of figure.things)
			if (slotOf(thing) === slot) put(shapesOf(thing), where, frame, paletteWith(thing.colour));
	};
	const mane = chosen("manes", 3);
	const ears = part("ears", figure.worn.ears ?? "horse");
	const earsHang = ["dog", "panda"].includes(figure.worn.ears ?? "");
	const wings = part("wings", figure.worn.wings ?? "");

	// What is behind the figure, then the body, then the head.
	wear("b", [0, 0], { at: whole, size });
	if (wings && places.wing) {
		const [x, y, scale = 1, turn = 0] = places.wing;
		if (headAt && kind === "profile") put(wings, [x + 9, y, scale * 0.92, turn + 24], inBody);
		else {
			put(wings, places.wing, inBody);
			if (kind === "front" || places.face) putMirrored(wings, places.wing, inBody);
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
	if (on.eyes) putMirrored(part("eyes", eye === "wink" ? "calm" : eye), on.eyes);

	// What is worn and held.
	const spots = figure.pose ? [places.hold ?? [84, 56], ...HELD.slice(1)] : ALONE;
	let held = 0;
	for (const thing of figure.things) {
		const slot = slotOf(thing);
		if (slot === "b" || slot === "d") continue;
		const colours = paletteWith(thing.colour);
		const worn = figure.pose ? on[WORN[slot] ?? ""] : undefined;
		if (thing.at) put(shapesOf(thing), thing.at, { at: whole, size }, colours);
		else if (worn) put(shapesOf(thing), worn, inHead, colours);
		else put(shapesOf(thing), spots[held++ % spots.length], { at: "", size: 1 }, colours);
	}
}
