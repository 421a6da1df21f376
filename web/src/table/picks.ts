// Picks several cards at once. The table asks for one card at a time, in a row of decisions; a player marks all cards
// in any order and sends them with one press. A mark is an index into the decision's group; the table takes the cards
// in the order of the group.

import type { DecisionSeen, OptionSeen } from "../protocol";

/** Whether a decision begins a row of decisions that can be answered together. */
export const isRow = (decision: DecisionSeen | null): decision is DecisionSeen =>
	decision !== null && decision.in_a_row > 1 && decision.group.length > 0;

/** Return the marks before the first press: all cards if all must be picked, else none. */
export const initialMarks = (decision: DecisionSeen): readonly number[] =>
	decision.group.length <= decision.in_a_row ? decision.group.map((_, at) => at) : [];

/** Return the least number of marks that can be sent. */
export const leastMarks = ({ in_a_row, least, most }: DecisionSeen): number =>
	Math.max(1, in_a_row - (most - least));

/** Return the marks after a press on a card: one more of its copies, or none if no more can be marked. */
export function marksAfterPress(
	decision: DecisionSeen,
	marks: readonly number[],
	places: readonly number[],
): readonly number[] {
	const next = places.find((at) => !marks.includes(at));
	if (next !== undefined && marks.length < decision.in_a_row) return [...marks, next];
	return marks.filter((at) => !places.includes(at));
}

/** Return the marked options in the order in which the table takes them. */
export const markedOptions = (decision: DecisionSeen, marks: readonly number[]): readonly OptionSeen[] =>
	decision.group.filter((_, at) => marks.includes(at));

/** Whether a decision is the next one in the row of another. */
export const continuesRow = (before: DecisionSeen, now: DecisionSeen | null): now is DecisionSeen =>
	now !== null && now.kind === before.kind && now.in_a_row === before.in_a_row - 1;

/** Return the offered option for a marked one, if any; after an answer a copy may have another number. */
export const findOffered = (decision: DecisionSeen, wanted: OptionSeen): OptionSeen | undefined =>
	decision.options.find(({ option }) => option === wanted.option) ??
	decision.options.find(({ meaning }) => isSame(meaning, wanted.meaning));

function isSame(one: OptionSeen["meaning"], other: OptionSeen["meaning"]): boolean {
	const names = new Set([...Object.keys(one), ...Object.keys(other)]);
	return [...names].every((name) => one[name] === other[name]);
}
