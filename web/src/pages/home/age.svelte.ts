// Whether this reader has said to be an adult. It is forgotten with the tab: others may use the same device.

import { prefs } from "../../lib/prefs.svelte";

const KEY = "stablehand-18";

function remembered(): boolean {
	try {
		return sessionStorage.getItem(KEY) === "yes";
	} catch {
		return false;
	}
}

export const age = $state({ isGrown: remembered() });

/** What cards are called on pages open to everybody: soft names, unless the reader has said to be an adult. */
export const openNames = (): string => (age.isGrown || prefs.names === "plain" ? prefs.names : "softened");

export function growUp(): void {
	age.isGrown = true;
	try {
		sessionStorage.setItem(KEY, "yes");
	} catch {
		// Then they are asked again.
	}
}
