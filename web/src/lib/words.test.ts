import { afterEach, describe, expect, it, vi } from "vitest";
import type { Message } from "../http";
import { fill, isReady, loadMessages, say } from "./words.svelte";

const COUNT = ["n"] as const;
const CARDS: Message = [["n", { one: [COUNT, " card"], other: [COUNT, " cards"] }]];
const OWNED: Message = [...CARDS, " of ", ["who"]];
const FOR: Message = [["n", { one: [COUNT, " card for ", ["who"]], other: "none" }]];
const KARTY: Message = [
	[
		"n",
		{
			"=0": "bez kart",
			one: [COUNT, " karta"],
			few: [COUNT, " karty"],
			many: [COUNT, " kart"],
			other: [COUNT, " karty"],
		},
	],
];

describe("a message", () => {
	it.each<[Message, Record<string, string | number>, string]>([
		["Nothing to fill in.", {}, "Nothing to fill in."],
		[[["name"], " has kept you a seat"], { name: "Ann" }, "Ann has kept you a seat"],
		[[["a"], ["b"], ["a"]], { a: 1, b: "–" }, "1–1"],
		[["Nobody is ", ["who"]], {}, "Nobody is "],
		[OWNED, { n: 1, who: "Ann" }, "1 card of Ann"],
		[OWNED, { n: 2, who: "Ann" }, "2 cards of Ann"],
		[FOR, { n: 1, who: "Bob" }, "1 card for Bob"],
		[FOR, { n: 2, who: "Bob" }, "none"],
		[[["who", { you: "Your turn", other: [["who"], "’s turn"] }]], { who: "you" }, "Your turn"],
		[[["who", { you: "Your turn", other: [["who"], "’s turn"] }]], { who: "Ann" }, "Ann’s turn"],
		[[["who", { you: "Your turn", other: [["who"], "’s turn"] }]], { who: "toString" }, "toString’s turn"],
	])("%j with %j says %j", (message, slots, said) => {
		expect(fill(message, slots, "en")).toBe(said);
	});

	it.each([
		[0, "bez kart"],
		[1, "1 karta"],
		[3, "3 karty"],
		[5, "5 kart"],
		[22, "22 karty"],
		[112, "112 kart"],
	])("follows the plural rules of its language: %i", (n, said) => {
		expect(fill(KARTY, { n }, "pl")).toBe(said);
	});

	it("inserts a player's text unchanged, braces included", () => {
		expect(fill([["who"], "!"], { who: "{who} # <b>" }, "en")).toBe("{who} # <b>!");
	});

	it("follows the plural rules of English in the pseudo-locale", () => {
		expect(fill(CARDS, { n: 1 }, "xx")).toBe("1 card");
	});
});

describe("the page", () => {
	afterEach(() => {
		vi.unstubAllGlobals();
	});

	it("returns empty texts before a language is loaded, then the message or its key", async () => {
		expect([isReady(), say("bar.rules")]).toEqual([false, ""]);
		const asked = vi.fn(async () => new Response(JSON.stringify({ "bar.rules": "Zasady" })));
		vi.stubGlobal("fetch", asked);
		await loadMessages("pl");
		expect(asked).toHaveBeenCalledWith("/api/words?lang=pl", {});
		expect([isReady(), say("bar.rules"), say("bar.nothing")]).toEqual([true, "Zasady", "bar.nothing"]);
		expect(document.documentElement.lang).toBe("pl");
	});

	it("keeps the loaded language while the server does not respond, and tries again", async () => {
		vi.useFakeTimers();
		vi.stubGlobal("fetch", async () => Promise.reject(new TypeError("no way")));
		await loadMessages("ru");
		expect([say("bar.rules"), document.documentElement.lang]).toEqual(["Zasady", "pl"]);
		vi.stubGlobal("fetch", async () => new Response(JSON.stringify({ "bar.rules": "Правила" })));
		await vi.advanceTimersByTimeAsync(2000);
		vi.useRealTimers();
		expect([say("bar.rules"), document.documentElement.lang]).toEqual(["Правила", "ru"]);
	});

	it("uses the language that was chosen last, even if its messages arrive first", async () => {
		const slow: ((answer: Response) => void)[] = [];
		vi.stubGlobal("fetch", () => new Promise<Response>((answer) => slow.push(answer)));
		const both = [loadMessages("it"), loadMessages("en")];
		slow[1]?.(new Response(JSON.stringify({ "bar.rules": "Rules" })));
		slow[0]?.(new Response(JSON.stringify({ "bar.rules": "Regole" })));
		await Promise.all(both);
		expect(say("bar.rules")).toBe("Rules");
	});

	it("is marked as English for screen readers in the pseudo-locale", async () => {
		vi.stubGlobal("fetch", async () => new Response("{}"));
		await loadMessages("xx");
		expect(document.documentElement.lang).toBe("en");
	});
});
