// The preferences of this reader. They are stored in the browser; only language and names are sent to the server.

import { LANGUAGES, type Language } from "../protocol";
import type { Pace } from "./pace";

export type Theme = "auto" | "light" | "dark";

interface Prefs {
	language: Language;
	theme: Theme;
	size: number;
	sounds: boolean;
	calm: boolean;
	/** How fast the page shows what happened. */
	pace: Pace;
	/** The layer of card names; "" uses that of the table. */
	names: string;
	name: string;
}

const KEY = "stablehand";

function initialPrefs(): Prefs {
	const requested = new URLSearchParams(location.search).get("lang") as Language | null;
	// A browser asks for "pl-PL" or "pl"; a language with a country of its own is looked for first.
	const preferred = navigator.languages.flatMap((code) => [code, code.split("-")[0]] as Language[]);
	const language = preferred.find((code) => code in LANGUAGES) ?? "en";
	const defaults = {
		language,
		theme: "auto" as Theme,
		size: 100,
		sounds: false,
		calm: false,
		pace: "normal" as Pace,
		names: "",
		name: "",
	};
	let stored: Partial<Prefs> = {};
	try {
		stored = JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Prefs>;
	} catch {
		// Without storage, or with unreadable data, the defaults hold.
	}
	return {
		...defaults,
		...stored,
		...(requested && (requested in LANGUAGES || requested === "xx") ? { language: requested } : {}),
	};
}

export const prefs = $state(initialPrefs());

/** Store the preferences and apply theme, size and motion to the page. */
export function savePrefs(): void {
	try {
		localStorage.setItem(KEY, JSON.stringify(prefs));
	} catch {
		// Without storage the preferences last until the page is closed.
	}
	const root = document.documentElement;
	if (prefs.theme === "auto") delete root.dataset["theme"];
	else root.dataset["theme"] = prefs.theme;
	root.dataset["size"] = String(prefs.size);
	root.classList.toggle("calm", prefs.calm);
}

/** Whether animations are switched off, here or on the device. */
export const isCalm = (): boolean => prefs.calm || matchMedia("(prefers-reduced-motion: reduce)").matches;
