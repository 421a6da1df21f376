// What the components of a table share: the connection, the cards by id, the marks and the card in the dialog.

import { getContext, setContext } from "svelte";
import type { CardListed } from "../http";
import { cards as fetchCards, games as fetchGames } from "../lib/api";
import { type CommandBody, SocketConnection, type TableConnection } from "../lib/connection.svelte";
import { beatFor } from "../lib/pace";
import { prefs } from "../lib/prefs.svelte";
import type { Data, DecisionSeen, OptionSeen, Table } from "../protocol";
import { MultiPick } from "./multiPick.svelte";
import type { Standing } from "./news";
import { continuesRow, isRow } from "./picks";
import { reuse } from "./reuse";
import { SharedDevice } from "./sharedDevice.svelte";
import { optionsAt, type Spot } from "./spots";

const KEY = Symbol("table");
const NONE: readonly OptionSeen[] = [];
/** The layer of card names that the server uses where none is named. */
const PRINTED = "printed";

/** Return the default deck of a game; "" if it has none. */
async function defaultDeck(game: string, language: string): Promise<string> {
	const listed = await fetchGames(language);
	return listed.find((one) => one.id === game)?.default_deck ?? "";
}

/** A stand-in for a card that is unknown, or without a name for one that is not loaded yet. */
const unknownCard = (id: string, isLoaded: boolean): CardListed => {
	const name = isLoaded ? id.replaceAll("_", " ") : "";
	return { id, name, name_en: name, type: "", type_name: "", copies: 1, text: "", rulings: [], deck: "" };
};

export class TableContext {
	/** The connection to the table; null until the reader sits down or watches. */
	activeConnection = $state.raw<TableConnection | null>(null);
	/** The players on this device; null if there is only one. */
	device = $state.raw<SharedDevice | null>(null);
	readonly code: string;
	/** The id of the card in the card dialog; null if it is closed. */
	zoomed = $state<string | null>(null);
	/** How far everybody was before the cards that are flying; null if the page shows the newest. */
	behind = $state.raw<Standing | null>(null);
	/** The options of that card; several if it and its copies can be marked. */
	zoomedOptions = $state.raw<readonly OptionSeen[]>([]);
	/** The player whose card it is; null if it is nobody's, or one's own. */
	zoomedPlayer = $state<number | null>(null);
	/** Whether it is in that player's hand, and known to be. */
	isZoomedKnown = $state(false);
	/** The lines of the last hint. */
	advice = $state.raw<readonly string[]>([]);
	hinting = $state(false);
	/** Whether an answer has been sent and its reply is missing. */
	isSending = $state(false);
	cards = $state.raw<ReadonlyMap<string, CardListed>>(new Map());
	#game = $state("");
	/** The id of the answered decision that the player is changing; null if none. */
	changing = $state<number | null>(null);
	/** An answer that was tapped and is sent after a moment, unless it is withdrawn; `of` is its decision. */
	#tapped = $state.raw<{ readonly of: number; readonly option: OptionSeen } | null>(null);
	#tapTimer: ReturnType<typeof setTimeout> | undefined;
	/** What was answered, as on the buttons, the latest last: what would be taken back. */
	#given = $state.raw<readonly string[]>([]);
	/** The marks for a row of picks. */
	readonly picking = new MultiPick(this);
	/** The decisions that were answered with the last press: one, or a row. */
	#answered: readonly DecisionSeen[] = [];
	/** The decision whose answer is being undone, and the state of the table before the undo. */
	#undoing = $state.raw<{ readonly state: number; readonly to: DecisionSeen | undefined } | null>(null);
	/** The cards that were asked for last, and those that are loaded: a table may not name its deck. */
	#wanted = "";
	#loaded = "";
	#names = $state.raw<readonly string[]>([]);

	constructor(code: string) {
		this.code = code;
	}

	/** Connect to the table, for all seats of this device. */
	open(language: string, seats: readonly number[] = []): void {
		if (this.activeConnection !== null) return;
		if (seats.length > 1) {
			this.device = new SharedDevice(this.code, seats, language);
			this.activeConnection = this.device.connection;
		} else this.activeConnection = new SocketConnection(this.code, language);
	}

	/** Connect again after the seats of this device have changed. */
	reconnect(language: string, seats: readonly number[]): void {
		this.close();
		this.activeConnection = null;
		this.device = null;
		this.open(language, seats);
	}

