import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { followLink, go, parseRoute, route } from "./route.svelte";

describe("an address", () => {
	it.each([
		["/", { page: "home" }],
		["/t/bcdf2345", { page: "table", code: "bcdf2345" }],
		["/t", { page: "home" }],
		["/cards", { page: "cards" }],
		["/rules", { page: "rules" }],
		["/rules/cases/unicorns/rules/a-case", { page: "case", id: "unicorns/rules/a-case" }],
		["/tutorial", { page: "tutorial", game: "" }],
		["/tutorial/fairytale", { page: "tutorial", game: "fairytale" }],
		["/replay/bcdf2345", { page: "replay", code: "bcdf2345", game: 1 }],
		["/replay/bcdf2345/3", { page: "replay", code: "bcdf2345", game: 3, step: 0 }],
		["/replay/bcdf2345/3/41", { page: "replay", code: "bcdf2345", game: 3, step: 41 }],
		["/new", { page: "new" }],
		["/replay", { page: "notFound" }],
		["/nowhere", { page: "notFound" }],
	])("%s is a route", (path, where) => {
		expect(parseRoute(path)).toMatchObject(where);
	});
});

describe("a link", () => {
	/** Click on an element; return whether the page has handled the click. The browser's own handling is stopped. */
	const click = (html: string, how: MouseEventInit = {}): boolean => {
		let isDone = false;
		const end = (event: Event) => {
			isDone = event.defaultPrevented;
			event.preventDefault();
		};
		document.body.innerHTML = html;
		document.addEventListener("click", followLink, { once: true });
		addEventListener("click", end, { once: true });
		const event = new MouseEvent("click", { bubbles: true, cancelable: true, ...how });
		document.querySelector("a *, a, p")?.dispatchEvent(event);
		return isDone;
	};

	beforeEach(() => go("/"));
	afterEach(() => {
		document.body.innerHTML = "";
	});

	it("changes the route without reloading the page", () => {
		go("/t/bcdf2345");
		expect([location.pathname, route().page]).toEqual(["/t/bcdf2345", "table"]);
	});

	it("is followed when an element inside it is clicked", () => {
		expect(click('<a href="/rules"><b>Rules</b></a>')).toBe(true);
		expect(route().page).toBe("rules");
	});

	it("leads to an anchor of another page", () => {
		expect(click('<a href="/rules#UU-END-1">there</a>')).toBe(true);
		expect([route().page, location.hash]).toEqual(["rules", "#UU-END-1"]);
	});

	it.each([
		["to an anchor of the same page", '<a href="#main">there</a>', {}],
		["to another host", '<a href="https://example.org/rules">there</a>', {}],
		["to the HTTP API", '<a href="/api/health">there</a>', {}],
		["to a download", '<a href="/rules" download>there</a>', {}],
		["to another tab", '<a href="/rules" target="_blank">there</a>', {}],
		["clicked with a key held down", '<a href="/rules">there</a>', { ctrlKey: true }],
		["that is no link", "<p>there</p>", {}],
	])("is left to the browser: one %s", (_, html, how) => {
		expect(click(html, how)).toBe(false);
		expect(route().page).toBe("home");
	});

	it("is undone by the browser's back button", () => {
		go("/rules");
		history.replaceState(null, "", "/cards");
		dispatchEvent(new PopStateEvent("popstate"));
		expect(route().page).toBe("cards");
	});
});
