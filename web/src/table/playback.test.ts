import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { prefs } from "../lib/prefs.svelte";
import type { Data, Line } from "../protocol";
import type { Kind } from "./moves";
import { News } from "./news";
import { Playback } from "./playback.svelte";

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
	vi.advanceTimersByTime(600);
	expect(now()).toBe("draws");
	vi.advanceTimersByTime(100);
	expect(now()).toBe("plays");
	vi.advanceTimersByTime(60_000);
	expect(now()).toBe("plays");
});

it("goes on to what is new, and drops what matters little", () => {
	playback.play([seen("shuffles", "note"), seen("arranges", "note"), seen("destroys", "hit")], NOWHERE);
	playback.play([seen("plays", "play")], NOWHERE);
	expect(now()).toBe("destroys");
	vi.advanceTimersByTime(1100);
	expect(now()).toBe("plays");
});

it("shows every draw, also if a card is played right after it", () => {
	playback.play([seen("Ash draws", "draw"), seen("Birch draws", "draw")], NOWHERE);
	playback.play([seen("plays", "play")], NOWHERE);
	const shown = [now()];
	for (let at = 0; at < 30; at += 1) {
		vi.advanceTimersByTime(100);
		if (now() !== shown.at(-1)) shown.push(now());
	}
	expect(shown).toEqual(["Ash draws", "Birch draws", "plays"]);
});

it("shows whose turn it is when the first line of the turn is shown, not before and not later", () => {
	const shown: unknown[] = [];
	playback = new Playback(
		() => null,
		(standing) => shown.push([now(), standing?.moment ?? "newest"]),
	);
	const at = (moment: string) => ({ moment, active: 0, points: [0, 0] });
	const lines = [seen("enters", "play"), { ...seen("draws", "draw"), isNewTurn: true }];
	playback.play(lines, NOWHERE, false, [at("turn 1"), at("turn 2")]);
	expect(shown).toEqual([[undefined, "turn 1"]]);
	vi.advanceTimersByTime(1000);
	expect(shown).toHaveLength(1);
	vi.advanceTimersByTime(60);
	expect(shown).toEqual([
		[undefined, "turn 1"],
		["draws", "newest"],
	]);
});

it("shows a new turn at once to whoever is asked", () => {
	const shown: unknown[] = [];
	playback = new Playback(
		() => null,
		(standing) => shown.push(standing?.moment ?? "newest"),
	);
	const at = (moment: string) => ({ moment, active: 0, points: [0, 0] });
	const lines = [seen("enters", "play"), { ...seen("draws", "draw"), isNewTurn: true }];
	playback.play(lines, NOWHERE, false, [at("turn 1"), at("turn 2")]);
	playback.play([seen("plays", "play")], NOWHERE, true, [at("turn 2"), at("turn 3")]);
	vi.advanceTimersByTime(60_000);
	expect(shown).toEqual(["turn 1", "newest"]);
});

it("knows the first line of a turn by the heading before it", () => {
	const line = (what: string, is_news: boolean): Line => ({
		number: 0,
		text: what,
		is_news,
		event: { what },
	});
	const lines = [line("enter", true), line("turn", false), line("drew", true), line("announced", true)];
	expect(new News().of("unicorns", lines, String).map((one) => one.isNewTurn)).toEqual([false, true, false]);
});

it("tells when everything will have been seen, notes included", () => {
	expect(playback.endsAt).toBe(0);
	playback.play([seen("draws", "draw"), seen("plays", "play")], NOWHERE);
	const end = performance.now() + 1.6 * 1050;
	expect(playback.endsAt).toBeCloseTo(end, 0);
	vi.advanceTimersByTime(1000);
	expect(playback.endsAt).toBeCloseTo(end, 0);
	vi.advanceTimersByTime(1000);
	expect(playback.endsAt).toBe(0);
});

it("goes straight to the end of a game", () => {
	playback.play([seen("draws", "draw"), seen("plays", "play"), seen("enters", "play")], NOWHERE);
	playback.end([seen("steals", "theft"), seen("wins", "win")]);
	expect(now()).toBe("wins");
	vi.advanceTimersByTime(60_000);
	expect(now()).toBe("wins");
});

const NOTE = {
	line: null,
	note: ["ticker.unanswered", { card: "Narwhal" }] as const,
	happening: { kind: "note", moves: [] } as const,
};
/** Return all that the ticker shows from now on. */
function allShown(): unknown[] {
	const shown: unknown[] = [];
	for (let at = 0; at < 80; at += 1) {
		const one = playback.note?.[0] ?? now();
		if (one !== shown.at(-1)) shown.push(one);
		vi.advanceTimersByTime(100);
	}
	return shown;
}

