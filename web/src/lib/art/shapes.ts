// Parses a line of part data into shapes. A part is shapes joined by "|"; a shape is a colour, a style and a
// geometry. "R=o0 0 5" is a rose circle with an ink outline.
//   style: "=" filled and outlined, "." filled, "~" translucent, "-2" a line of width 2, "#5" an outlined line
//   of width 5
//   geometry: a path, or o x y rx ry (ellipse), s x y r (star), x x y r n (burst), v x y r (heart),
//   t x y r (sparkle), c x y r n (scallops), r x y w h round (box)
// A "!" before the colour draws a mirrored copy as well.

export interface Shape {
	readonly d: string;
	readonly fill: string;
	readonly line: string;
	readonly width: number;
	readonly opacity: number;
	readonly mirrored: boolean;
}

export const INK = "#2d2148";
const LINE = 1.35;

/** The colours of all drawings, by letter. */
const COLOURS: Readonly<Record<string, string>> = {
	K: INK,
	W: "#fffaf0",
	C: "#fbe6c8",
	P: "#f5abc2",
	R: "#e2557f",
	D: "#c5384c",
	O: "#f28f4f",
	G: "#f6c347",
	Y: "#fbe597",
	L: "#b8d779",
	E: "#5fae7b",
	F: "#2f7566",
	T: "#37a6a0",
	A: "#9adbd6",
	S: "#c2e4f2",
	B: "#4f8fd8",
	I: "#45509f",
	V: "#8459b5",
	U: "#cbb5ea",
	N: "#97664a",
	Q: "#dfba8d",
	H: "#9a94ad",
	J: "#dcd7e4",
	M: "#5a4d78",
	X: "#3d3259",
};

const part = (hex: string, at: number) => Number.parseInt(hex.slice(at, at + 2), 16);

/** Return a mixture of two colours; `share` is the part of the second. */
export function mix(from: string, to: string, share: number): string {
	const channel = (at: number) => Math.round(part(from, at) * (1 - share) + part(to, at) * share);
	return `#${[1, 3, 5].map((at) => channel(at).toString(16).padStart(2, "0")).join("")}`;
}

/** Return the colour of a letter, or of a digit: an index into the palette of the picture. */
export const colourOf = (letter: string, palette: readonly string[] = []): string =>
	COLOURS[letter] ?? palette[Number(letter)] ?? INK;

/** Return a hash of a name (FNV-1a). Pictures depend on it, so it must not change. */
export function seedOf(name: string): number {
	let seed = 2166136261;
	for (const letter of name) seed = Math.imul(seed ^ (letter.codePointAt(0) ?? 0), 16777619);
	return (seed ^ (seed >>> 15)) >>> 0;
}

const round = (n: number) => Math.round(n * 10) / 10;

function corners(x: number, y: number, r: number, inner: number, points: number): string {
	let d = "";
	for (let i = 0; i < points * 2; i++) {
		const long = i % 2 ? inner : r;
		const turn = (Math.PI * i) / points;
		d += `${i ? "L" : "M"}${round(x + long * Math.sin(turn))} ${round(y - long * Math.cos(turn))}`;
	}
	return `${d}Z`;
}

const GEOMETRY: Readonly<Record<string, (...n: number[]) => string>> = {
	o: (x = 0, y = 0, a = 1, b = a) => `M${x - a} ${y}a${a} ${b} 0 1 0 ${2 * a} 0a${a} ${b} 0 1 0 ${-2 * a} 0Z`,
	s: (x = 0, y = 0, r = 1) => corners(x, y, r, r * 0.48, 5),
	x: (x = 0, y = 0, r = 1, n = 10) => corners(x, y, r, r * 0.66, n),
	t: (x = 0, y = 0, r = 1) => corners(x, y, r, r * 0.3, 4),
	c: (x = 0, y = 0, r = 1, n = 8) => {
		const bow = round(r * Math.sin(Math.PI / n) * 1.15);
		const points = corners(x, y, r, r, n / 2)
			.slice(1, -1)
			.split("L");
		return `M${points[0]}${[...points.slice(1), points[0]].map((each) => `A${bow} ${bow} 0 0 1 ${each}`).join("")}Z`;
	},
	v: (x = 0, y = 0, r = 1) => {
		const n = (share: number) => round(share * r);
		return `M${x} ${y + r}c${n(-1.9)} ${n(-1)} ${n(-1.1)} ${n(-2.4)} 0 ${n(-1.4)}c${n(1.1)} ${n(-1)} ${n(1.9)} ${n(0.4)} 0 ${n(1.4)}Z`;
	},
	r: (x = 0, y = 0, w = 1, h = 1, c = 0) =>
		`M${x + c} ${y}h${w - 2 * c}q${c} 0 ${c} ${c}v${h - 2 * c}q0 ${c} ${-c} ${c}h${2 * c - w}q${-c} 0 ${-c} ${-c}v${2 * c - h}q0 ${-c} ${c} ${-c}Z`,
};

/** Return a geometry as the data of an SVG path. */
export function path(geometry: string): string {
	const shape = GEOMETRY[geometry.charAt(0)];
	return shape ? shape(...(geometry.match(/-?(\d+\.?\d*|\.\d+)/g) ?? []).map(Number)) : geometry;
}

/** Return the shapes of a part. Outlines have the same width at any scale. */
export function draw(part: string, palette: readonly string[], scale = 1): Shape[] {
	const shapes: Shape[] = [];
	for (const each of part.split("|")) {
		const found = /^(!?)(.)([=.~#-])([\d.]*)(.+)$/.exec(each);
		if (!found) continue;
		const [, mirrorMark, letter = "", style, lineWidth, geometry = ""] = found;
		const d = path(geometry);
		const colour = colourOf(letter, palette);
		const thin = LINE / scale;
		const add = (fill: string, line: string, width: number, opacity = 1) => {
			for (const mirrored of mirrorMark ? [false, true] : [false])
				shapes.push({ d, fill, line, width: Math.round(width * 100) / 100, opacity, mirrored });
		};
		if (style === "=") add(colour, INK, thin);
		else if (style === ".") add(colour, "none", 0);
		else if (style === "~") add(colour, "none", 0, letter === "K" ? 0.14 : 0.5);
		else if (style === "-") add("none", colour, lineWidth ? Number(lineWidth) : thin);
		else {
			add("none", INK, Number(lineWidth) + 2 * thin);
			add("none", colour, Number(lineWidth));
		}
	}
	return shapes;
}

/** Return a shape as the attributes of a path element. */
export function attributes({ d, fill, line, width, opacity, mirrored }: Shape): Record<string, string> {
	return {
		d,
		fill,
		...(width ? { stroke: line, "stroke-width": String(width) } : {}),
		...(opacity < 1 ? { "fill-opacity": String(opacity) } : {}), // only shapes without a line are translucent
		...(mirrored ? { transform: "scale(-1 1)" } : {}),
	};
}
