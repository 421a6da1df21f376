// Several picks as one gesture. The table asks for one card at a time; a person marks all of them, in any order,
// and sends them with one press. What is marked is said by places in the decision's group; the table takes them
// in that order.

import type { DecisionSeen, OptionSeen } from "../protocol";

/** Whether a question is the first of a row that can be answered together. */
export const isRow = (decision: DecisionSeen | null): decision is DecisionSeen =>
	decision !== null && decision.in_a_row > 1 && decision.group.length > 0;

/** What is marked before anything has been pressed: all, where there is nothing to choose. */
export const marksAtFirst = (decision: DecisionSeen): readonly number[] =>
	decision.group.length <= decision.in_a_row ? decision.group.map((_, at) => at) : [];

/** How few marks are enough. */
export const enough = ({ in_a_row, least, most }: DecisionSeen): number =>
	Math.max(1, in_a_row - (most - least));

/** Press a card: of its copies one more is marked, and when all are or no more may be, none. */
export function pressed(
	decision: DecisionSeen,
	marks: readonly number[],
	places: readonly number[],
): readonly number[] {
	const next = places.find((at) => !marks.includes(at));
	if (next !== undefined && marks.length < decision.in_a_row) return [...marks, next];
	return marks.filter((at) => !places.includes(at));
}

/** What is marked, in the order in which the table takes it. */
export const inOrder = (decision: DecisionSeen, marks: readonly number[]): readonly OptionSeen[] =>
	decision.group.filter((_, at) => marks.includes(at));

/** Whether a question goes on with the row of another. */
export const goesOn = (before: DecisionSeen, now: DecisionSeen | null): now is DecisionSeen =>
	now !== null && now.kind === before.kind && now.in_a_row === before.in_a_row - 1;

/** The option that answers for something marked; a copy may have got another number by now. */
export const offered = (decision: DecisionSeen, wanted: OptionSeen): OptionSeen | undefined =>
	decision.options.find(({ option }) => option === wanted.option) ??
	decision.options.find(({ meaning }) => isSame(meaning, wanted.meaning));

function isSame(one: OptionSeen["meaning"], other: OptionSeen["meaning"]): boolean {
	const names = new Set([...Object.keys(one), ...Object.keys(other)]);
	return [...names].every((name) => one[name] === other[name]);
}
