// The trial of a case: its board, with bots on the other seats, or with the player on all seats.

import type { TrialSeen } from "../../http";
import { type GivenAnswer, tryCase } from "../../lib/api";
import { Exercise } from "../exercise.svelte";

export class Trial extends Exercise<GivenAnswer, TrialSeen> {
	/** The number of answers, those of bots included, before each of the player's own: where an undo leads back to. */
	#marks: readonly number[] = [];

	constructor(
		readonly id: string,
		readonly seat: number | null,
		language: string,
	) {
		super(language);
	}

	protected fetchTable(answers: readonly GivenAnswer[]) {
		return tryCase(this.id, { seat: this.seat, answers }, this.language);
	}

	protected withAnswer(answers: readonly GivenAnswer[], option: number): readonly GivenAnswer[] {
		return [...answers, [this.table?.you ?? 0, option]];
	}

	protected withoutLast(answers: readonly GivenAnswer[]): readonly GivenAnswer[] {
		return answers.slice(0, this.#marks.at(-1) ?? 0);
	}

	protected receive({ answers, table }: TrialSeen, asked: readonly GivenAnswer[]) {
		const before = this.#marks.filter((mark) => mark < asked.length);
		// The last answer sent is the player's own and new, except after an undo or a change of language.
		const own = asked.length - 1;
		const isNew = own >= 0 && own >= (this.table?.state ?? 0);
		this.#marks = isNew ? [...before, own] : before;
		return { answers, table: { ...table, can_undo: this.#marks.length > 0 } };
	}
}
