// Which options belong to which card or seat on the table. The page knows no rules: for a card in a zone it only finds
// the options whose meaning names that card and zone.

import type { OptionSeen } from "../protocol";

export interface Spot {
	readonly zone: string;
	readonly owner?: number | undefined;
	readonly card?: string | undefined;
	/** The option number of the card, if it has one of its own, as cards in stables do. */
	readonly option?: number | undefined;
	/** Whether it lies where nobody sees it, as in a pile: then the prompt shows it when it may be chosen. */
	readonly isStowed?: boolean | undefined;
}

/** Always the same empty list, so that nothing is updated when there are still no options. */
const NONE: readonly OptionSeen[] = [];

/** Return all options of a spot on the table; several if it is a card with copies. */
export function optionsAt(options: readonly OptionSeen[], spot: Spot): readonly OptionSeen[] {
	if (options.length === 0) return NONE;
	if (spot.option !== undefined) {
		const own = options.filter((one) => one.option === spot.option);
		if (own.length > 0 || spot.card === undefined) return own;
	}
	const found = options.filter(({ meaning }) => matches(meaning, spot));
	return found.length > 0 ? found : NONE;
}

function matches(meaning: OptionSeen["meaning"], spot: Spot): boolean {
	if (spot.card === undefined) return meaning["card"] === undefined && meaning["owner"] === spot.owner;
	if (meaning["card"] !== spot.card) return false;
	if (meaning["zone"] !== undefined && meaning["zone"] !== spot.zone) return false;
	return meaning["owner"] === undefined || spot.owner === undefined || meaning["owner"] === spot.owner;
}

/** Return the options that belong to no card or seat on the table: they need buttons of their own. */
export function optionsWithoutSpot(
	options: readonly OptionSeen[],
	spots: readonly Spot[],
	at: (spot: Spot) => readonly OptionSeen[],
): readonly OptionSeen[] {
	const covered = new Set(spots.flatMap(at));
	return options.filter((one) => !covered.has(one));
}

/** Return the player whom an option names; null if it names a card or nobody. */
export const playerOf = ({ meaning }: OptionSeen): number | null =>
	meaning["card"] === undefined && typeof meaning["owner"] === "number" ? meaning["owner"] : null;
