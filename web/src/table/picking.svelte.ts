// What a player has marked for a question that takes several cards, and the answers that are on their way.

import type { DecisionSeen, OptionSeen } from "../protocol";
import { enough, goesOn, inOrder, isRow, marksAtFirst, offered, pressed } from "./picks";

/** Who is asked: answers one question at a time, and says whether that was taken. */
export interface Asked {
	readonly decision: DecisionSeen | null;
	readonly isSending: boolean;
	answer(option: OptionSeen): Promise<boolean>;
}

export class Picking {
	#marked = $state.raw<{ readonly of: number; readonly places: readonly number[] }>({ of: -1, places: [] });
	#queue = $state.raw<readonly OptionSeen[]>([]);
	/** The question that was answered last in this way, until another is heard. */
	#sent = $state.raw<DecisionSeen | null>(null);

	constructor(readonly asked: Asked) {}

	/** The question, if several cards can be marked for it. */
	get row(): DecisionSeen | null {
		const { decision } = this.asked;
		return isRow(decision) ? decision : null;
	}

	/** What is marked, by its place in the group. */
	get marks(): readonly number[] {
		const { row } = this;
		if (row === null) return [];
		return row.id === this.#marked.of ? this.#marked.places : marksAtFirst(row);
	}

	/** The places of options in the group. */
	places(options: readonly OptionSeen[]): readonly number[] {
		const { row } = this;
		if (row === null) return [];
		const place = (wanted: OptionSeen) =>
			row.group.findIndex(({ option, label }) => option === wanted.option && label === wanted.label);
		return options.map(place).filter((at) => at >= 0);
	}

	/** How many of these are marked. */
	count(options: readonly OptionSeen[]): number {
		const { marks } = this;
		return marks.length === 0 ? 0 : this.places(options).filter((at) => marks.includes(at)).length;
	}

	/** Whether as many are marked as can be. */
	get isFull(): boolean {
		return this.row !== null && this.marks.length >= this.row.in_a_row;
	}

	get isEnough(): boolean {
		return this.row !== null && this.marks.length >= enough(this.row);
	}

	/** Whether answers are still on their way. */
	get isBusy(): boolean {
		return this.#sent !== null;
	}

	/** Mark a card or one more of its copies, or take the marks back. */
	press(options: readonly OptionSeen[]): void {
		const { row, marks } = this;
		if (row === null || this.isBusy || this.asked.isSending) return;
		this.#marked = { of: row.id, places: pressed(row, marks, this.places(options)) };
	}

	/** Begin anew: somebody else is asked. */
	forget(): void {
		this.#marked = { of: -1, places: [] };
		this.#stop();
	}

	/** Answer with all that is marked, one after the other. */
	send(): void {
		const { row, marks } = this;
		if (row === null || !this.isEnough || this.isBusy || this.asked.isSending) return;
		this.#queue = inOrder(row, marks);
		this.#answer(row);
	}

	/** Answer the next question of the row; whenever something else is asked, that is for the player. */
	goOn(): void {
		const { decision, isSending } = this.asked;
		if (this.#sent === null || isSending || decision?.id === this.#sent.id) return;
		if (goesOn(this.#sent, decision)) this.#answer(decision);
		else this.#stop();
	}

	#answer(decision: DecisionSeen): void {
		const [wanted, ...rest] = this.#queue;
		const option = wanted && offered(decision, wanted);
		if (!option) {
			this.#stop();
			return;
		}
		this.#queue = rest;
		this.#sent = decision;
		void this.asked.answer(option).then((isTaken) => {
			if (!isTaken) this.#stop();
		});
	}

	#stop(): void {
		this.#queue = [];
		this.#sent = null;
	}
}
