// A board that is used like a connection to a table. Each request sends all answers so far, and the response is the
// whole table. An undo sends the answers without the last one; another language sends the same answers again.

import { ApiError } from "../lib/api";
import type { CommandBody, Reply, Status, TableConnection } from "../lib/connection.svelte";
import type { Line, Refused, Table } from "../protocol";

export interface Shown {
	readonly table: Table;
	/** The number of log lines before the last answer. */
	readonly told: number;
	readonly is_done: boolean;
}

export abstract class Exercise<Answer, Seen extends Shown> implements TableConnection {
	readonly isExercise = true;
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

	/** Fetch the table after these answers. */
	protected abstract fetchTable(answers: readonly Answer[]): Promise<Seen>;
	/** Return the answers with one more. */
	protected abstract withAnswer(answers: readonly Answer[], option: number): readonly Answer[];
	/** Return the answers after an undo. */
	protected abstract withoutLast(answers: readonly Answer[]): readonly Answer[];
	/** Handle a response: return all answers, including those of bots, and the table to show. */
	protected abstract receive(
		seen: Seen,
		answers: readonly Answer[],
	): { answers: readonly Answer[]; table: Table };

	/** Load the board in a language, after the answers so far. */
	load(language: string): Promise<Reply> {
		this.language = language;
		return this.#request(this.#answers);
	}

	/** Start again without answers. */
	restart(): Promise<Reply> {
		return this.#request([]);
	}

	send(command: CommandBody): Promise<Reply> {
		if (command.do === "answer") return this.#request(this.withAnswer(this.#answers, command.option));
		if (command.do === "undo") return this.#request(this.withoutLast(this.#answers));
		return Promise.resolve(refusal("not_asked", ""));
	}

	close(): void {
		this.status = "gone";
	}

	async #request(wanted: readonly Answer[]): Promise<Reply> {
		try {
			const seen = await this.fetchTable(wanted);
			const { answers, table } = this.receive(seen, wanted);
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
