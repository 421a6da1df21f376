import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Line, Table } from "../protocol";
import { FrameQueue } from "./frameQueue";
import type { Pace } from "./pace";

const news: Line = { number: 0, text: "", is_news: true, event: {} };
const frame = (state: number, more: Partial<Table> = {}): Table =>
	({
		type: "table",
		stage: "playing",
		decision: null,
		vote: null,
		is_paused: false,
		log: [news],
		state,
		...more,
	}) as unknown as Table;
const asked = { decision: { id: 1 } } as unknown as Partial<Table>;

let pace: Pace;
let shown: number[][];
let queue: FrameQueue;
beforeEach(() => {
	vi.useFakeTimers();
	pace = "normal";
	shown = [];
	queue = new FrameQueue(
		(frames) => shown.push(frames.map((one) => one.frame.state)),
		() => pace,
	);
});
afterEach(() => {
	queue.clear();
	vi.useRealTimers();
});

it("shows the first frame at once and the next after a beat for what happened", () => {
	queue.push(frame(1));
	queue.push(frame(2));
	queue.push(frame(3));
	expect(shown).toEqual([[1]]);
	vi.advanceTimersByTime(1100);
	expect(shown).toEqual([[1], [2]]);
	vi.advanceTimersByTime(1100);
	expect(shown).toEqual([[1], [2], [3]]);
});

it("does not wait after a frame in which nothing happened", () => {
	queue.push(frame(1, { log: [] }));
	queue.push(frame(2));
	expect(shown).toEqual([[1], [2]]);
});

it.each<[string, Partial<Table>]>([
	["asks the reader", asked],
	["ends the game", { stage: "over" }],
	["opens a vote", { vote: { seat: 0, waiting: [], seconds: 9 } } as unknown as Partial<Table>],
	["lets the reader hold a window open", { window: { can_hold: true } } as unknown as Partial<Table>],
	["pauses the game", { is_paused: true }],
])("shows a frame that %s at once, with all before it", (_, more) => {
	queue.push(frame(1));
	queue.push(frame(2));
	queue.push(frame(3, more));
	expect(shown).toEqual([[1], [2, 3]]);
	vi.advanceTimersByTime(60_000);
	expect(shown).toEqual([[1], [2, 3]]);
});

it("shows what follows an answer at once", () => {
	queue.push(frame(1, asked));
	queue.push(frame(2));
	expect(shown).toEqual([[1], [2]]);
});

it("waits until what the page shows has been seen, however long it takes", () => {
	queue.push(frame(1));
	queue.holdUntil(performance.now() + 2000);
	queue.push(frame(2));
	vi.advanceTimersByTime(1900);
	expect(shown).toEqual([[1]]);
	vi.advanceTimersByTime(200);
	expect(shown).toEqual([[1], [2]]);
	queue.push(frame(3));
	queue.holdUntil(performance.now() + 300);
	vi.advanceTimersByTime(310);
	expect(shown).toEqual([[1], [2], [3]]);
});

it("holds no frame back longer than the pace allows", () => {
	for (let state = 1; state <= 20; state += 1) queue.push(frame(state));
	vi.advanceTimersByTime(4 * 1050 + 1);
	expect(shown.flat()).toHaveLength(20);
	expect(shown.flat()).toEqual([...shown.flat()].sort((one, other) => one - other));
});

it("takes twice as long when the reader wants it slow, and no time for none", () => {
	pace = "slow";
	queue.push(frame(1));
	queue.push(frame(2));
	vi.advanceTimersByTime(1100);
	expect(shown).toEqual([[1]]);
	vi.advanceTimersByTime(900);
	expect(shown).toEqual([[1], [2]]);
	pace = "none";
	queue.push(frame(3));
	queue.push(frame(4));
	expect(shown).toEqual([[1], [2], [3], [4]]);
});
