// A lesson: a board with a note for each moment.

import type { LessonSeen } from "../../http";
import { lesson as fetchLesson } from "../../lib/api";
import { Exercise } from "../exercise.svelte";

export class Lesson extends Exercise<number, LessonSeen> {
	/** The key of the current note. */
	note = $state("");
	/** The option that the note is about. */
	follow = $state<number | null>(null);

	/** `name` returns the learner's name; it is called for each table, since a default name depends on the language. */
	constructor(
		readonly game: string,
		language: string,
		private readonly name: () => string,
	) {
		super(language);
	}

	protected fetchTable(answers: readonly number[]) {
		return fetchLesson(this.game, answers, this.language);
	}

	protected withAnswer(answers: readonly number[], option: number) {
		return [...answers, option];
	}

	protected withoutLast(answers: readonly number[]) {
		return answers.slice(0, -1);
	}

	protected receive({ table, note, follow }: LessonSeen, answers: readonly number[]) {
		this.note = note;
		this.follow = follow;
		const name = this.name();
		const seats = table.seats.map((one) => (one.seat === table.you ? { ...one, name } : one));
		return { answers, table: { ...table, seats } };
	}
}
