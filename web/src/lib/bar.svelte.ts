// The line at the top of the page. While a game is played it is folded away, and the table has a button for its menu.

let count = 0;
let isFolded = $state(false);
let isOpen = $state(false);

export const bar = {
	/** Whether the line is folded away. */
	get isFolded(): boolean {
		return isFolded;
	},
	/** Whether its menu is open. */
	get isOpen(): boolean {
		return isOpen;
	},
	set isOpen(value: boolean) {
		isOpen = value;
	},
};

/** Fold the line away until the returned function is called; the root element is marked meanwhile. */
export function foldBar(): () => void {
	fold(1);
	return () => fold(-1);
}

function fold(by: 1 | -1): void {
	count += by;
	const now = count > 0; // read no state: an effect that folds the line must not run again because of it
	isFolded = now;
	document.documentElement.toggleAttribute("data-play", now);
}
