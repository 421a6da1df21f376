// A name that is changed in the settings or in the lobby holds at the open table too.

import { untrack } from "svelte";
import { prefs } from "../lib/prefs.svelte";
import type { TableContext } from "./context.svelte";

/** Milliseconds without a keystroke after which a name counts as typed. */
const PAUSE = 600;

/** Send the player's name to the table whenever it changes. A device that several share keeps its names. */
export function followName(context: TableContext): void {
	let last = prefs.name;
	$effect(() => {
		const name = prefs.name.trim();
		if (name === last || !name) return;
		const timer = setTimeout(() => {
			last = name;
			const seat = untrack(() => context.table?.you ?? null);
			if (seat !== null && context.device === null) void context.send({ do: "rename", name });
		}, PAUSE);
		return () => clearTimeout(timer);
	});
}
