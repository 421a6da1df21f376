/** Return which of some cards to mark as picked, or -1. An answer names no copy: of equal cards the one that was
 * pressed last is marked, else the first. */
export function placeOfPick(cards: readonly string[], sealed: readonly string[], pressed: number): number {
	const card = cards[pressed];
	if (card !== undefined && sealed.includes(card)) return pressed;
	return cards.findIndex((one) => sealed.includes(one));
}
