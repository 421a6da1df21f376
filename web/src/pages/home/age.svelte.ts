// Whether this reader has confirmed to be an adult. It is stored per tab, since others may use the same device.

import { prefs } from "../../lib/prefs.svelte";

const KEY = "stablehand-18";

function storedAnswer(): boolean {
	try {
		return sessionStorage.getItem(KEY) === "yes";
	} catch {
		return false;
	}
}

export const age = $state({ isAdult: storedAnswer() });

/** Return the layer of card names on public pages: softened, unless the reader is an adult or prefers plain names. */
export const publicNames = (): string => (age.isAdult || prefs.names === "plain" ? prefs.names : "softened");

export function confirmAdult(): void {
	age.isAdult = true;
	try {
		sessionStorage.setItem(KEY, "yes");
	} catch {
		// Without storage the reader is asked again on the next load.
	}
}
