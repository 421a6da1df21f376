// A lesson: a board with a note for each moment.

import { lesson as fetchLesson, type LessonSeen } from "../../lib/api";
import { Exercise } from "../exercise.svelte";

export class Lesson extends Exercise<number, LessonSeen> {
	/** What is said now. */
	note = $state("");
	/** The option that the note speaks of. */
	follow = $state<number | null>(null);

	/** The name is the learner's own, said when it is needed: it may have no other than in the language. */
	constructor(
		readonly game: string,
		language: string,
		private readonly name: () => string,
	) {
		super(language);
	}

	protected ask(answers: readonly number[]) {
		return fetchLesson(this.game, answers, this.language);
	}

	protected more(answers: readonly number[], option: number) {
		return [...answers, option];
	}

	protected less(answers: readonly number[]) {
		return answers.slice(0, -1);
	}

	protected take({ table, note, follow }: LessonSeen, answers: readonly number[]) {
		this.note = note;
		this.follow = follow;
		const name = this.name();
		const seats = table.seats.map((one) => (one.seat === table.you ? { ...one, name } : one));
		return { answers, table: { ...table, seats } };
	}
}
