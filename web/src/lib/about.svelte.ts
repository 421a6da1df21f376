// What this server allows, independent of the game. It is loaded once; until then the defaults of most servers hold.

import type { About } from "../http";
import { type House, LANGUAGES, type Language } from "../protocol";
import { about as ask } from "./api";
import { prefs } from "./prefs.svelte";

const HOUSE: House = {
	clock: "off",
	window: 3,
	pace: 1,
	stand_in: "normal",
	chat: true,
	undo: true,
	public: false,
	spectators: true,
};
export const about: Mutable<About> = $state({
	is_family: false,
	has_public: false,
	languages: Object.keys(LANGUAGES),
	game: "",
	house: HOUSE,
	adult: "off",
});

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** Load what the server allows. Switch to its first language if it does not offer the reader's. */
export async function loadAbout(): Promise<void> {
	const found = await ask(prefs.language).catch(() => null);
	if (found === null) return;
	Object.assign(about, found);
	const [preferred] = found.languages;
	if (preferred && prefs.language in LANGUAGES && !found.languages.includes(prefs.language))
		prefs.language = preferred as Language;
}
