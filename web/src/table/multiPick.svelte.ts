// The cards that a player has marked for a row of picks, and the answers that are being sent.

import type { DecisionSeen, OptionSeen } from "../protocol";
import {
	continuesRow,
	findOffered,
	initialMarks,
	isRow,
	leastMarks,
	markedOptions,
	marksAfterPress,
} from "./picks";

/** The seat that picks. It answers one decision at a time; `answer` returns whether the answer was accepted. */
export interface PickingSeat {
	readonly decision: DecisionSeen | null;
	readonly isSending: boolean;
	answer(option: OptionSeen): Promise<boolean>;
}

export class MultiPick {
	#marked = $state.raw<{ readonly of: number; readonly places: readonly number[] }>({ of: -1, places: [] });
	#queue = $state.raw<readonly OptionSeen[]>([]);
	/** The decision of the row that was answered last; null if no answers are being sent. */
	#sent = $state.raw<DecisionSeen | null>(null);

	constructor(readonly seat: PickingSeat) {}

	/** The open decision if several cards can be marked for it, else null. */
	get row(): DecisionSeen | null {
		const { decision } = this.seat;
		return isRow(decision) ? decision : null;
	}

	/** The marked cards, as indexes into the group. */
	get marks(): readonly number[] {
		const { row } = this;
		if (row === null) return [];
		return row.id === this.#marked.of ? this.#marked.places : initialMarks(row);
	}

	/** Return the indexes of options in the group; options outside it are left out. */
	places(options: readonly OptionSeen[]): readonly number[] {
		const { row } = this;
		if (row === null) return [];
		const place = (wanted: OptionSeen) =>
			row.group.findIndex(({ option, label }) => option === wanted.option && label === wanted.label);
		return options.map(place).filter((at) => at >= 0);
	}

	/** Return how many of these options are marked. */
	count(options: readonly OptionSeen[]): number {
		const { marks } = this;
		return marks.length === 0 ? 0 : this.places(options).filter((at) => marks.includes(at)).length;
	}

	/** Whether no more cards can be marked. */
	get isFull(): boolean {
		return this.row !== null && this.marks.length >= this.row.in_a_row;
	}

	get isEnough(): boolean {
		return this.row !== null && this.marks.length >= leastMarks(this.row);
	}

	/** Whether answers are being sent. */
	get isBusy(): boolean {
		return this.#sent !== null;
	}

	/** Mark a card or one more of its copies, or remove its marks. */
	press(options: readonly OptionSeen[]): void {
		const { row, marks } = this;
		if (row === null || this.isBusy || this.seat.isSending) return;
		this.#marked = { of: row.id, places: marksAfterPress(row, marks, this.places(options)) };
	}

	/** Remove all marks, because another player uses the device. */
	reset(): void {
		this.#marked = { of: -1, places: [] };
		this.#stop();
	}

	/** Send the marked cards as answers, one after the other. */
	send(): void {
		const { row, marks } = this;
		if (row === null || !this.isEnough || this.isBusy || this.seat.isSending) return;
		this.#queue = markedOptions(row, marks);
		this.#answer(row);
	}

	/** Answer the next decision of the row; stop if another decision has opened. */
	sendNext(): void {
		const { decision, isSending } = this.seat;
		if (this.#sent === null || isSending || decision?.id === this.#sent.id) return;
		if (continuesRow(this.#sent, decision)) this.#answer(decision);
		else this.#stop();
	}

	#answer(decision: DecisionSeen): void {
		const [wanted, ...rest] = this.#queue;
		const option = wanted && findOffered(decision, wanted);
		if (!option) {
			this.#stop();
			return;
		}
		this.#queue = rest;
		this.#sent = decision;
		void this.seat.answer(option).then((isAccepted) => {
			if (!isAccepted) this.#stop();
		});
	}

	#stop(): void {
		this.#queue = [];
		this.#sent = null;
	}
}
