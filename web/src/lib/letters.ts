// How words are set: capitals, and where long words may break.

/** Return a text with a capital at its beginning. */
export const capital = (text: string): string => text.charAt(0).toLocaleUpperCase() + text.slice(1);

const VOWELS = "aeiouyàáèéìíòóùúąęаеёиоуыэюя";
const SYLLABLE = new RegExp(`[${VOWELS}][^${VOWELS}]?ь?(?=[^${VOWELS}][${VOWELS}])`, "giu");
const LONG = /\p{L}{9,}/gu;

/** Return a text in which a long word may break between syllables, with a hyphen; never near its ends. */
export const hyphenated = (text: string): string =>
	text.replace(LONG, (word) =>
		word.replace(SYLLABLE, (end, at: number) =>
			at < 3 || at + end.length > word.length - 3 ? end : `${end}\u00ad`,
		),
	);