	/** Hand the device over to another seat. */
	handOver(seat: number): void {
		if (this.device === null) return;
		this.device.holder = seat;
		this.device.isHidden = false;
		this.activeConnection = this.device.connection;
		this.zoomed = null;
		this.advice = [];
		this.changing = null;
		this.#answered = [];
		this.#given = [];
		this.#undoing = null;
		this.withdraw();
		this.picking.reset();
	}

	/** Use a connection that is not to a server's table. */
	useConnection(connection: TableConnection): void {
		this.activeConnection = connection;
	}

	close(): void {
		this.withdraw();
		this.device?.close();
		this.activeConnection?.close();
	}

	/** The connection, for components that exist only while there is one. */
	get connection(): TableConnection {
		if (this.activeConnection === null) throw new Error("the table is not connected");
		return this.activeConnection;
	}

	/** The last frame of the table; parts that have not changed are the same objects as before. */
	readonly table: Table | null = $derived.by(() => {
		this.#lastTable = reuse(this.#lastTable, this.activeConnection?.table ?? null);
		return this.#lastTable;
	});
	#lastTable: Table | null = null;

	/** The open decision of this seat. */
	readonly decision = $derived(this.table?.decision ?? null);

	/** Whether the decision is answered already, and the player is not changing the answer. */
	readonly isAnswered = $derived(this.decision?.is_revision === true && this.decision.id !== this.changing);

	/** The option with which the decision is answered; null if it is open. */
	readonly chosen: OptionSeen | null = $derived.by(() => {
		const { decision } = this;
		return decision?.options.find(({ option }) => option === decision.answer) ?? null;
	});

	/** The option that was tapped and will be sent in a moment; null if there is none. */
	readonly tapped: OptionSeen | null = $derived(
		this.#tapped !== null && this.#tapped.of === this.decision?.id ? this.#tapped.option : null,
	);

	/** The milliseconds after which a tapped option is sent: two beats of the reader's pace. */
	get tapTime(): number {
		return 2 * beatFor(prefs.pace, 1);
	}

