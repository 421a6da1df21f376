// Holds frames back so that what happened in one frame can be seen before the next one is shown.
//
// A frame is held only while its reader watches others play. One that asks the reader something, or that is not part
// of the ordinary course of a game, is shown at once together with all frames before it. No frame waits longer than
// the pace allows.

import type { Table } from "../protocol";
import { durationOf, longestHold, type Pace } from "./pace";

export interface ArrivedFrame {
	readonly frame: Table;
	/** When it came, by performance.now(). */
	readonly at: number;
}

/** Whether a frame may wait until the one before it has been seen: its reader can do nothing about it. */
export const canWait = ({ stage, decision, vote, is_paused, window }: Table): boolean =>
	stage === "playing" && decision === null && vote === null && !is_paused && !window?.can_hold;

export class FrameQueue {
	#waiting: ArrivedFrame[] = [];
	#timer: ReturnType<typeof setTimeout> | undefined;
	/** When the last frame has been seen long enough. */
	#seenAt = 0;

	/** `show` gets the frames that are due, in order; `pace` returns the reader's choice. */
	constructor(
		readonly show: (frames: readonly ArrivedFrame[]) => void,
		readonly pace: () => Pace,
	) {}

	/** Show a frame now or later. */
	push(frame: Table): void {
		this.#waiting.push({ frame, at: performance.now() });
		if (!canWait(frame) || document.hidden || this.pace() === "none") this.flush();
		else this.#showDue();
	}

	/** Let frames wait until what is being shown has been seen, by performance.now(). */
	holdUntil(at: number): void {
		this.#seenAt = at;
		this.#showDue();
	}

	/** Show all frames that wait. */
	flush(): void {
		clearTimeout(this.#timer);
		const due = this.#waiting;
		this.#waiting = [];
		this.#seenAt = 0;
		if (due.length) this.show(due);
	}

	/** Forget all frames that wait. */
	clear(): void {
		clearTimeout(this.#timer);
		this.#waiting = [];
	}

	#showDue(): void {
		clearTimeout(this.#timer);
		const [first] = this.#waiting;
		if (first === undefined) return;
		const now = performance.now();
		const latest = first.at + longestHold(this.pace());
		if (now >= latest) this.flush();
		else if (now >= this.#seenAt) {
			this.#waiting.shift();
			this.#seenAt = now + durationOf(first.frame.log, this.pace());
			this.show([first]);
			this.#showDue();
		} else this.#timer = setTimeout(() => this.#showDue(), Math.min(this.#seenAt, latest) - now);
	}
}
