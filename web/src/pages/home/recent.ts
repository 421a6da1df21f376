// The codes of the last tables at which this browser had a seat, the latest first.

const KEY = "stablehand-tables";
const MAX_TABLES = 4;

export function recent(): string[] {
	try {
		const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
		return Array.isArray(stored) ? stored.filter((one) => typeof one === "string").slice(0, MAX_TABLES) : [];
	} catch {
		return [];
	}
}

export function remember(code: string): void {
	store([code, ...recent().filter((one) => one !== code)]);
}

export function forget(code: string): void {
	store(recent().filter((one) => one !== code));
}

function store(codes: string[]): void {
	try {
		localStorage.setItem(KEY, JSON.stringify(codes.slice(0, MAX_TABLES)));
	} catch {
		// Without storage there is no list of tables; their links still work.
	}
}
