// Everything the parts of a table share: the line, the cards by id, what is chosen and what is looked at.

import { getContext, setContext } from "svelte";
import { type CardListed, cards as fetchCards } from "../lib/api";
import { Link, type TableLine, type Wish } from "../lib/link.svelte";
import { prefs } from "../lib/prefs.svelte";
import type { Data, DecisionSeen, OptionSeen, Table } from "../protocol";
import { optionsAt, type Spot } from "./choosing";
import { Picking } from "./picking.svelte";
import { goesOn, isRow } from "./picks";
import { same } from "./same";
import { SharedDevice } from "./sharing.svelte";

const KEY = Symbol("seat");
const NONE: readonly OptionSeen[] = [];

export class SeatAtTable {
	/** The line to the table; none before one has sat down or watches. */
	line = $state.raw<TableLine | null>(null);
	/** Those who play on this device, where they are several. */
	device = $state.raw<SharedDevice | null>(null);
	readonly code: string;
	/** The card one looks at closely. */
	zoomed = $state<string | null>(null);
	/** What choosing that card would answer; several where it and its copies can be marked. */
	zoomedOptions = $state.raw<readonly OptionSeen[]>([]);
	/** What a bot would do, if that was asked. */
	advice = $state.raw<readonly string[]>([]);
	hinting = $state(false);
	/** Whether an answer is on its way. */
	isSending = $state(false);
	cards = $state.raw<ReadonlyMap<string, CardListed>>(new Map());
	game = $state("unicorns");
	/** What is marked where several cards are asked for. */
	readonly picking = new Picking(this);
	/** The questions that were answered with the last press, one or a row of them. */
	#answered: readonly DecisionSeen[] = [];
	/** The question whose answer is being taken back, and in which state. */
	#back = $state.raw<{ readonly state: number; readonly to: DecisionSeen | undefined } | null>(null);
	#loaded = "";
	#names: readonly string[] = [];

	constructor(code: string) {
		this.code = code;
	}

	/** Begin to listen, for all who sit here by this device. */
	open(language: string, seats: readonly number[] = []): void {
		if (this.line !== null) return;
		if (seats.length > 1) {
			this.device = new SharedDevice(this.code, seats, language);
			this.line = this.device.line;
		} else this.line = new Link(this.code, language);
	}

	/** Listen anew, for all who sit here by this device now. */
	share(language: string, seats: readonly number[]): void {
		this.close();
		this.line = null;
		this.device = null;
		this.open(language, seats);
	}

	/** Hand the device on. */
	hand(seat: number): void {
		if (this.device === null) return;
		this.device.holder = seat;
		this.device.isHidden = false;
		this.line = this.device.line;
		this.zoomed = null;
		this.advice = [];
		this.#answered = [];
		this.#back = null;
		this.picking.forget();
	}

	/** Listen to something else than a server's table. */
	listen(line: TableLine): void {
		this.line = line;
	}

	close(): void {
		this.device?.close();
		this.line?.close();
	}

	/** The line, for those parts that are only there when there is one. */
	get link(): TableLine {
		if (this.line === null) throw new Error("nobody listens to this table yet");
		return this.line;
	}

	/** The table as it was told last; whatever has not changed is the same object as before. */
	readonly table: Table | null = $derived.by(() => {
		this.#told = same(this.#told, this.line?.table ?? null);
		return this.#told;
	});
	#told: Table | null = null;

	/** What this seat is asked. */
	readonly decision = $derived(this.table?.decision ?? null);

	/** What cards are called: as this reader likes, else as at the table. */
	layer(options: Data): string {
		return prefs.names || String(options["names"] ?? "");
	}

