// What is said over the wire, as docs/protocol.md explains it.
// Written by scripts/protocol_types.py from src/stablehand/table/protocol.py: change it there.

/** The version of the protocol; each table frame carries it. */
export const PROTOCOL = 1;

export type Json =
	| null
	| boolean
	| number
	| string
	| readonly Json[]
	| { readonly [key: string]: Json };

/** JSON as a game makes it: a view, an event, what an option means. */
export type Data = { readonly [key: string]: Json };

export type Level = "easy" | "normal" | "hard";

export type Language = "en" | "ru" | "pl" | "it" | "xx";

export type ClockName = "off" | "relaxed" | "brisk" | "blitz";

/** Before the game: ready to begin, or not after all. The nonce goes into the shuffle. */
export interface Ready {
	readonly do: "ready";
	readonly id: string;
	readonly on?: boolean;
	readonly nonce?: string | null;
}

/** How a table is run, beside the rules of its game. */
export interface House {
	readonly clock: ClockName;
	/** Seconds in which a card may be answered with an Instant; 0 waits for everybody. */
	readonly window: number;
	/** Seconds that a bot takes for an answer, whatever it holds. */
	readonly pace: number;
	/** The bot that takes an empty seat, or that of somebody who leaves. */
	readonly stand_in: Level;
	readonly chat: boolean;
	readonly undo: boolean;
	readonly public: boolean;
	readonly spectators: boolean;
}

/** The host changes the table before the game. */
export interface Configure {
	readonly do: "configure";
	readonly id: string;
	readonly game?: string | null;
	readonly seats?: number | null;
	readonly options?: Data | null;
	readonly house?: Partial<House> | null;
}

/**
 * The host puts a bot on a seat that is empty or a bot's, or takes it away (level null).
 *
 * Anybody may put one in for a player who has been gone for a while.
 */
export interface Bot {
	readonly do: "bot";
	readonly id: string;
	readonly seat: number;
	readonly level?: Level | null;
}

/** The host begins the game; empty seats are taken by bots. */
export interface Start {
	readonly do: "start";
	readonly id: string;
	readonly nonce?: string | null;
}

/** Answer a decision with one of its options. */
export interface Answer {
	readonly do: "answer";
	readonly id: string;
	readonly state: number;
	readonly decision: number;
	readonly option: number;
}

/** Ask for more time, in a window or on the clock. */
export interface MoreTime {
	readonly do: "more_time";
	readonly id: string;
}

/** Let everything pass for the rest of this turn without being asked. */
export interface Quiet {
	readonly do: "quiet";
	readonly id: string;
	readonly on?: boolean;
}

/** Take one's last answer back, at once or by everybody's consent. */
export interface Undo {
	readonly do: "undo";
	readonly id: string;
}

/** Agree or not to somebody's taking back. */
export interface Consent {
	readonly do: "consent";
	readonly id: string;
	readonly agree: boolean;
}

/** The host stops the clocks and the bots, or lets them go on. */
export interface Pause {
	readonly do: "pause";
	readonly id: string;
	readonly on: boolean;
}

/** The host takes a seat from a player; a bot goes on for them. */
export interface Kick {
	readonly do: "kick";
	readonly id: string;
	readonly seat: number;
}

/** Give one's seat up: before the game it is empty then, during it a bot plays until one comes back. */
export interface Leave {
	readonly do: "leave";
	readonly id: string;
}

/** Take one's seat back from the bot. */
export interface Return {
	readonly do: "return";
	readonly id: string;
}

/** After the game: the same table again. */
export interface Rematch {
	readonly do: "rematch";
	readonly id: string;
}

/** Say something to the table. */
export interface Chat {
	readonly do: "chat";
	readonly id: string;
	readonly text: string;
}

/** Show what one feels. */
export interface Emote {
	readonly do: "emote";
	readonly id: string;
	readonly emote: string;
}

/** Choose the language one is spoken to in. */
export interface Speak {
	readonly do: "speak";
	readonly id: string;
	readonly language: Language;
}

/** Ask why a card is not offered. */
export interface Why {
	readonly do: "why";
	readonly id: string;
	readonly card: string;
}

