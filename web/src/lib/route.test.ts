import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { follow, go, place, read } from "./route.svelte";

describe("an address", () => {
	it.each([
		["/", { page: "home" }],
		["/t/bcdf2345", { page: "table", code: "bcdf2345" }],
		["/t", { page: "home" }],
		["/cards", { page: "cards" }],
		["/rules", { page: "rules" }],
		["/rules/cases/unicorns/rules/a-case", { page: "case", id: "unicorns/rules/a-case" }],
		["/tutorial", { page: "tutorial", game: "unicorns" }],
		["/tutorial/fairytale", { page: "tutorial", game: "fairytale" }],
		["/replay/bcdf2345", { page: "replay", code: "bcdf2345", game: 1 }],
		["/replay/bcdf2345/3", { page: "replay", code: "bcdf2345", game: 3 }],
		["/replay", { page: "lost" }],
		["/nowhere", { page: "lost" }],
	])("%s is a place", (path, where) => {
		expect(read(path)).toMatchObject(where);
	});
});

describe("a way", () => {
	/** Click on something; tell whether the browser has nothing left to do, and let it do nothing. */
	const click = (html: string, how: MouseEventInit = {}): boolean => {
		let isDone = false;
		const end = (event: Event) => {
			isDone = event.defaultPrevented;
			event.preventDefault();
		};
		document.body.innerHTML = html;
		document.addEventListener("click", follow, { once: true });
		addEventListener("click", end, { once: true });
		const event = new MouseEvent("click", { bubbles: true, cancelable: true, ...how });
		document.querySelector("a *, a, p")?.dispatchEvent(event);
		return isDone;
	};

	beforeEach(() => go("/"));
	afterEach(() => {
		document.body.innerHTML = "";
	});

	it("leads somewhere without loading the page again", () => {
		go("/t/bcdf2345");
		expect([location.pathname, place().page]).toEqual(["/t/bcdf2345", "table"]);
	});

	it("is followed through whatever stands in a link", () => {
		expect(click('<a href="/rules"><b>Rules</b></a>')).toBe(true);
		expect(place().page).toBe("rules");
	});

	it("leads to a part of another page by its name", () => {
		expect(click('<a href="/rules#UU-END-1">there</a>')).toBe(true);
		expect([place().page, location.hash]).toEqual(["rules", "#UU-END-1"]);
	});

	it.each([
		["to a part of the same page", '<a href="#main">there</a>', {}],
		["to another host", '<a href="https://example.org/rules">there</a>', {}],
		["to the server’s own answers", '<a href="/api/health">there</a>', {}],
		["to a file to keep", '<a href="/rules" download>there</a>', {}],
		["to another tab", '<a href="/rules" target="_blank">there</a>', {}],
		["with a key held down", '<a href="/rules">there</a>', { ctrlKey: true }],
		["from no link at all", "<p>there</p>", {}],
	])("is the browser’s own %s", (_, html, how) => {
		expect(click(html, how)).toBe(false);
		expect(place().page).toBe("home");
	});

	it("goes back as the browser goes back", () => {
		go("/rules");
		history.replaceState(null, "", "/cards");
		dispatchEvent(new PopStateEvent("popstate"));
		expect(place().page).toBe("cards");
	});
});
