// How words are set: capitals, which words stay together, and where long words may break.

/** Return a text with a capital at its beginning. */
export const capital = (text: string): string => text.charAt(0).toLocaleUpperCase() + text.slice(1);

const NO_BREAK = "\u00a0";
/** A word of one letter, a number, a sign before one. */
const LEADS = /^[(«„“]*\p{L}$|[\d№×+−]$/u;

/** Return a text in which these words stay with the next, and a dash, a sign or a number or percentage at the end with the word before. */
export const bound = (text: string): string =>
	text
		.replace(/(\S+) (?=(\S))/gu, (both, word: string, next: string) =>
			LEADS.test(word) || "—–×%".includes(next) ? word + NO_BREAK : both,
		)
		.replace(/ (?=\d+\s?%?$)/, NO_BREAK);

const VOWELS = "aeiouyàáèéìíòóùúąęаеёиоуыэюя";
/** Consonants that begin a syllable together in every language here, and those of single languages: es "ca-ba-llero", it
"caval-liere". */
const PAIRS = "[bcdfgkpt]r|[bcfgkp]l|[cgpstw]h";
const MORE_PAIRS: Readonly<Record<string, string>> = {
	es: "|ll|rr",
	it: "|gn|s[^aeious]",
	pl: "|[rsc]z|d[zżź]",
	ru: "|[бвгдкпт]р|[бвгкпф]л|ст",
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

/** Return the words of a name and the spaces between them; a word ends after its hyphen too. */
export const pieces = (name: string): string[] => name.match(/ |-|[^ -]+-?/g) ?? [];
