import { afterEach, describe, expect, it, vi } from "vitest";
import { fill, isReady, learn, say } from "./words.svelte";

const CARDS = "{n, plural, one {# card} other {# cards}}";
const KARTY = "{n, plural, =0 {bez kart} one {# karta} few {# karty} many {# kart} other {# karty}}";

describe("a message", () => {
	it.each([
		["Nothing to fill in.", {}, "Nothing to fill in."],
		["{name} has kept you a seat", { name: "Ann" }, "Ann has kept you a seat"],
		["{a}{b}{a}", { a: 1, b: "–" }, "1–1"],
		["Nobody is {who}", {}, "Nobody is "],
		[`${CARDS} of {who}`, { n: 1, who: "Ann" }, "1 card of Ann"],
		[`${CARDS} of {who}`, { n: 2, who: "Ann" }, "2 cards of Ann"],
		["{n, plural, one {{n} card for {who}} other {none}}", { n: 1, who: "Bob" }, "1 card for Bob"],
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
	])("counts as its language does: %i", (n, said) => {
		expect(fill(KARTY, { n }, "pl")).toBe(said);
	});

	it("puts in what a player wrote as it is, braces and all", () => {
		expect(fill("{who}!", { who: "{who} # <b>" }, "en")).toBe("{who} # <b>!");
	});

	it("counts in disguise as in English", () => {
		expect(fill(CARDS, { n: 1 }, "xx")).toBe("1 card");
	});
});

describe("the page", () => {
	afterEach(() => {
		vi.unstubAllGlobals();
	});

	it("says nothing before it has learnt a language, and then the message or its key", async () => {
		expect([isReady(), say("bar.rules")]).toEqual([false, ""]);
		const asked = vi.fn(async () => new Response(JSON.stringify({ "bar.rules": "Zasady" })));
		vi.stubGlobal("fetch", asked);
		await learn("pl");
		expect(asked).toHaveBeenCalledWith("/api/words?lang=pl", {});
		expect([isReady(), say("bar.rules"), say("bar.nothing")]).toEqual([true, "Zasady", "bar.nothing"]);
		expect(document.documentElement.lang).toBe("pl");
	});

	it("goes on in the language it knows while the server is away, and asks again", async () => {
		vi.useFakeTimers();
		vi.stubGlobal("fetch", async () => Promise.reject(new TypeError("no way")));
		await learn("ru");
		expect([say("bar.rules"), document.documentElement.lang]).toEqual(["Zasady", "pl"]);
		vi.stubGlobal("fetch", async () => new Response(JSON.stringify({ "bar.rules": "Правила" })));
		await vi.advanceTimersByTimeAsync(2000);
		vi.useRealTimers();
		expect([say("bar.rules"), document.documentElement.lang]).toEqual(["Правила", "ru"]);
	});

	it("speaks the language that was chosen last, whichever comes last", async () => {
		const slow: ((answer: Response) => void)[] = [];
		vi.stubGlobal("fetch", () => new Promise<Response>((answer) => slow.push(answer)));
		const both = [learn("it"), learn("en")];
		slow[1]?.(new Response(JSON.stringify({ "bar.rules": "Rules" })));
		slow[0]?.(new Response(JSON.stringify({ "bar.rules": "Regole" })));
		await Promise.all(both);
		expect(say("bar.rules")).toBe("Rules");
	});

	it("is English in disguise for those who listen to it", async () => {
		vi.stubGlobal("fetch", async () => new Response("{}"));
		await learn("xx");
		expect(document.documentElement.lang).toBe("en");
	});
});
