// Which options belong to which card or seat on the table. The page knows no rules: it only finds, for what
// lies where, the options whose meaning names it.

import type { DecisionSeen, OptionSeen } from "../protocol";

export interface Spot {
	readonly zone: string;
	readonly owner?: number | undefined;
	readonly card?: string | undefined;
	/** The option number of a card that has one of its own, as those in stables do. */
	readonly option?: number | undefined;
}

/** Return the option that a spot on the table stands for, if there is one. */
export function optionAt(decision: DecisionSeen | null, spot: Spot): OptionSeen | undefined {
	if (decision === null) return undefined;
	if (spot.option !== undefined) {
		const own = decision.options.find((one) => one.option === spot.option);
		if (own || spot.card === undefined) return own;
	}
	return decision.options.find(({ meaning }) => fits(meaning, spot));
}

function fits(meaning: OptionSeen["meaning"], spot: Spot): boolean {
	if (spot.card === undefined) return meaning["card"] === undefined && meaning["owner"] === spot.owner;
	if (meaning["card"] !== spot.card) return false;
	if (meaning["zone"] !== undefined && meaning["zone"] !== spot.zone) return false;
	return meaning["owner"] === undefined || spot.owner === undefined || meaning["owner"] === spot.owner;
}

/** Return the options that no card or seat in sight stands for: they need buttons of their own. */
export function others(decision: DecisionSeen, spots: readonly Spot[]): readonly OptionSeen[] {
	const covered = new Set(spots.map((spot) => optionAt(decision, spot)?.option));
	return decision.options.filter((one) => !covered.has(one.option));
}
