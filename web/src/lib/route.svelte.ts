// Where one is: the path alone decides, so that every place has an address that can be shared.

export type Place =
	| { readonly page: "home" }
	| { readonly page: "table"; readonly code: string }
	| { readonly page: "cards" }
	| { readonly page: "rules" }
	| { readonly page: "case"; readonly id: string }
	| { readonly page: "tutorial"; readonly game: string }
	| { readonly page: "replay"; readonly code: string; readonly game: number }
	| { readonly page: "lost" };

export function read(path: string): Place {
	const parts = path.split("/").filter(Boolean);
	const [first = "", second = "", third = ""] = parts;
	switch (first) {
		case "":
			return { page: "home" };
		case "t":
			return second ? { page: "table", code: second } : { page: "home" };
		case "cards":
			return { page: "cards" };
		case "rules":
			return second === "cases" ? { page: "case", id: parts.slice(2).join("/") } : { page: "rules" };
		case "tutorial":
			return { page: "tutorial", game: second || "unicorns" };
		case "replay":
			return second ? { page: "replay", code: second, game: Number(third || "1") } : { page: "lost" };
		default:
			return { page: "lost" };
	}
}

let path = $state(location.pathname);

export const place = (): Place => read(path);

export function go(to: string): void {
	if (to !== location.pathname) history.pushState(null, "", to);
	path = to.split(/[?#]/)[0] ?? "/";
	scrollTo(0, 0);
}

export function follow(event: MouseEvent): void {
	const link = (event.target as Element | null)?.closest("a");
	if (!link || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || link.target) return;
	if (link.origin !== location.origin || link.pathname.startsWith("/api/") || link.hasAttribute("download"))
		return;
	if (link.hash && link.pathname === location.pathname) return; // the browser finds it on this page
	event.preventDefault();
	go(link.pathname + link.hash);
}

addEventListener("popstate", () => {
	path = location.pathname;
});
