// How words are set: capitals, and where long words may break.

/** Return a text with a capital at its beginning. */
export const capital = (text: string): string => text.charAt(0).toLocaleUpperCase() + text.slice(1);

const VOWELS = "aeiouyàáèéìíòóùúąęаеёиоуыэюя";
/** Consonants that begin a syllable together in every language here, and those of single languages: es "ca-ba-llero", it
"caval-liere". */
const PAIRS = "[bcdfgkpt]r|[bcfgkp]l|[cgpstw]h";
const MORE_PAIRS: Readonly<Record<string, string>> = {
	es: "|ll|rr",
	it: "|gn|s[^aeious]",
	pl: "|[rsc]z|d[zżź]",
};
const LONG = /\p{L}{9,}/gu;

const END = 3;

/** Return a text in which a long word may break between syllables, with a hyphen; never near its ends. */
export function hyphenated(text: string, language: string): string {
	const pairs = PAIRS + (MORE_PAIRS[language] ?? "");
	const syllable = `[${VOWELS}]((?!${pairs})[^${VOWELS}]ь?)?(?=(${pairs}|[^${VOWELS}])[${VOWELS}])(?=.{${END}})`;
	return text.replace(
		LONG,
		(word) => word.slice(0, END) + word.slice(END).replace(new RegExp(syllable, "giu"), "$&\u00ad"),
	);
}
