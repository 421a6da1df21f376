// What this server allows, whatever is played. It is asked once; until it answers, what most servers do.

import { about as ask } from "./api";
import { LANGUAGES, prefs } from "./prefs.svelte";

export const about = $state({ is_family: false, has_public: false, languages: Object.keys(LANGUAGES) });

/** Ask, and speak a language that is spoken here. */
export async function inquire(): Promise<void> {
	const told = await ask(prefs.language).catch(() => null);
	if (told === null) return;
	Object.assign(about, told);
	const [usual] = told.languages;
	if (usual && prefs.language in LANGUAGES && !told.languages.includes(prefs.language))
		prefs.language = usual;
}
