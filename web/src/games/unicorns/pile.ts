// The cards in the middle of the table: whose they are, which of them is stopped, and which may be answered. Instants that
// answer a theft, a loss or a turn lie on the card whose effect it is, and do not stop that card.

import type { UnicornView } from "./view";

/** What these functions look at. */
export type Middle = Pick<UnicornView, "pile" | "occasion"> & {
	readonly zones: { readonly playing: UnicornView["zones"]["playing"] };
};

/** Return how many cards lie below the Instants that answer what is about to happen. */
const below = ({ occasion, pile, zones }: Middle): number =>
	occasion ? zones.playing.cards.length - pile.length : 0;

/** Return whose a card in the middle is; null if nobody is playing it any more. */
export function ownerAt(view: Middle, at: number): number | null {
	const one = view.pile[at - below(view)];
	return one?.card === view.zones.playing.cards[at] ? (one?.owner ?? null) : null;
}

/** Whether a card is stopped as things stand: each Instant stops the card below it. */
export function isStopped(view: Middle, at: number, isInstant: (card: string) => boolean): boolean {
	const above = view.zones.playing.cards.slice(at + 1);
	return at >= below(view) && above.length % 2 === 1 && above.every(isInstant);
}

/** Return the card that may be answered in the window that is open; undefined if what may be is no card. */
export const answerable = (view: Middle): string | undefined =>
	(view.occasion ? view.pile : view.zones.playing.cards.map((card) => ({ card }))).at(-1)?.card;