	/** The last answer as on its button; "" if it is not known any more. */
	readonly lastGiven = $derived(this.#given.at(-1) ?? "");

	/** The id of the game; "" until it is known. It is derived, so a new frame of the same game redraws no picture. */
	readonly game: string = $derived(this.table?.game ?? this.#game);

	/** Return the layer of card names: the reader's preference, else that of the table. */
	layer(options: Data): string {
		return prefs.names || String(options["names"] ?? "");
	}

	/** Load the cards of the deck that is played, in the reader's language. */
	async loadCards(game: string, options: Data, language: string): Promise<void> {
		const layer = this.layer(options);
		const names = layer === PRINTED ? "" : layer; // the same cards at the same address, so they are loaded once
		const packs = ["", ...((options["expansions"] ?? []) as string[])].join("+");
		const wanted = `${game}/${String(options["deck"] ?? "")}${packs}/${language}/${names}`;
		if (wanted === this.#wanted) return;
		this.#wanted = wanted;
		this.#game = game;
		const deck = String(options["deck"] ?? (await defaultDeck(game, language))) + packs;
		const cards = `${game}/${deck}/${language}/${names}`;
		if (wanted !== this.#wanted || cards === this.#loaded) return;
		this.#loaded = cards;
		try {
			const found = deck ? await fetchCards(game, deck, language, names) : [];
			if (cards === this.#loaded) this.cards = new Map(found.map((card) => [card.id, card]));
		} catch {
			if (cards === this.#loaded) this.#wanted = this.#loaded = ""; // the next frame asks again
		}
	}

	/** Show a game that is over, or a case, without a connection. */
	showReplay(game: string, options: Data, names: readonly string[], language: string): void {
		this.#names = names;
		void this.loadCards(game, options, language);
	}

	card(id: string): CardListed {
		return this.cards.get(id) ?? unknownCard(id, this.cards.size > 0);
	}

	/** The number of seats, also in a replay. */
	get seatCount(): number {
		return this.table?.seats.length ?? this.#names.length;
	}

	name(seat: number): string {
		return this.table?.seats[seat]?.name ?? this.#names[seat] ?? "";
	}

	/** All options that can be pressed: those of the decision, and in a row of picks all cards of its group. */
	readonly options: readonly OptionSeen[] = $derived.by(() => {
		const { group, options } = this.decision ?? { group: NONE, options: NONE };
		if (this.isAnswered) return NONE;
		if (!this.#isRow) return options;
		return [...group, ...options.filter((one) => group.every(({ option }) => option !== one.option))];
	});
	readonly #isRow = $derived(isRow(this.decision));

	/** Return the options of a card or a seat: at most one answer, or in a row of picks one for each copy. */
	optionsAt(spot: Spot): readonly OptionSeen[] {
		const found = optionsAt(this.options, spot);
		return this.#isRow || found.length < 2 ? found : found.slice(0, 1);
	}

	/** Whether a card is the one chosen, where the answer can still be changed. */
	isChosen(spot: Spot): boolean {
		const chosen = this.tapped ?? this.chosen;
		return chosen !== null && optionsAt([chosen], spot).length > 0;
	}

	/** Open the card dialog for the card of an option. */
	zoom(option: OptionSeen): void {
		const { card } = option.meaning;
		if (typeof card !== "string") return;
		this.zoomed = card;
		this.zoomedOptions = [option];
	}

	/** Handle a press on options: mark them in a row of picks, else answer with the first. */
	choose(options: readonly OptionSeen[]): void {
		const [option] = options;
		if (this.picking.places(options).length > 0) this.picking.press(options);
		else if (option) void this.answer(option);
	}

	/** Handle a tap on a card to be played: it is sent after a moment in which it can be withdrawn, a second tap sends it
	at once. So a finger needs one press, and a slip costs nothing. */
	tap(option: OptionSeen): void {
		if (this.decision === null || this.isSending) return;
		const isAgain = this.tapped?.option === option.option;
		const time = this.tapTime;
		this.withdraw();
		if (isAgain || time === 0) void this.answer(option);
		else {
			this.#tapped = { of: this.decision.id, option };
			this.#tapTimer = setTimeout(() => {
				if (this.tapped === option) void this.answer(option);
				this.withdraw();
			}, time);
		}
	}

	/** Forget a tapped option. */
	withdraw(): void {
		clearTimeout(this.#tapTimer);
		this.#tapped = null;
	}

	/** Answer the open decision; return whether the answer was accepted. */
	async answer(option: OptionSeen): Promise<boolean> {
		const { table, decision } = this;
		if (table === null || decision === null || this.isSending) return false;
		const last = this.#answered.at(-1);
		const isSameRow = this.picking.isBusy && last !== undefined && continuesRow(last, decision);
		this.#answered = isSameRow ? [...this.#answered, decision] : [decision];
		this.withdraw();
		this.isSending = true;
		this.changing = null;
		this.zoomed = null;
		this.advice = [];
		const reply = await this.connection.send({
			do: "answer",
			state: table.state,
			decision: decision.id,
			option: option.option,
		});
		this.isSending = false;
		if (reply.type !== "accepted") return false;
		this.#given = [...(decision.is_revision ? this.#given.slice(0, -1) : this.#given), option.label];
		return true;
	}

	/** Undo the last answer. */
	async undo(): Promise<void> {
		this.#undoing = { state: this.table?.state ?? 0, to: this.#answered.at(-1) };
		this.#answered = this.#answered.slice(0, -1);
		const reply = await this.send({ do: "undo" });
		if (reply.type !== "accepted") this.#undoing = null;
		else this.#given = this.#given.slice(0, -1);
	}

	/** Undo the rest of a row that was answered with one press, unless other players would have to vote on it. */
	continueUndo(): void {
		const { table, decision } = this;
		if (this.#undoing === null || table === null || table.state === this.#undoing.state) return;
		const { to } = this.#undoing;
		this.#undoing = null;
		const isBack = decision?.kind === to?.kind && decision?.in_a_row === to?.in_a_row;
		const isAlone = table.seats.every((one) => one.is_bot || one.seat === table.you);
		if (isBack && isAlone && table.can_undo && this.#answered.length) void this.undo();
	}

	/** Ask which option a bot would choose. */
	async hint(): Promise<void> {
		this.hinting = true;
		const asked = this.decision?.id;
		const reply = await this.connection.send({ do: "hint" });
		if (reply.type === "told" && asked === this.decision?.id) this.advice = reply.lines;
		this.hinting = false;
	}

	/** Leave the table with all seats of this device; return whether that was accepted. */
	async leave(): Promise<boolean> {
		const replies = this.device ? await this.device.leave() : [await this.send({ do: "leave" })];
		return replies.every((reply) => reply.type === "accepted");
	}

	/** Send any other command. */
	send(command: CommandBody) {
		return this.connection.send(command);
	}
}

export const provideContext = (context: TableContext): TableContext => setContext(KEY, context);
export const tableContext = (): TableContext => getContext<TableContext>(KEY);
