// Names of players as a list in the reader's language.

import { prefs } from "../../lib/prefs.svelte";

/** Return names joined as the reader's language does it: "Ada, Bea and Oleg". */
export const listed = (names: readonly string[]): string =>
	new Intl.ListFormat(prefs.language === "xx" ? "en" : prefs.language).format(names);