/** Ask what a bot would do. */
export interface Hint {
	readonly do: "hint";
	readonly id: string;
}

/** A seat as everybody sees it. */
export interface ChairSeen {
	readonly seat: number;
	readonly name: string;
	/** Whether a bot decides there now, perhaps for a player who is gone. */
	readonly is_bot: boolean;
	readonly level: Level | null;
	readonly is_player: boolean;
	readonly is_host: boolean;
	readonly is_ready: boolean;
	readonly is_here: boolean;
	/** Seconds left besides those of each decision, where there is a clock. */
	readonly bank: number | null;
}

/** Something that may be answered. */
export interface OptionSeen {
	readonly option: number;
	readonly label: string;
	readonly meaning: Data;
}

/** The question to this seat. */
export interface DecisionSeen {
	readonly id: number;
	readonly kind: string;
	readonly prompt: string;
	readonly options: readonly OptionSeen[];
	readonly least: number;
	readonly most: number;
	readonly picked: readonly Json[];
	/** Where several are picked one after the other: all that still can be, each copy by itself. */
	readonly group: readonly OptionSeen[];
	/** How many questions like this one come in a row, this one included, unless something comes between. */
	readonly in_a_row: number;
	/** Whether it is answered already, and may be answered anew until the others have. */
	readonly is_revision: boolean;
	/** How long is left. */
	readonly seconds: number | null;
}

/** One line of the log: an event as this audience may hear it. */
export interface Line {
	readonly number: number;
	readonly text: string;
	readonly is_news: boolean;
	readonly event: Data;
}

/** One line of the talk. */
export interface Said {
	readonly number: number;
	readonly seat: number;
	readonly text: string;
	readonly emote: string;
}

/** Somebody wants to take back; who has yet to agree. */
export interface Vote {
	readonly seat: number;
	readonly waiting: readonly number[];
	readonly seconds: number;
}

/** How the shuffle can be checked: the key is shown when the game is over. */
export interface Proof {
	readonly commitment: string;
	readonly nonces: readonly string[];
	readonly key: string | null;
}

/** The table as one audience may know it. */
export interface Table {
	readonly type: "table";
	readonly protocol: number;
	readonly code: string;
	readonly stage: "closed" | "lobby" | "over" | "playing";
	readonly game: string;
	readonly game_number: number;
	readonly title: string;
	readonly notice: string;
	readonly options: Data;
	readonly house: House;
	readonly seats: readonly ChairSeen[];
	readonly you: number | null;
	readonly language: string;
	readonly state: number;
	readonly is_paused: boolean;
	readonly is_quiet: boolean;
	/** How many spectators there are. */
	readonly watching: number;
	readonly moment: string;
	readonly prompt: string;
	readonly decision: DecisionSeen | null;
	readonly view: Data | null;
	readonly result: string;
	readonly log_from: number;
	readonly log: readonly Line[];
	readonly chat: readonly Said[];
	readonly vote: Vote | null;
	readonly can_undo: boolean;
	readonly proof: Proof;
}

/** The command was done, and will be there after any crash. */
export interface Accepted {
	readonly type: "accepted";
	readonly id: string;
	readonly state: number;
}

/** The command was not done; nothing has changed. */
export interface Refused {
	readonly type: "refused";
	readonly id: string;
	/** A word for programs; docs/protocol.md lists them. */
	readonly reason: string;
	/** A sentence for people, in their language. */
	readonly text: string;
	/** The rules of the game that say no. */
	readonly rules: readonly string[];
	readonly state: number;
}

/** What was asked. */
export interface Told {
	readonly type: "told";
	readonly id: string;
	readonly lines: readonly string[];
	readonly option: number | null;
}

/** The last word on a connection. */
export interface Bye {
	readonly type: "bye";
	readonly reason: string;
	readonly text: string;
}

export type Command =
	| Ready
	| Configure
	| Bot
	| Start
	| Answer
	| MoreTime
	| Quiet
	| Undo
	| Consent
	| Pause
	| Kick
	| Leave
	| Return
	| Rematch
	| Chat
	| Emote
	| Speak
	| Why
	| Hint;

export type Frame = Table | Accepted | Refused | Told | Bye;
