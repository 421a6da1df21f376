// Counts down the seconds that a frame gave. One timer serves the whole page.

let now = $state(performance.now());
setInterval(() => {
	now = performance.now();
}, 500);

/** Return the whole seconds left of those given at a time (by performance.now()); null without a time limit. */
export function secondsLeft(given: number | null, at: number): number | null {
	return given === null ? null : Math.max(0, Math.ceil(given - Math.max(0, now - at) / 1000));
}
