// What is left of a time that was told a while ago. One ticking second serves the whole page.

let now = $state(performance.now());
setInterval(() => {
	now = performance.now();
}, 500);

/** Return the whole seconds that are left, null where nobody counts. */
export function seconds(told: number | null, at: number): number | null {
	return told === null ? null : Math.max(0, Math.ceil(told - Math.max(0, now - at) / 1000));
}
