// Which options belong to which card or seat on the table. The page knows no rules: it only finds, for what
// lies where, the options whose meaning names it.

import type { OptionSeen } from "../protocol";

export interface Spot {
	readonly zone: string;
	readonly owner?: number | undefined;
	readonly card?: string | undefined;
	/** The option number of a card that has one of its own, as those in stables do. */
	readonly option?: number | undefined;
}

/** The same whenever there are none: so nobody looks again. */
const NONE: readonly OptionSeen[] = [];

/** Return all options that a spot on the table can stand for: several where it is a card and its copies. */
export function optionsAt(options: readonly OptionSeen[], spot: Spot): readonly OptionSeen[] {
	if (options.length === 0) return NONE;
	if (spot.option !== undefined) {
		const own = options.filter((one) => one.option === spot.option);
		if (own.length > 0 || spot.card === undefined) return own;
	}
	const found = options.filter(({ meaning }) => fits(meaning, spot));
	return found.length > 0 ? found : NONE;
}

function fits(meaning: OptionSeen["meaning"], spot: Spot): boolean {
	if (spot.card === undefined) return meaning["card"] === undefined && meaning["owner"] === spot.owner;
	if (meaning["card"] !== spot.card) return false;
	if (meaning["zone"] !== undefined && meaning["zone"] !== spot.zone) return false;
	return meaning["owner"] === undefined || spot.owner === undefined || meaning["owner"] === spot.owner;
}

/** Return the options that no card or seat in sight stands for: they need buttons of their own. */
export function others(
	options: readonly OptionSeen[],
	spots: readonly Spot[],
	at: (spot: Spot) => readonly OptionSeen[],
): readonly OptionSeen[] {
	const covered = new Set(spots.flatMap(at));
	return options.filter((one) => !covered.has(one));
}
