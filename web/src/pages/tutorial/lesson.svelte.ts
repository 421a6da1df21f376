// A lesson in place of the line to a table: all answers so far go to the server, the whole table comes back.
// So taking back is leaving the last answer out, and another language is asking the same again.

import { ApiError, lesson as fetchLesson, type LessonSeen } from "../../lib/api";
import type { Reply, Status, TableLine, Wish } from "../../lib/link.svelte";
import type { Line, Refused, Table } from "../../protocol";

export class Lesson implements TableLine {
	readonly isLesson = true;
	readonly chat = [];
	readonly bye = null;
	table = $state.raw<Table | null>(null);
	log = $state.raw<readonly Line[]>([]);
	fresh = $state.raw<readonly Line[]>([]);
	status = $state<Status>("connecting");
	refused = $state.raw<Refused | null>(null);
	at = $state(0);
	/** What is said now. */
	note = $state("");
	/** The option that the note speaks of. */
	follow = $state<number | null>(null);
	isDone = $state(false);

	#answers: readonly number[] = [];
	#language: string;
	readonly #name: () => string;

	/** The name is the learner's own, said when it is needed: it may have no other than in the language. */
	constructor(
		readonly game: string,
		language: string,
		name: () => string,
	) {
		this.#language = language;
		this.#name = name;
	}

	/** Show the lesson in a language, as far as it has got. */
	speak(language: string): Promise<Reply> {
		this.#language = language;
		return this.#play(this.#answers);
	}

	/** Begin once more. */
	restart(): Promise<Reply> {
		return this.#play([]);
	}

	send(wish: Wish): Promise<Reply> {
		if (wish.do === "answer") return this.#play([...this.#answers, wish.option]);
		if (wish.do === "undo") return this.#play(this.#answers.slice(0, -1));
		return Promise.resolve(refusal("not_asked", ""));
	}

	close(): void {
		this.status = "gone";
	}

	async #play(answers: readonly number[]): Promise<Reply> {
		try {
			const seen = await fetchLesson(this.game, answers, this.#language);
			this.#answers = answers;
			this.#show(seen);
			return { type: "accepted", id: "", state: answers.length };
		} catch (error) {
			const { reason, text } = error instanceof ApiError ? error.problem : { reason: "failed", text: "" };
			this.refused = refusal(reason, text);
			this.status = this.table ? "open" : "lost";
			return this.refused;
		}
	}

	#show({ table, note, follow, told, is_done }: LessonSeen): void {
		const name = this.#name();
		const seats = table.seats.map((one) => (one.seat === table.you ? { ...one, name } : one));
		this.log = table.log;
		this.fresh = table.log.slice(told);
		this.note = note;
		this.follow = follow;
		this.isDone = is_done;
		this.at = performance.now();
		this.status = "open";
		this.refused = null;
		this.table = { ...table, seats };
	}
}

const refusal = (reason: string, text: string): Refused => ({
	type: "refused",
	id: "",
	reason,
	text,
	rules: [],
	state: 0,
});
