// Subsets the fonts of the page at build time: only the letters of European languages in Latin and Cyrillic script, and
// only the weights and widths that the styles use. The subsets are cached in node_modules.

import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import subsetFont from "subset-font";
import type { Plugin } from "vite";

const FOLDER = new URL("node_modules/.fonts/", import.meta.url);
const PACKAGES = new URL("node_modules/@fontsource-variable/", import.meta.url);

/** The code points of each subset; src/fonts.css must list the same ranges. */
const LETTERS: Readonly<Record<string, readonly (readonly [first: number, last: number])[]>> = {
	latin: [
		[0x20, 0x7e],
		[0xa0, 0xff],
		[0x2010, 0x2027],
		[0x2030, 0x203a],
		[0x20ac, 0x20ac],
		[0x2122, 0x2122],
		[0x2190, 0x2193],
		[0x2212, 0x2212],
	],
	"latin-ext": [[0x100, 0x17f]],
	cyrillic: [
		[0x400, 0x45f],
		[0x490, 0x491],
		[0x2116, 0x2116],
	],
};
const FONTS = [
	{ name: "nunito-sans", axes: "wdth", kept: { wght: { min: 400, max: 700 }, wdth: { min: 75, max: 100 } } },
	{ name: "alegreya", axes: "wght", kept: { wght: 700 } },
];

/** Write the subsets that are missing or stale; a stamp file with a digest beside each tells. */
async function writeSubsets(): Promise<void> {
	mkdirSync(FOLDER, { recursive: true });
	for (const { name, axes, kept } of FONTS)
		for (const [part, ranges] of Object.entries(LETTERS)) {
			const whole = readFileSync(new URL(`${name}/files/${name}-${part}-${axes}-normal.woff2`, PACKAGES));
			const mark = createHash("sha256")
				.update(whole)
				.update(JSON.stringify([kept, ranges]))
				.digest("hex");
			const [font, stamp] = [
				new URL(`${name}-${part}.woff2`, FOLDER),
				new URL(`${name}-${part}.sha256`, FOLDER),
			];
			if (existsSync(font) && existsSync(stamp) && readFileSync(stamp, "utf8") === mark) continue;
			const points = ranges.flatMap(([first, last]) =>
				Array.from({ length: last - first + 1 }, (_, at) => first + at),
			);
			const text = String.fromCodePoint(...points);
			const fresh = new URL(`${name}-${part}.${process.pid}`, FOLDER); // two builds may run at once
			writeFileSync(fresh, await subsetFont(whole, text, { targetFormat: "woff2", variationAxes: kept }));
			renameSync(fresh, font);
			writeFileSync(stamp, mark);
		}
}

/** Write the subsets before the page is built, and add the licences of the fonts to the build. */
export const fonts = (): Plugin => ({
	name: "fonts",
	configResolved: writeSubsets,
	generateBundle() {
		for (const { name } of FONTS) {
			const source = readFileSync(new URL(`${name}/LICENSE`, PACKAGES), "utf8");
			this.emitFile({ type: "asset", fileName: `assets/${name}-OFL.txt`, source });
		}
	},
});
