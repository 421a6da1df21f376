// The name of a game on the page.

import { hasMessage, say } from "./words.svelte";

/** Return the short name of a game in the reader's language; without one, its title or its id. */
export const gameName = (id: string, title = id): string =>
	hasMessage(`home.game.${id}`) ? say(`home.game.${id}`) : title;

/** Return a sentence that describes a game; "" if the page has none. */
export const gameBlurb = (id: string): string =>
	hasMessage(`home.game.${id}.says`) ? say(`home.game.${id}.says`) : "";
