import { flushSync } from "svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Frame, Line, Said, Table } from "../protocol";
import { Link } from "./link.svelte";
import { prefs } from "./prefs.svelte";

/** A socket whose other end is the test. */
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
	answer() {
		this.readyState = Socket.OPEN;
		this.onopen();
	}
	tell(frame: Partial<Frame>) {
		this.onmessage({ data: JSON.stringify(frame) });
	}
	/** What it was asked to do, with the id it was asked under. */
	get wishes(): { id: string; do: string }[] {
		return this.sent.map((text) => JSON.parse(text));
	}
}

const line = (number: number): Line => ({ number, text: `line ${number}`, is_news: true, event: {} });
const said = (number: number): Said => ({ number, seat: 0, text: `word ${number}`, emote: "" });
const table = (log_from: number, log: Line[], chat: Said[] = [], game_number = 1) =>
	({ type: "table", game_number, log_from, log, chat }) as unknown as Table;
const numbers = (lines: readonly { readonly number: number }[]) => lines.map((one) => one.number);

let link: Link;
function call(seat: number | null = null): Link {
	link = new Link("bcdf2345", "pl", seat);
	flushSync();
	return link;
}

beforeEach(() => {
	vi.useFakeTimers();
	vi.stubGlobal("WebSocket", Socket);
	Socket.all = [];
	prefs.names = "";
});
afterEach(() => {
	link.close();
	vi.useRealTimers();
	vi.unstubAllGlobals();
});

describe("a link to a table", () => {
	it("says which table, in which language, and for which of several seats", () => {
		call(2);
		const { pathname, searchParams } = new URL(Socket.last.address);
		expect(pathname).toBe("/api/tables/bcdf2345/socket");
		expect(Object.fromEntries(searchParams)).toEqual({ lang: "pl", seat: "2" });
	});

	it("calls again when the reader wants other names, and never twice for the same", () => {
		call();
		Socket.last.answer();
		Socket.last.tell(table(0, [line(0)]));
		prefs.names = "softened";
		flushSync();
		expect(Socket.all).toHaveLength(2);
		expect(Socket.last.address).toContain("names=softened");
		expect(Socket.all[0]?.readyState).toBe(3);
		vi.runAllTimers();
		expect(Socket.all).toHaveLength(2);
		expect(link.table).not.toBeNull();
	});

	it("keeps the log and the talk together, and tells what is new", () => {
		call();
		Socket.last.tell(table(0, [line(0), line(1)], [said(1)]));
		expect([numbers(link.log), numbers(link.fresh)]).toEqual([[0, 1], []]);
		Socket.last.tell(table(2, [line(2)], [said(1), said(2)]));
		expect([numbers(link.log), numbers(link.fresh), numbers(link.chat)]).toEqual([[0, 1, 2], [2], [1, 2]]);
	});

	it("takes back what was taken back, and calls nothing new that was told before", () => {
		call();
		Socket.last.tell(table(0, [line(0), line(1), line(2)]));
		Socket.last.tell(table(0, [line(0)]));
		expect([numbers(link.log), numbers(link.fresh)]).toEqual([[0], []]);
		Socket.last.tell(table(0, [line(0), line(1)]));
		expect(numbers(link.fresh)).toEqual([1]);
	});

	it("begins anew with another game", () => {
		call();
		Socket.last.tell(table(0, [line(0), line(1)]));
		Socket.last.tell(table(0, [line(0)], [], 2));
		expect([numbers(link.log), numbers(link.fresh)]).toEqual([[0], []]);
	});

	it("settles a wish by its reply, and shows a refusal until the next one", async () => {
		call();
		Socket.last.answer();
		const first = link.send({ do: "hint" });
		const second = link.send({ do: "undo" });
		const [hint, undo] = Socket.last.wishes;
		Socket.last.tell({ type: "refused", id: undo?.id ?? "", reason: "no", text: "No.", rules: [], state: 1 });
		expect((await second).type).toBe("refused");
		expect(link.refused?.text).toBe("No.");
		Socket.last.tell({ type: "told", id: hint?.id ?? "", lines: ["Pass."], option: null });
		expect(await first).toMatchObject({ lines: ["Pass."] });
		expect(link.refused).toBeNull();
	});

	it("says again under the same id what nobody has answered when the line broke", () => {
		call();
		Socket.last.answer();
		void link.send({ do: "hint" });
		const [asked] = Socket.last.wishes;
		Socket.last.close(1006);
		expect(link.status).toBe("lost");
		vi.advanceTimersByTime(500);
		Socket.last.answer();
		expect(Socket.all).toHaveLength(2);
		expect(Socket.last.wishes).toEqual([asked]);
	});

	it("says again a little later what came too fast", () => {
		call();
		Socket.last.answer();
		void link.send({ do: "hint" });
		const [asked] = Socket.last.wishes;
		Socket.last.tell({
			type: "refused",
			id: asked?.id ?? "",
			reason: "too_fast",
			text: "",
			rules: [],
			state: 0,
		});
		expect(link.refused).toBeNull();
		vi.advanceTimersByTime(1000);
		expect(Socket.last.wishes).toEqual([asked, asked]);
	});

	it("waits longer each time, and not at all where there is no way back", () => {
		call();
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
		expect([link.status, Socket.all.length]).toEqual(["gone", 4]);
	});

	it("stays away once it has hung up", () => {
		call();
		Socket.last.answer();
		link.close();
		prefs.names = "plain";
		flushSync();
		vi.runAllTimers();
		expect(Socket.all).toHaveLength(1);
	});
});
