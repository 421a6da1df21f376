// The page's own messages in the reader's language. The server sends them parsed (src/stablehand/text/page.py);
// the page only fills in slots and chooses branches.

import type { Message, MessageSlot } from "../http";
import { words as fetchWords } from "./api";
import { prefs } from "./prefs.svelte";

type Slots = Readonly<Record<string, string | number>>;

let catalogue = $state.raw<Readonly<Record<string, Message>>>({});
let loaded = $state("");

/** Milliseconds between attempts to reach a server that did not respond. */
const RETRY_WAIT = 2000;
let wanted = "";

/** Load the messages of a language; until they are there the page keeps the old ones. */
export async function loadMessages(language: string): Promise<void> {
	wanted = language;
	const found = await fetchWords(language).catch(() => null);
	if (wanted !== language) return;
	if (found === null) {
		setTimeout(() => wanted === language && loadMessages(language), RETRY_WAIT);
		return;
	}
	catalogue = found;
	loaded = language;
	document.documentElement.lang = language === "xx" ? "en" : language;
}

/** Whether the messages of a language are loaded. */
export const isReady = (): boolean => loaded !== "";

/** Whether there is a message with this key. */
export const hasMessage = (key: string): boolean => Object.hasOwn(catalogue, key);

/** Return a message in the reader's language; an unknown key is returned as it is, before the first load "". */
export function say(key: string, slots: Slots = {}): string {
	const message = catalogue[key];
	if (message === undefined) return loaded ? key : "";
	return fill(message, slots, loaded || prefs.language);
}

/** Fill in a message's slots; a slot without a value is left empty. */
export function fill(message: Message, slots: Slots, language: string): string {
	if (typeof message === "string") return message;
	return message.map((part) => (typeof part === "string" ? part : fillSlot(part, slots, language))).join("");
}

function fillSlot([name, branches]: MessageSlot, slots: Slots, language: string): string {
	const value = slots[name] ?? "";
	if (branches === undefined) return String(value);
	const category = pluralsOf(language === "xx" ? "en" : language).select(Number(value));
	const keys = [`=${value}`, String(value), category, "other"];
	const chosen = keys.find((key) => Object.hasOwn(branches, key)) ?? "other";
	return fill(branches[chosen] ?? "", slots, language);
}

const plurals = new Map<string, Intl.PluralRules>();

/** Return the plural rules of a language; they are cached because constructing them is slow. */
function pluralsOf(language: string): Intl.PluralRules {
	const known = plurals.get(language) ?? new Intl.PluralRules(language);
	plurals.set(language, known);
	return known;
}
