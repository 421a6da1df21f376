// A case being tried: its board, with bots on the other seats or with all seats one's own.

import { type Given, type TrialSeen, tryCase } from "../../lib/api";
import { Exercise } from "../exercise.svelte";

export class Trial extends Exercise<Given, TrialSeen> {
	/** How many answers there were before each of one's own, the bots' counted: there one can go back to. */
	#marks: readonly number[] = [];

	constructor(
		readonly id: string,
		readonly seat: number | null,
		language: string,
	) {
		super(language);
	}

	protected ask(answers: readonly Given[]) {
		return tryCase(this.id, this.seat, answers, this.language);
	}

	protected more(answers: readonly Given[], option: number): readonly Given[] {
		return [...answers, [this.table?.you ?? 0, option]];
	}

	protected less(answers: readonly Given[]): readonly Given[] {
		return answers.slice(0, this.#marks.at(-1) ?? 0);
	}

	protected take({ answers, table }: TrialSeen, asked: readonly Given[]) {
		const before = this.#marks.filter((mark) => mark < asked.length);
		// Whatever was sent last was one's own answer, unless something was taken back or said anew.
		const own = asked.length - 1;
		const isNew = own >= 0 && own >= (this.table?.state ?? 0);
		this.#marks = isNew ? [...before, own] : before;
		return { answers, table: { ...table, can_undo: this.#marks.length > 0 } };
	}
}
