// The interface between the page and a game. Each folder here has an index.ts whose default export implements it.

import type { Component } from "svelte";
import type { DrawableCard, TypeStyle } from "../lib/art/guess";
import type { Sign } from "../lib/art/signs";
import type { Data, Line } from "../protocol";
import type { Happening } from "../table/moves";
import type { CommonView } from "../view";

export interface BoardProps<View> {
	readonly view: View;
	/** Whether a replay is shown: nobody is asked, and nothing can be chosen. */
	readonly isReplay?: boolean;
}

export interface PlayedProps<View> {
	readonly view: View;
	readonly isLarge?: boolean;
	/** Whether the cards are pictures only, which cannot be pressed. */
	readonly isStill?: boolean;
}

/** A message of the page by its key, with the values of its slots. */
export type Announcement = readonly [key: string, slots: Record<string, string | number>];

/** A component in a chunk of its own. */
type Lazy<Props extends Record<string, unknown>> = () => Promise<{ readonly default: Component<Props> }>;

export interface GameModule<View = never> {
	/** The board component: the table as a seat sees it, with the prompt and the hand. */
	readonly board: () => Promise<{ readonly default: Component<BoardProps<View>> }>;
	/** The back of a card: the colours of ground and pattern, and the drawing in the middle as part data. */
	readonly back: readonly [ground: string, pattern: string, drawing: string];
	/** Return the sign of a card's type or faction. */
	readonly badge: (card: DrawableCard) => Sign | undefined;
	/** The addresses of the files with recipes for card pictures; those in `more` are fetched only if needed. */
	readonly pictures?: { readonly cards: string; readonly more?: readonly string[] };
	/** How a card without a recipe is drawn: a style for each type, and the scene of a card. */
	readonly typeStyles?: Readonly<Record<string, TypeStyle>>;
	readonly scene?: (card: DrawableCard) => string | undefined;
	/** The card whose picture represents the game in the choice of games. */
	readonly cover?: DrawableCard;
	/** Cards for the first page; the first three of all games are shown. */
	readonly showcase?: readonly DrawableCard[];
	/** Characters of the site: one for pages that do not exist, one for lessons. */
	readonly mascots?: { readonly stray: DrawableCard; readonly teacher: DrawableCard };
	/** Return the card that the open window is about, for the notes of a lesson. */
	readonly lastPlayed?: (view: View) => string | undefined;
	/** What is to be seen of an event: which cards it moves, and how that looks. */
	readonly happening?: (event: Data) => Happening;
	/** The card that may be responded to after an event, given that before it; and whether the event shows that nobody did. */
	readonly answering?: (
		event: Data,
		open: string | null,
	) => readonly [open: string | null, isUnanswered: boolean];
	/** The points with which a seat wins; and what the game is about, in words. */
	readonly goal?: (view: View) => number;
	readonly aim?: (view: View) => Announcement;
	/** The heading of the log lines from an event on, such as that of a turn; null if it begins no new part. */
	readonly heading?: (line: Line) => string | Announcement | null;
	/** What the open window is about: the card being played and the responses to it. All of it is public. */
	readonly played?: () => Promise<{ readonly default: Component<PlayedProps<View>> }>;
	/** The announcements before a game with these options, and the banner for those during it. */
	readonly announcements?: (options: Data) => readonly Announcement[];
	readonly banner?: Lazy<Record<string, never>>;
	/** Return the ids of the cards that a winner has on the table in the end. */
	readonly winningCards?: (view: View, seat: number) => readonly string[];
	/** What the result shows besides the winner. */
	readonly resultDetails?: () => Promise<{ readonly default: Component<{ readonly view: View }> }>;
}

/** Return a module as one of any game, after its type was checked against the view of its game. */
export const defineGame = <View extends CommonView>(module: GameModule<View>): GameModule =>
	module as unknown as GameModule;
