// Whether this reader has said to be an adult. It is forgotten with the tab: others may use the same device.

const KEY = "stablehand-18";

function remembered(): boolean {
	try {
		return sessionStorage.getItem(KEY) === "yes";
	} catch {
		return false;
	}
}

export const age = $state({ isGrown: remembered() });

export function growUp(): void {
	age.isGrown = true;
	try {
		sessionStorage.setItem(KEY, "yes");
	} catch {
		// Then they are asked again.
	}
}
