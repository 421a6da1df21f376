// Applies transforms to the points of paths. A transform attribute would cost the browser work for each group in every
// frame, and eighty cards have a thousand groups. The transforms of parts preserve form (they translate, rotate,
// scale evenly and mirror), so arcs stay arcs.

import type { Shape } from "./shapes";

/** x' = a x + c y + e, y' = b x + d y + f. */
type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number];

const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];
const NUMBER = /-?(?:\d+\.?\d*|\.\d+)/g;
const round = (n: number) => Math.round(n * 100) / 100;

const times = ([a, b, c, d, e, f]: Matrix, [g, h, i, j, k, l]: Matrix): Matrix => [
	a * g + c * h,
	b * g + d * h,
	a * i + c * j,
	b * i + d * j,
	a * k + c * l + e,
	b * k + d * l + f,
];

function step(name: string, [x = 0, y = name === "scale" ? x : 0]: readonly number[]): Matrix {
	if (name === "translate") return [1, 0, 0, 1, x, y];
	if (name === "scale") return [x, 0, 0, y, 0, 0];
	const turn = (x * Math.PI) / 180;
	return [Math.cos(turn), Math.sin(turn), -Math.sin(turn), Math.cos(turn), 0, 0];
}

/** Parse a transform attribute: translate, rotate and scale. */
export function matrix(text: string): Matrix {
	let all = IDENTITY;
	for (const [, name = "", inner = ""] of text.matchAll(/(\w+)\(([^)]*)\)/g))
		all = times(all, step(name, (inner.match(NUMBER) ?? []).map(Number)));
	return all;
}

/** How many numbers each path command takes. */
const NUMBER_COUNT: Readonly<Record<string, number>> = {
	m: 2,
	l: 2,
	t: 2,
	h: 1,
	v: 1,
	c: 6,
	s: 4,
	q: 4,
	a: 7,
	z: 0,
};

/** Return the data of a path after a transform, with absolute coordinates. */
export function transformPath(d: string, by: Matrix): string {
	const [a, b, c, e, x0, y0] = by;
	const size = Math.sqrt(Math.abs(a * e - b * c));
	const turn = (Math.atan2(b, a) * 180) / Math.PI;
	const mirrors = a * e - b * c < 0;
	let out = "";
	let [x, y, fromX, fromY] = [0, 0, 0, 0];
	for (const [, letter = "", rest = ""] of d.matchAll(/([a-z])([^a-z]*)/gi)) {
		const kind = letter.toLowerCase();
		const numbers = (rest.match(NUMBER) ?? []).map(Number);
		const many = NUMBER_COUNT[kind] ?? 0;
		if (many === 0) {
			out += "Z";
			[x, y] = [fromX, fromY];
		}
		for (let at = 0; many > 0 && at + many <= numbers.length; at += many) {
			const given = numbers.slice(at, at + many);
			const [bx, by0] = letter === kind ? [x, y] : [0, 0]; // the output is absolute
			const points =
				kind === "h"
					? [(given[0] ?? 0) + bx, y]
					: kind === "v"
						? [x, (given[0] ?? 0) + by0]
						: (kind === "a" ? given.slice(5) : given).map((n, place) => n + (place % 2 ? by0 : bx));
			x = points.at(-2) ?? x;
			y = points.at(-1) ?? y;
			if (kind === "m" && at === 0) [fromX, fromY] = [x, y];
			out += kind === "h" || kind === "v" || (kind === "m" && at > 0) ? "L" : kind.toUpperCase();
			if (kind === "a") {
				const [rx = 0, ry = 0, angle = 0, large = 0, sweep = 0] = given;
				const tilt = mirrors ? turn - angle : turn + angle;
				out += `${round(rx * size)} ${round(ry * size)} ${round(tilt)} ${large} ${mirrors ? 1 - sweep : sweep} `;
			}
			const shown: number[] = [];
			for (let n = 0; n < points.length; n += 2) {
				const [px = 0, py = 0] = [points[n], points[n + 1]];
				shown.push(round(a * px + c * py + x0), round(b * px + e * py + y0));
			}
			out += shown.join(" ");
		}
	}
	return out;
}

/** Return a shape after a transform; a mirrored shape is mirrored first. The line width is scaled as well. */
export function transformShape(shape: Shape, at: string): Shape {
	const place = matrix(shape.mirrored ? `${at}scale(-1 1)` : at);
	const [a, b, c, d] = place;
	const width = round(shape.width * Math.sqrt(Math.abs(a * d - b * c)));
	return { ...shape, d: transformPath(shape.d, place), width, mirrored: false };
}
