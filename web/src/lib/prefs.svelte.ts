// What this reader likes: kept in the browser, sent nowhere but to this server: language and names.

export const LANGUAGES = { en: "English", ru: "Русский", pl: "Polski", it: "Italiano" } as const;
export type Theme = "auto" | "light" | "dark";

interface Kept {
	language: string;
	theme: Theme;
	size: number;
	sounds: boolean;
	calm: boolean;
	/** What cards are called: "" as at the table, else a layer of names. */
	names: string;
	name: string;
}

const KEY = "stablehand";

function usual(): Kept {
	const asked = new URLSearchParams(location.search).get("lang");
	const spoken = navigator.languages.map((code) => code.slice(0, 2));
	const language = spoken.find((code) => code in LANGUAGES) ?? "en";
	const plain = {
		language,
		theme: "auto" as Theme,
		size: 100,
		sounds: false,
		calm: false,
		names: "",
		name: "",
	};
	let kept: Partial<Kept> = {};
	try {
		kept = JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Kept>;
	} catch {
		// A browser that keeps nothing is a browser like any other.
	}
	return {
		...plain,
		...kept,
		...(asked && (asked in LANGUAGES || asked === "xx") ? { language: asked } : {}),
	};
}

export const prefs = $state(usual());

/** Keep what is liked, and let the page follow it. */
export function keep(): void {
	try {
		localStorage.setItem(KEY, JSON.stringify(prefs));
	} catch {
		// The same.
	}
	const root = document.documentElement;
	if (prefs.theme === "auto") delete root.dataset["theme"];
	else root.dataset["theme"] = prefs.theme;
	root.dataset["size"] = String(prefs.size);
	root.classList.toggle("calm", prefs.calm);
}

/** Whether nothing may move by itself. */
export const isCalm = (): boolean => prefs.calm || matchMedia("(prefers-reduced-motion: reduce)").matches;
