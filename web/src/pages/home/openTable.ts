// Opening a table from the first page and from the form.

import { open } from "../../lib/api";
import { prefs } from "../../lib/prefs.svelte";
import { startAtOnce } from "../../table/lobby/autoStart";
import { withName } from "./guestName";
import type { TableSettings } from "./lastTable";
import { remember } from "./recent";

/** Open a table and return its code. If it is to be started, its lobby starts the game with bots at once. */
export async function openTable(settings: TableSettings, { isStarted = false } = {}): Promise<string> {
	const { language } = prefs;
	const { code } = await withName((name) => open({ ...settings, name, language }));
	remember(code);
	if (isStarted) startAtOnce(code);
	return code;
}
