// The tables one has sat at with this browser, the last one first, to find the way back.

const KEY = "stablehand-tables";
const MOST = 4;

export function recent(): string[] {
	try {
		const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
		return Array.isArray(kept) ? kept.filter((one) => typeof one === "string").slice(0, MOST) : [];
	} catch {
		return [];
	}
}

export function remember(code: string): void {
	keep([code, ...recent().filter((one) => one !== code)]);
}

export function forget(code: string): void {
	keep(recent().filter((one) => one !== code));
}

function keep(codes: string[]): void {
	try {
		localStorage.setItem(KEY, JSON.stringify(codes.slice(0, MOST)));
	} catch {
		// A browser that keeps nothing finds no way back; the link still does.
	}
}
