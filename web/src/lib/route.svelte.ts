// The route of the page. It depends on the path alone, so every route has an address that can be shared.

export type Route =
	| { readonly page: "home" }
	| { readonly page: "new" }
	| { readonly page: "table"; readonly code: string }
	| { readonly page: "cards" }
	| { readonly page: "rules" }
	| { readonly page: "case"; readonly id: string }
	| { readonly page: "tutorial"; readonly game: string }
	| { readonly page: "replay"; readonly code: string; readonly game: number; readonly step: number }
	| { readonly page: "notFound" };

export function parseRoute(path: string): Route {
	const parts = path.split("/").filter(Boolean);
	const [first = "", second = "", third = "", fourth = ""] = parts;
	switch (first) {
		case "":
			return { page: "home" };
		case "t":
			return second ? { page: "table", code: second } : { page: "home" };
		case "new":
			return { page: "new" };
		case "cards":
			return { page: "cards" };
		case "rules":
			return second === "cases" ? { page: "case", id: parts.slice(2).join("/") } : { page: "rules" };
		case "tutorial":
			return { page: "tutorial", game: second };
		case "replay":
			if (!second) return { page: "notFound" };
			return { page: "replay", code: second, game: Number(third || "1"), step: Number(fourth) || 0 };
		default:
			return { page: "notFound" };
	}
}

let path = $state(location.pathname);

export const route = (): Route => parseRoute(path);

export function go(to: string): void {
	if (to !== location.pathname) history.pushState(null, "", to);
	path = to.split(/[?#]/)[0] ?? "/";
	scrollTo(0, 0);
}

export function followLink(event: MouseEvent): void {
	const link = (event.target as Element | null)?.closest("a");
	if (
		!link ||
		event.defaultPrevented ||
		event.button !== 0 ||
		event.metaKey ||
		event.ctrlKey ||
		event.shiftKey ||
		link.target
	)
		return;
	if (link.origin !== location.origin || link.pathname.startsWith("/api/") || link.hasAttribute("download"))
		return;
	if (link.hash && link.pathname === location.pathname) return; // the browser scrolls to it
	event.preventDefault();
	go(link.pathname + link.hash);
}

addEventListener("popstate", () => {
	path = location.pathname;
});