	/** Load the cards of the deck that is played, in the reader's language. */
	async loadCards(game: string, options: Data, language: string): Promise<void> {
		const deck = String(options["deck"] ?? (game === "fairytale" ? "fairy_tale" : "base_2e"));
		const names = this.layer(options);
		const wanted = `${game}/${deck}/${language}/${names}`;
		if (wanted === this.#loaded) return;
		this.#loaded = wanted;
		this.game = game;
		const found = await fetchCards(game, deck, language, names);
		this.cards = new Map(found.map((card) => [card.id, card]));
	}

	/** Look at a game without a seat: one that is over. */
	look(game: string, options: Data, names: readonly string[], language: string): void {
		this.#names = names;
		void this.loadCards(game, options, language);
	}

	card(id: string): CardListed {
		return this.cards.get(id) ?? { id, name: id.replaceAll("_", " "), text: "", type: "", copies: 1 };
	}

	name(seat: number): string {
		return this.table?.seats[seat]?.name ?? this.#names[seat] ?? "";
	}

	/** All that can be pressed: what may be answered, or marked where several are asked for. */
	readonly options: readonly OptionSeen[] = $derived.by(() => {
		const { group, options } = this.decision ?? { group: NONE, options: NONE };
		if (!this.#isRow) return options;
		return [...group, ...options.filter((one) => group.every(({ option }) => option !== one.option))];
	});
	readonly #isRow = $derived(isRow(this.decision));

	/** What pressing a card or a seat stands for: one answer, or marks for as many copies as lie there. */
	optionsAt(spot: Spot): readonly OptionSeen[] {
		const found = optionsAt(this.options, spot);
		return this.#isRow || found.length < 2 ? found : found.slice(0, 1);
	}

	/** Look at the card of an option. */
	zoom(option: OptionSeen): void {
		const { card } = option.meaning;
		if (typeof card !== "string") return;
		this.zoomed = card;
		this.zoomedOptions = [option];
	}

	/** Press what can be pressed: it is an answer, or a mark. */
	choose(options: readonly OptionSeen[]): void {
		const [option] = options;
		if (this.picking.places(options).length > 0) this.picking.press(options);
		else if (option) void this.answer(option);
	}

	/** Answer what is asked; tell whether that was taken. */
	async answer(option: OptionSeen): Promise<boolean> {
		const { table, decision } = this;
		if (table === null || decision === null || this.isSending) return false;
		const last = this.#answered.at(-1);
		const isNext = this.picking.isBusy && last !== undefined && goesOn(last, decision);
		this.#answered = isNext ? [...this.#answered, decision] : [decision];
		this.isSending = true;
		this.zoomed = null;
		this.advice = [];
		const reply = await this.link.send({
			do: "answer",
			state: table.state,
			decision: decision.id,
			option: option.option,
		});
		this.isSending = false;
		return reply.type === "accepted";
	}

	/** Take the last answer back. */
	async takeBack(): Promise<void> {
		this.#back = { state: this.table?.state ?? 0, to: this.#answered.at(-1) };
		this.#answered = this.#answered.slice(0, -1);
		const reply = await this.want({ do: "undo" });
		if (reply.type !== "accepted") this.#back = null;
	}

	/** What went out with one press comes back with one: the rest of a row, unless others have to be asked for it. */
	goBack(): void {
		const { table, decision } = this;
		if (this.#back === null || table === null || table.state === this.#back.state) return;
		const { to } = this.#back;
		this.#back = null;
		const isBack = decision?.kind === to?.kind && decision?.in_a_row === to?.in_a_row;
		const isAlone = table.seats.every((one) => one.is_bot || one.seat === table.you);
		if (isBack && isAlone && table.can_undo && this.#answered.length) void this.takeBack();
	}

	/** Ask what a bot would do. */
	async hint(): Promise<void> {
		this.hinting = true;
		const asked = this.decision?.id;
		const told = await this.link.send({ do: "hint" });
		if (told.type === "told" && asked === this.decision?.id) this.advice = told.lines;
		this.hinting = false;
	}

	/** Give one's seat up, with those of all who share this device; tell whether that was done. */
	async leave(): Promise<boolean> {
		const replies = this.device ? await this.device.leave() : [await this.want({ do: "leave" })];
		return replies.every((reply) => reply.type === "accepted");
	}

	/** Have anything else done. */
	want(wish: Wish) {
		return this.link.send(wish);
	}
}

export const provide = (seat: SeatAtTable): SeatAtTable => setContext(KEY, seat);
export const seatHere = (): SeatAtTable => getContext<SeatAtTable>(KEY);
