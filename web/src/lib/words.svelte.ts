// What the page itself says, in the reader's language. Messages come from the server, which has them beside
// all others; here only slots and plurals are filled in: "{name}", "{n, plural, one {# card} other {# cards}}".

import { words as fetchWords } from "./api";
import { prefs } from "./prefs.svelte";

let catalogue = $state.raw<Record<string, string>>({});
let spoken = $state("");

/** Milliseconds until a server that did not answer is asked again. */
const AGAIN = 2000;
let wanted = "";

/** Load the messages of the language that is chosen now; the page goes on in the old one until they are there. */
export async function learn(language: string): Promise<void> {
	wanted = language;
	const found = await fetchWords(language).catch(() => null);
	if (wanted !== language) return;
	if (found === null) {
		setTimeout(() => wanted === language && learn(language), AGAIN);
		return;
	}
	catalogue = found;
	spoken = language;
	document.documentElement.lang = language === "xx" ? "en" : language;
}

/** Whether there is anything to say yet. */
export const isReady = (): boolean => spoken !== "";

/** Say something. */
export function say(key: string, slots: Record<string, string | number> = {}): string {
	const message = catalogue[key];
	if (message === undefined) return spoken ? key : "";
	return fill(message, slots, spoken || prefs.language);
}

/** Fill in a message's slots. */
export function fill(message: string, slots: Record<string, string | number>, language: string): string {
	let out = "";
	let at = 0;
	while (at < message.length) {
		const open = message.indexOf("{", at);
		if (open < 0) return out + message.slice(at);
		const close = matching(message, open);
		out += message.slice(at, open) + slot(message.slice(open + 1, close), slots, language);
		at = close + 1;
	}
	return out;
}

const plurals = new Map<string, Intl.PluralRules>();

/** How a language counts; to find that out takes long, so it is done once. */
function pluralsOf(language: string): Intl.PluralRules {
	const known = plurals.get(language) ?? new Intl.PluralRules(language);
	plurals.set(language, known);
	return known;
}

function slot(inner: string, slots: Record<string, string | number>, language: string): string {
	const [name = "", kind, ...rest] = inner.split(",").map((part) => part.trim());
	const value = slots[name] ?? "";
	if (kind !== "plural") return String(value);
	const branches = readBranches(rest.join(","));
	const rule = pluralsOf(language === "xx" ? "en" : language).select(Number(value));
	const chosen = branches.get(`=${value}`) ?? branches.get(rule) ?? branches.get("other") ?? "";
	return fill(chosen.replaceAll("#", String(value)), slots, language);
}

function readBranches(text: string): Map<string, string> {
	const found = new Map<string, string>();
	let at = 0;
	while (at < text.length) {
		const open = text.indexOf("{", at);
		if (open < 0) break;
		const close = matching(text, open);
		found.set(text.slice(at, open).trim(), text.slice(open + 1, close));
		at = close + 1;
	}
	return found;
}

function matching(text: string, open: number): number {
	let depth = 0;
	for (let at = open; at < text.length; at += 1) {
		if (text[at] === "{") depth += 1;
		if (text[at] === "}") depth -= 1;
		if (depth === 0) return at;
	}
	return text.length;
}
