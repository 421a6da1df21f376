// Which cards of the open question are out of sight: the prompt shows them.

import { tick } from "svelte";
import { outOfSight } from "./sight";

/** Frames after which hand and strips have taken the room that the prompt leaves. */
const SETTLED = 4;

export class Unseen {
	#found = $state.raw<{ readonly of: number | null; readonly keys: readonly string[] }>({
		of: null,
		keys: [],
	});
	#frame = 0;

	/**
	 * Measure with each question, as soon as its cards can be drawn; `asked` returns its id, or null.
	 *
	 * It is made while a component is, since it lives as long as that does.
	 */
	constructor(
		readonly asked: () => number | null,
		isDrawn: () => boolean,
	) {
		$effect(() => {
			const id = asked();
			if (id === null || !isDrawn()) return;
			void tick().then(() => this.#measure(id));
			return () => cancelAnimationFrame(this.#frame);
		});
	}

	/** The keys of the cards that cannot be pressed on the screen (`sight.spotKey`). */
	get keys(): readonly string[] {
		const id = this.asked();
		return id !== null && this.#found.of === id ? this.#found.keys : [];
	}

	/** Measure again, as after the window has changed its size. */
	again(): void {
		const id = this.asked();
		if (id !== null) this.#measure(id);
	}

	/** Find what is out of sight, again after the prompt has grown by it. */
	#measure(of: number, known: readonly string[] = [], frames = SETTLED): void {
		cancelAnimationFrame(this.#frame);
		this.#frame = requestAnimationFrame(() => {
			if (frames > 0) {
				this.#measure(of, known, frames - 1);
				return;
			}
			const keys = [...new Set([...known, ...outOfSight()])];
			this.#found = { of, keys };
			if (keys.length > known.length) void tick().then(() => this.#measure(of, keys));
		});
	}
}
