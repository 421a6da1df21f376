// The line to a table: what it is told, what it wants done, and coming back when the line breaks.
//
// A frame is the whole table as this seat may know it, so coming back needs nothing but the next frame.
// A command that was not answered is sent again with the same id; the table does it once.

import type { Accepted, Bye, Command, Frame, Line, Refused, Said, Table, Told } from "../protocol";
import { prefs } from "./prefs.svelte";

export type Reply = Accepted | Refused | Told;
type Wanted<C> = C extends Command ? Omit<C, "id"> : never;
export type Wish = Wanted<Command>;
export type Status = "connecting" | "open" | "lost" | "gone";

const FIRST_WAIT = 400;
const LONGEST_WAIT = 8000;
/** Milliseconds until something is said again that came too fast. */
const TOO_FAST = 600;
/** Close codes after which trying again is of no use. */
const FINAL = new Set([4404, 4403, 4410]);

/** What the parts of a table listen to and speak into: a link to a server's table, or a lesson. */
export interface TableLine {
	readonly table: Table | null;
	readonly log: readonly Line[];
	readonly chat: readonly Said[];
	readonly fresh: readonly Line[];
	readonly status: Status;
	readonly refused: Refused | null;
	readonly bye: Bye | null;
	readonly at: number;
	/** Whether it only takes answers: it gives no hints, no reasons and no time. */
	readonly isLesson: boolean;
	send(wish: Wish): Promise<Reply>;
	close(): void;
}

interface Pending {
	readonly text: string;
	readonly settle: (reply: Reply) => void;
}

export class Link implements TableLine {
	readonly isLesson = false;
	table = $state.raw<Table | null>(null);
	log = $state.raw<readonly Line[]>([]);
	chat = $state.raw<readonly Said[]>([]);
	/** What happened with the last frame, for those who show it happening. */
	fresh = $state.raw<readonly Line[]>([]);
	status = $state<Status>("connecting");
	/** The last refusal, to be shown. */
	refused = $state.raw<Refused | null>(null);
	bye = $state.raw<Bye | null>(null);
	/** When the last frame came, by performance.now(): what is left of a clock counts from there. */
	at = $state(0);

	#socket: WebSocket | null = null;
	#pending = new Map<string, Pending>();
	#count = 0;
	#wait = FIRST_WAIT;
	#timer: ReturnType<typeof setTimeout> | undefined;
	#closed = false;
	#address = "";
	readonly #forgetNames: () => void;
	readonly #run = crypto.randomUUID().slice(0, 8);

	/** The seat is said only where one device has several. */
	constructor(
		readonly code: string,
		readonly language: string,
		readonly seat: number | null = null,
	) {
		// What cards are called is settled with the call: whoever wants other names calls again.
		this.#forgetNames = $effect.root(() => {
			$effect(() => this.#call(prefs.names));
		});
	}

	/** Have something done; the reply comes after it is stored. */
	send(wish: Wish): Promise<Reply> {
		this.#count += 1;
		const id = `${this.#run}-${this.#count}`;
		const text = JSON.stringify({ ...wish, id });
		return new Promise((settle) => {
			this.#pending.set(id, { text, settle });
			if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(text);
		});
	}

	/** Hang up for good. */
	close(): void {
		this.#closed = true;
		this.#forgetNames();
		clearTimeout(this.#timer);
		this.#socket?.close();
	}

	#call(names: string): void {
		const query = new URLSearchParams({ lang: this.language });
		if (this.seat !== null) query.set("seat", String(this.seat));
		if (names) query.set("names", names);
		const scheme = location.protocol === "https:" ? "wss" : "ws";
		this.#address = `${scheme}://${location.host}/api/tables/${this.code}/socket?${query}`;
		clearTimeout(this.#timer);
		const before = this.#socket;
		this.#open();
		before?.close();
	}

	#open(): void {
		const socket = new WebSocket(this.#address);
		this.#socket = socket;
		socket.onopen = () => {
			this.status = "open";
			this.#wait = FIRST_WAIT;
			for (const { text } of this.#pending.values()) socket.send(text);
		};
		socket.onmessage = (message) => this.#take(JSON.parse(String(message.data)) as Frame);
		socket.onclose = (event) => {
			if (this.#closed || this.#socket !== socket) return;
			if (FINAL.has(event.code)) {
				this.status = "gone";
				return;
			}
			this.status = "lost";
			this.#timer = setTimeout(() => this.#open(), this.#wait);
			this.#wait = Math.min(LONGEST_WAIT, this.#wait * 2);
		};
	}

	#take(frame: Frame): void {
		switch (frame.type) {
			case "table":
				this.#show(frame);
				return;
			case "bye":
				this.bye = frame;
				return;
			default:
				if (frame.type === "refused" && frame.reason === "too_fast" && this.#pending.has(frame.id)) {
					setTimeout(() => this.#again(frame.id), TOO_FAST); // it was not heard: say it again
					return;
				}
				this.refused = frame.type === "refused" ? frame : null;
				this.#pending.get(frame.id)?.settle(frame);
				this.#pending.delete(frame.id);
		}
	}

	#again(id: string): void {
		const text = this.#pending.get(id)?.text;
		if (text && this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(text);
	}

	#show(frame: Table): void {
		const isFirst = this.table === null || this.table.game_number !== frame.game_number;
		const heard = this.log.length;
		this.log = [...this.log.slice(0, frame.log_from), ...frame.log];
		const known = this.chat.at(-1)?.number ?? 0;
		this.chat = [...this.chat, ...frame.chat.filter((line) => line.number > known)];
		// Whoever calls again, or in another language, is told the whole log: most of it is no news.
		this.fresh = isFirst ? [] : frame.log.filter((line) => line.number >= heard);
		this.at = performance.now();
		this.table = frame;
	}
}