it("does not drop what no line of the log says", () => {
	playback.play([seen("plays", "play"), NOTE, seen("enters", "play")], NOWHERE);
	playback.play([seen("draws", "draw")], NOWHERE);
	expect(allShown()).toEqual(["plays", "ticker.unanswered", "enters", "draws"]);
});

it("does not say any more that nobody responds once there is a new card", () => {
	const next = { ...seen("plays the next", "play"), isDeclared: true };
	playback.play([seen("plays", "play"), NOTE, seen("enters", "play")], NOWHERE);
	playback.play([next], NOWHERE);
	expect(allShown()).toEqual(["plays", "enters", "plays the next"]);
	playback.play([NOTE, seen("enters", "play")], NOWHERE);
	expect(playback.note).toEqual(NOTE.note);
	playback.play([next], NOWHERE);
	expect(allShown()).toEqual(["enters", "plays the next"]);
});

it("tells whoever is asked the newest at once, and what mattered before it beside it", () => {
	const lines = [seen("enters", "play"), seen("destroys", "hit"), seen("draws", "draw")];
	playback.play([...lines, NOTE], NOWHERE);
	playback.play([seen("steals", "theft"), seen("plays", "play")], NOWHERE, true);
	expect(now()).toBe("plays");
	expect(playback.skipped.map(({ line }) => line?.text)).toEqual(["destroys", "steals"]);
	expect(playback.endsAt).toBe(0);
	expect(allShown()).toEqual(["plays"]);
	playback.play([seen("enters", "play")], NOWHERE);
	expect(playback.skipped).toEqual([]);
});

it("does not go on with what is older when a question follows without news", () => {
	playback.play([seen("destroys", "hit"), seen("draws", "draw")], NOWHERE);
	playback.play([], NOWHERE, true);
	expect(allShown()).toEqual(["draws"]);
	expect(playback.skipped.map(({ line }) => line?.text)).toEqual(["destroys"]);
	playback.play([], NOWHERE, true);
	expect(playback.skipped).toHaveLength(1);
});

it("does not repeat to whoever is asked what was there to be read", () => {
	playback.play([seen("destroys", "hit")], NOWHERE);
	vi.advanceTimersByTime(600);
	playback.play([seen("plays", "play")], NOWHERE, true);
	expect(playback.skipped).toEqual([]);
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
	const news = new News().of("unicorns", [line(false), line(true)], String);
	expect(news.map(({ happening }) => happening.kind)).toEqual(["draw"]);
});

const told = (news: News, ...events: Data[]) =>
	news
		.of(
			"unicorns",
			events.map((event, number) => ({ number, text: String(event["what"]), is_news: true, event })),
			(card) => card.toUpperCase(),
		)
		.map(({ line, note }) => line?.text ?? note);
const unanswered = (card: string) => ["ticker.unanswered", { card }];
const ANNOUNCED = { what: "announced", seat: 1, cards: ["narwhal"] };
const ENTERED = { what: "enter", seat: 1, cards: ["narwhal"], origin: "playing" };
const NEIGHED = { what: "responded", seat: 2, cards: ["neigh"], to: "narwhal" };

it("says that nobody responds, and to which card, when a card takes effect, also in a later frame", () => {
	expect(told(new News(), ANNOUNCED, ENTERED)).toEqual(["announced", unanswered("NARWHAL"), "enter"]);
	const news = new News();
	expect(told(news, ANNOUNCED)).toEqual(["announced"]);
	expect(told(news, ENTERED)).toEqual([unanswered("NARWHAL"), "enter"]);
	expect(told(news, ENTERED)).toEqual(["enter"]);
});

it("says it of the last response only, and of a Magic card by its effect", () => {
	const stopped = { what: "stopped", seat: 1, cards: ["narwhal"], by: 2 };
	expect(told(new News(), ANNOUNCED, NEIGHED, stopped)).toEqual([
		"announced",
		"responded",
		unanswered("NEIGH"),
		"stopped",
	]);
	const destroyed = { what: "destroy", seat: 0, cards: ["narwhal"], cause: "unicorn_poison" };
	expect(told(new News(), { ...ANNOUNCED, cards: ["unicorn_poison"] }, destroyed)).toContainEqual(
		unanswered("UNICORN_POISON"),
	);
});

it("says once that a player is one step short of the goal", () => {
	const at = (...points: number[]) => ({ moment: "", active: 0, points });
	const name = (seat: number) => (seat === 0 ? null : `seat ${seat}`);
	const news = new News();
	const notes = (before: number[], after: number[]) =>
		news.near(at(...before), at(...after), 7, name).map(({ note }) => note);
	expect(notes([5, 5], [5, 6])).toEqual([["ticker.near", { who: "seat 1" }]]);
	expect(notes([5, 6], [6, 6])).toEqual([["ticker.near_me", {}]]);
	expect(notes([6, 6], [6, 5])).toEqual([]);
	expect(notes([6, 5], [6, 6])).toEqual([]);
});
