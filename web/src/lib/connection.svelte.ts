// The connection to a table: it receives frames, sends commands and reconnects when the socket closes.
//
// A frame is the whole table as this seat may see it, so the first frame after reconnecting is enough. A command
// without a reply is sent again with the same id; the table applies it once.

import type { Accepted, Bye, Command, Frame, Line, Lines, Refused, Said, Table, Told } from "../protocol";
import { type ArrivedFrame, FrameQueue } from "./frameQueue";
import { prefs } from "./prefs.svelte";

export type Reply = Accepted | Refused | Told | Lines;
type WithoutId<C> = C extends Command ? Omit<C, "id"> : never;
export type CommandBody = WithoutId<Command>;
export type Status = "connecting" | "open" | "lost" | "gone";

const FIRST_WAIT = 400;
const LONGEST_WAIT = 8000;
/** Milliseconds until a command is sent again that was refused as too fast. */
const RESEND_WAIT = 600;
/** Close codes after which the connection does not try again. */
const FINAL_CODES = new Set([4404, 4403, 4410]);

/** What the components of a table read from and send to: a connection to a server's table, or an exercise. */
export interface TableConnection {
	readonly table: Table | null;
	readonly log: readonly Line[];
	readonly chat: readonly Said[];
	readonly fresh: readonly Line[];
	readonly status: Status;
	readonly refused: Refused | null;
	readonly bye: Bye | null;
	readonly at: number;
	/** Whether it accepts answers and undo only: no hints, no explanations, no more time. */
	readonly isExercise: boolean;
	send(command: CommandBody): Promise<Reply>;
	/** Let new frames wait until what is being shown has been seen, by performance.now(). */
	holdFrames?(until: number): void;
	close(): void;
}

interface Pending {
	readonly text: string;
	readonly resolve: (reply: Reply) => void;
}

export class SocketConnection implements TableConnection {
	readonly isExercise = false;
	table = $state.raw<Table | null>(null);
	log = $state.raw<readonly Line[]>([]);
	chat = $state.raw<readonly Said[]>([]);
	/** The log lines that the last frame added, for animations and sounds. */
	fresh = $state.raw<readonly Line[]>([]);
	status = $state<Status>("connecting");
	/** The last reply, if it was a refusal. */
	refused = $state.raw<Refused | null>(null);
	bye = $state.raw<Bye | null>(null);
	/** When the last frame came, by performance.now(); the seconds of a frame count down from then. */
	at = $state(0);

	#socket: WebSocket | null = null;
	readonly #frames = new FrameQueue(
		(frames) => this.#show(frames),
		// Players who share a device are asked in turn: nothing waits there.
		() => (this.seat === null ? prefs.pace : "none"),
	);
	#pending = new Map<string, Pending>();
	#count = 0;
	#wait = FIRST_WAIT;
	#timer: ReturnType<typeof setTimeout> | undefined;
	#closed = false;
	#address = "";
	readonly #stopWatchingNames: () => void;
	/** Not a UUID: browsers make those only for HTTPS and the server's own machine, not on a local network. */
	readonly #idPrefix = Array.from(crypto.getRandomValues(new Uint32Array(2)), (n) => n.toString(36)).join("");

	/** Connect to a table. `seat` is needed only on a device with several seats. */
	constructor(
		readonly code: string,
		readonly language: string,
		readonly seat: number | null = null,
	) {
		// The card names are a parameter of the connection, so other names need another connection.
		this.#stopWatchingNames = $effect.root(() => {
			$effect(() => this.#connect(prefs.names));
		});
	}

	/** Send a command. The reply comes after the server has stored its effect. */
	send(command: CommandBody): Promise<Reply> {
		this.#count += 1;
		const id = `${this.#idPrefix}-${this.#count}`;
		const text = JSON.stringify({ ...command, id });
		return new Promise((resolve) => {
			this.#pending.set(id, { text, resolve });
			if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(text);
		});
	}

	holdFrames(until: number): void {
		if (this.seat === null) this.#frames.holdUntil(until);
	}

	/** Close the connection and do not reconnect. */
	close(): void {
		this.#closed = true;
		this.#frames.clear();
		this.#stopWatchingNames();
		clearTimeout(this.#timer);
		this.#socket?.close();
	}

	#connect(names: string): void {
		const query = new URLSearchParams({ lang: this.language });
		if (this.seat !== null) query.set("seat", String(this.seat));
		if (names) query.set("names", names);
		const scheme = location.protocol === "https:" ? "wss" : "ws";
		this.#address = `${scheme}://${location.host}/api/tables/${this.code}/socket?${query}`;
		clearTimeout(this.#timer);
		const before = this.#socket;
		this.#openSocket();
		before?.close();
	}

	#openSocket(): void {
		const socket = new WebSocket(this.#address);
		this.#socket = socket;
		socket.onopen = () => {
			this.status = "open";
			this.#wait = FIRST_WAIT;
			for (const { text } of this.#pending.values()) socket.send(text);
		};
		socket.onmessage = (message) => this.#receive(JSON.parse(String(message.data)) as Frame);
		socket.onclose = (event) => {
			if (this.#closed || this.#socket !== socket) return;
			if (FINAL_CODES.has(event.code)) {
				this.status = "gone";
				return;
			}
			this.status = "lost";
			this.#timer = setTimeout(() => this.#openSocket(), this.#wait);
			this.#wait = Math.min(LONGEST_WAIT, this.#wait * 2);
		};
	}

	#receive(frame: Frame): void {
		switch (frame.type) {
			case "table":
				this.#frames.push(frame);
				return;
			case "bye":
				this.bye = frame;
				return;
			default:
				if (frame.type === "refused" && frame.reason === "too_fast" && this.#pending.has(frame.id)) {
					setTimeout(() => this.#resend(frame.id), RESEND_WAIT);
					return;
				}
				this.refused = frame.type === "refused" ? frame : null;
				if (frame.type === "lines") this.#addOlder(frame);
				this.#pending.get(frame.id)?.resolve(frame);
				this.#pending.delete(frame.id);
		}
	}

	/** Put older lines of the log before those that are known. */
	#addOlder(older: Lines): void {
		const first = this.log[0]?.number ?? 0;
		this.log = [...older.log.filter((line) => line.number < first), ...this.log];
	}

	#resend(id: string): void {
		const text = this.#pending.get(id)?.text;
		if (text && this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(text);
	}

	/** Show frames that came one after another; all their new lines are fresh. */
	#show(frames: readonly ArrivedFrame[]): void {
		let fresh: readonly Line[] = [];
		for (const { frame, at } of frames) {
			this.#update(frame, at);
			fresh = [...fresh.filter((line) => line.number < frame.log_from), ...this.fresh];
		}
		this.fresh = fresh;
	}

	#update(frame: Table, at: number): void {
		const isFirst = this.table === null || this.table.game_number !== frame.game_number;
		const lines = (this.log.at(-1)?.number ?? -1) + 1;
		// The beginning of a long log is sent only when asked for; in another language nothing of it is kept.
		const isSame = this.table?.language === frame.language;
		const kept = isSame ? this.log.filter((line) => line.number < frame.log_from) : [];
		this.log = [...kept, ...frame.log];
		const lastChat = this.chat.at(-1)?.number ?? 0;
		this.chat = [...this.chat, ...frame.chat.filter((line) => line.number > lastChat)];
		// After reconnecting and in another language the frame has the whole log; only lines beyond the known ones are new.
		this.fresh = isFirst ? [] : frame.log.filter((line) => line.number >= lines);
		this.at = at;
		this.table = frame;
	}
}
