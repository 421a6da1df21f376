import { flushSync } from "svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Frame, Line, Said, Table } from "../protocol";
import { SocketConnection } from "./connection.svelte";
import { prefs } from "./prefs.svelte";

/** A socket whose server is the test. */
class Socket {
	static readonly OPEN = 1;
	static all: Socket[] = [];
	readyState = 0;
	readonly sent: string[] = [];
	onopen = () => {};
	onmessage = (_: { data: string }) => {};
	onclose = (_: { code: number }) => {};

	constructor(readonly address: string) {
		Socket.all.push(this);
	}
	static get last(): Socket {
		return Socket.all.at(-1) as Socket;
	}
	send(text: string) {
		this.sent.push(text);
	}
	close(code = 1000) {
		this.readyState = 3;
		this.onclose({ code });
	}
	open() {
		this.readyState = Socket.OPEN;
		this.onopen();
	}
	deliver(frame: Partial<Frame>) {
		this.onmessage({ data: JSON.stringify(frame) });
	}
	/** The commands that were sent, with their ids. */
	get commands(): { id: string; do: string }[] {
		return this.sent.map((text) => JSON.parse(text));
	}
}

const line = (number: number): Line => ({ number, text: `line ${number}`, is_news: true, event: {} });
const said = (number: number): Said => ({ number, seat: 0, text: `word ${number}`, emote: "", notice: "" });
const table = (log_from: number, log: Line[], chat: Said[] = [], game_number = 1) =>
	({ type: "table", game_number, log_from, log, chat }) as unknown as Table;
const numbers = (lines: readonly { readonly number: number }[]) => lines.map((one) => one.number);

let connection: SocketConnection;
function connect(seat: number | null = null): SocketConnection {
	connection = new SocketConnection("bcdf2345", "pl", seat);
	flushSync();
	return connection;
}

beforeEach(() => {
	vi.useFakeTimers();
	vi.stubGlobal("WebSocket", Socket);
	// What a browser has of it on a local network, without HTTPS.
	vi.stubGlobal("crypto", { getRandomValues: crypto.getRandomValues.bind(crypto) });
	Socket.all = [];
	prefs.names = "";
});
afterEach(() => {
	connection.close();
	vi.useRealTimers();
	vi.unstubAllGlobals();
});

describe("a connection to a table", () => {
	it("names the table, the language and the seat in its address", () => {
		connect(2);
		const { pathname, searchParams } = new URL(Socket.last.address);
		expect(pathname).toBe("/api/tables/bcdf2345/socket");
		expect(Object.fromEntries(searchParams)).toEqual({ lang: "pl", seat: "2" });
	});

	it("reconnects when the reader chooses other card names, and only once", () => {
		connect();
		Socket.last.open();
		Socket.last.deliver(table(0, [line(0)]));
		prefs.names = "softened";
		flushSync();
		expect(Socket.all).toHaveLength(2);
		expect(Socket.last.address).toContain("names=softened");
		expect(Socket.all[0]?.readyState).toBe(3);
		vi.runAllTimers();
		expect(Socket.all).toHaveLength(2);
		expect(connection.table).not.toBeNull();
	});

	it("appends to the log and the chat, and lists the new log lines", () => {
		connect();
		Socket.last.deliver(table(0, [line(0), line(1)], [said(1)]));
		expect([numbers(connection.log), numbers(connection.fresh)]).toEqual([[0, 1], []]);
		Socket.last.deliver(table(2, [line(2)], [said(1), said(2)]));
		expect([numbers(connection.log), numbers(connection.fresh), numbers(connection.chat)]).toEqual([
			[0, 1, 2],
			[2],
			[1, 2],
		]);
	});

	it("begins with the end of a long log, and puts older lines before it", async () => {
		connect();
		Socket.last.open();
		Socket.last.deliver(table(3, [line(3), line(4)]));
		const reply = connection.send({ do: "older", before: 3 });
		const id = Socket.last.commands.at(-1)?.id ?? "";
		Socket.last.deliver({ type: "lines", id, log_from: 1, log: [line(1), line(2)] });
		expect((await reply).type).toBe("lines");
		Socket.last.deliver(table(5, [line(5)]));
		expect([numbers(connection.log), numbers(connection.fresh)]).toEqual([[1, 2, 3, 4, 5], [5]]);
	});

	it("shortens the log after an undo, and lists no known line as new", () => {
		connect();
		Socket.last.deliver(table(0, [line(0), line(1), line(2)]));
		Socket.last.deliver(table(0, [line(0)]));
		expect([numbers(connection.log), numbers(connection.fresh)]).toEqual([[0], []]);
		Socket.last.deliver(table(0, [line(0), line(1)]));
		expect(numbers(connection.fresh)).toEqual([1]);
	});

	it("starts a new log with another game", () => {
		connect();
		Socket.last.deliver(table(0, [line(0), line(1)]));
		Socket.last.deliver(table(0, [line(0)], [], 2));
		expect([numbers(connection.log), numbers(connection.fresh)]).toEqual([[0], []]);
	});

	it("resolves a command with its reply, and keeps a refusal until the next reply", async () => {
		connect();
		Socket.last.open();
		const first = connection.send({ do: "hint" });
		const second = connection.send({ do: "undo" });
		const [hint, undo] = Socket.last.commands;
		Socket.last.deliver({
			type: "refused",
			id: undo?.id ?? "",
			reason: "no",
			text: "No.",
			rules: [],
			state: 1,
		});
		expect((await second).type).toBe("refused");
		expect(connection.refused?.text).toBe("No.");
		Socket.last.deliver({ type: "told", id: hint?.id ?? "", lines: ["Pass."], option: null });
		expect(await first).toMatchObject({ lines: ["Pass."] });
		expect(connection.refused).toBeNull();
	});

	it("sends commands without a reply again under the same id after reconnecting", () => {
		connect();
		Socket.last.open();
		void connection.send({ do: "hint" });
		const [asked] = Socket.last.commands;
		Socket.last.close(1006);
		expect(connection.status).toBe("lost");
		vi.advanceTimersByTime(500);
		Socket.last.open();
		expect(Socket.all).toHaveLength(2);
		expect(Socket.last.commands).toEqual([asked]);
	});

	it("sends a command again later that was refused as too fast", () => {
		connect();
		Socket.last.open();
		void connection.send({ do: "hint" });
		const [asked] = Socket.last.commands;
		Socket.last.deliver({
			type: "refused",
			id: asked?.id ?? "",
			reason: "too_fast",
			text: "",
			rules: [],
			state: 0,
		});
		expect(connection.refused).toBeNull();
		vi.advanceTimersByTime(1000);
		expect(Socket.last.commands).toEqual([asked, asked]);
	});

	it("waits longer before each attempt, and does not try again after a final close code", () => {
		connect();
		for (const wait of [400, 800, 1600]) {
			const count = Socket.all.length;
			Socket.last.close(1006);
			vi.advanceTimersByTime(wait - 1);
			expect(Socket.all).toHaveLength(count);
			vi.advanceTimersByTime(1);
			expect(Socket.all).toHaveLength(count + 1);
		}
		Socket.last.close(4404);
		vi.runAllTimers();
		expect([connection.status, Socket.all.length]).toEqual(["gone", 4]);
	});

	it("does not reconnect once it is closed", () => {
		connect();
		Socket.last.open();
		connection.close();
		prefs.names = "plain";
		flushSync();
		vi.runAllTimers();
		expect(Socket.all).toHaveLength(1);
	});
});
