declare module "subset-font" {
	type Range = number | { readonly min: number; readonly max: number };
	/** Return a font with the letters of a text only, and with its axes pinned or limited. */
	export default function subsetFont(
		font: Uint8Array,
		text: string,
		options: { readonly targetFormat: "woff2"; readonly variationAxes: Readonly<Record<string, Range>> },
	): Promise<Uint8Array>;
}
