// A board in place of the line to a table: all answers so far go to the server, the whole table comes back.
// So taking back is leaving the last answer out, and another language is asking the same again.

import { ApiError } from "../lib/api";
import type { Reply, Status, TableLine, Wish } from "../lib/link.svelte";
import type { Line, Refused, Table } from "../protocol";

export interface Shown {
	readonly table: Table;
	/** How many lines of the log there had been before the last answer. */
	readonly told: number;
	readonly is_done: boolean;
}

export abstract class Exercise<Answer, Seen extends Shown> implements TableLine {
	readonly isLesson = true;
	readonly chat = [];
	readonly bye = null;
	table = $state.raw<Table | null>(null);
	log = $state.raw<readonly Line[]>([]);
	fresh = $state.raw<readonly Line[]>([]);
	status = $state<Status>("connecting");
	refused = $state.raw<Refused | null>(null);
	at = $state(0);
	isDone = $state(false);

	#answers: readonly Answer[] = [];

	constructor(protected language: string) {}

	/** Ask for the table after these answers. */
	protected abstract ask(answers: readonly Answer[]): Promise<Seen>;
	/** Return the answers with one more. */
	protected abstract more(answers: readonly Answer[], option: number): readonly Answer[];
	/** Return the answers without the last that can be taken back. */
	protected abstract less(answers: readonly Answer[]): readonly Answer[];
	/** Take what came; return the answers that led there, and the table as it is to be shown. */
	protected abstract take(
		seen: Seen,
		answers: readonly Answer[],
	): { answers: readonly Answer[]; table: Table };

	/** Show the board in a language, as far as it has got. */
	speak(language: string): Promise<Reply> {
		this.language = language;
		return this.#play(this.#answers);
	}

	/** Begin once more. */
	restart(): Promise<Reply> {
		return this.#play([]);
	}

	send(wish: Wish): Promise<Reply> {
		if (wish.do === "answer") return this.#play(this.more(this.#answers, wish.option));
		if (wish.do === "undo") return this.#play(this.less(this.#answers));
		return Promise.resolve(refusal("not_asked", ""));
	}

	close(): void {
		this.status = "gone";
	}

	async #play(wanted: readonly Answer[]): Promise<Reply> {
		try {
			const seen = await this.ask(wanted);
			const { answers, table } = this.take(seen, wanted);
			this.#answers = answers;
			this.log = table.log;
			this.fresh = table.log.slice(seen.told);
			this.isDone = seen.is_done;
			this.at = performance.now();
			this.status = "open";
			this.refused = null;
			this.table = table;
			return { type: "accepted", id: "", state: answers.length };
		} catch (error) {
			const { reason, text } = error instanceof ApiError ? error.problem : { reason: "failed", text: "" };
			this.refused = refusal(reason, text);
			this.status = this.table ? "open" : "lost";
			return this.refused;
		}
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
