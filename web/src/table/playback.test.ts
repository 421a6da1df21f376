import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { prefs } from "../lib/prefs.svelte";
import type { Line } from "../protocol";
import type { Kind } from "./moves";
import { newsOf, Playback } from "./playback.svelte";

const seen = (text: string, kind: Kind) => ({
	line: { number: 0, text, is_news: true, event: {} } satisfies Line,
	happening: { kind, moves: [] },
});
const NOWHERE = new Map();

let playback: Playback;
beforeEach(() => {
	vi.useFakeTimers();
	prefs.pace = "normal";
	playback = new Playback();
});
afterEach(() => {
	playback.stop();
	prefs.pace = "normal";
	vi.useRealTimers();
});
const now = () => playback.line?.text;

it("shows one line after another, each for a beat", () => {
	playback.play([seen("draws", "draw"), seen("plays", "play")], NOWHERE);
	expect(now()).toBe("draws");
	vi.advanceTimersByTime(1000);
	expect(now()).toBe("draws");
	vi.advanceTimersByTime(100);
	expect(now()).toBe("plays");
	vi.advanceTimersByTime(60_000);
	expect(now()).toBe("plays");
});

it("goes on to what is new, and drops what matters little", () => {
	playback.play([seen("draws", "draw"), seen("draws again", "draw"), seen("destroys", "hit")], NOWHERE);
	playback.play([seen("plays", "play")], NOWHERE);
	expect(now()).toBe("destroys");
	vi.advanceTimersByTime(1100);
	expect(now()).toBe("plays");
});

it("does not cut short what matters", () => {
	playback.play([seen("destroys", "hit")], NOWHERE);
	playback.play([seen("plays", "play")], NOWHERE);
	expect(now()).toBe("destroys");
	vi.advanceTimersByTime(1100);
	expect(now()).toBe("plays");
});

it("shows many lines in the time of a few", () => {
	playback.play(
		Array.from({ length: 20 }, (_, at) => seen(`line ${at}`, "play")),
		NOWHERE,
	);
	vi.advanceTimersByTime(4 * 1050);
	expect(now()).toBe("line 19");
});

it("shows the most important line if nothing is to be waited for", () => {
	prefs.pace = "none";
	playback.play([seen("draws", "draw"), seen("destroys", "hit"), seen("turns", "note")], NOWHERE);
	expect(now()).toBe("destroys");
});

it("takes no line that is no news", () => {
	const line = (is_news: boolean): Line => ({ number: 0, text: "", is_news, event: { what: "drew" } });
	expect(newsOf("unicorns", [line(false), line(true)]).map(({ happening }) => happening.kind)).toEqual([
		"draw",
	]);
});
