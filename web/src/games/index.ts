// The games that have a board of their own, found by their folders. The server decides which games can be played; a
// game without a folder is played on the generic board.

import type { DrawableCard } from "../lib/art/guess";
import type { GameModule } from "./module";

const found = import.meta.glob<{ readonly default: GameModule }>("./*/index.ts", { eager: true });

const MODULES: ReadonlyMap<string, GameModule> = new Map(
	Object.entries(found).map(([path, { default: module }]) => [path.split("/")[1] ?? "", module]),
);

/** The module of a game without a folder. */
const GENERIC: GameModule = {
	board: () => import("../table/GenericBoard.svelte"),
	back: ["#4a4f63", "#5d6279", "K~o0 2 21|W=c0 0 20 14|Y.t0 0 11"],
	badge: () => undefined,
};

export const gameModule = (game: string): GameModule => MODULES.get(game) ?? GENERIC;

const boards = new Map<string, ReturnType<GameModule["board"]>>();

/** Return the board of a game, the same promise each time. */
export function boardOf(game: string): ReturnType<GameModule["board"]> {
	const known = boards.get(game) ?? gameModule(game).board();
	boards.set(game, known);
	return known;
}

/** A card with the game it belongs to. */
export interface GameCard {
	readonly game: string;
	readonly card: DrawableCard;
}

const SHOWN = 3;

/** The cards on the first page. */
export const showcase: readonly GameCard[] = [...MODULES]
	.flatMap(([game, { showcase = [] }]) => showcase.map((card) => ({ game, card })))
	.slice(0, SHOWN);

/** Return a character of the site; undefined if no game has one. */
export function mascot(role: "stray" | "teacher"): GameCard | undefined {
	for (const [game, { mascots }] of MODULES) if (mascots) return { game, card: mascots[role] };
	return undefined;
}
