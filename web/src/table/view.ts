// The part of a view that all games share. The board of a game knows the rest.

import type { Data } from "../protocol";
import type { CommonView } from "../view";

/** Return the other seats in the order of play, beginning with the next one; all seats for a spectator. */
export const othersAround = (seats: number, me: number | null): number[] =>
	Array.from({ length: seats }, (_, at) => (at + (me ?? -1) + 1) % seats).filter((seat) => seat !== me);

/** Return a frame's view with its common part typed. Nothing is checked; the server's types guarantee the fields. */
export const viewOf = (data: Data | null): CommonView | null => data as unknown as CommonView | null;
