import { describe, expect, it } from "vitest";
import { boardOf, gameModule, mascot, showcase } from ".";

const sources = import.meta.glob<string>(["../**/*.{ts,svelte}", "!./*/**", "!../**/*.test.ts"], {
	eager: true,
	query: "?raw",
	import: "default",
});
const folders = Object.keys(import.meta.glob("./*/index.ts")).map((path) => path.split("/")[1] ?? "");

describe("games", () => {
	it("are found by their folders", () => {
		expect(folders).toEqual(["fairytale", "unicorns"]);
		for (const game of folders) expect(gameModule(game).pictures?.cards, game).toBeTruthy();
	});

	it("are named only in their folders", () => {
		expect(Object.keys(sources).length).toBeGreaterThan(80);
		const names = new RegExp(`["'\`/](${folders.join("|")})\\b`);
		expect(
			Object.entries(sources)
				.filter(([, text]) => names.test(text))
				.map(([path]) => path),
		).toEqual([]);
	});

	it("without a folder use the generic board, the same each time", async () => {
		const { default: board } = await boardOf("highcard");
		expect(board).toBe((await import("../table/GenericBoard.svelte")).default);
		expect(boardOf("highcard")).toBe(boardOf("highcard"));
		expect(gameModule("highcard").badge({ id: "ace" })).toBeUndefined();
	});

	it("provide the cards on the first page and the characters of the site", () => {
		expect(showcase.map(({ card }) => card.id)).toEqual([
			"fairy_queen",
			"majestic_flying_unicorn",
			"baby_unicorn_rainbow",
		]);
		expect(mascot("stray")).toEqual({ game: "unicorns", card: { id: "baby_unicorn_blue", type: "baby" } });
	});

	it("mark a card with its type, or with its faction's letter in the reader's language", () => {
		const { badge } = gameModule("fairytale");
		const { letter, mark } = gameModule("unicorns").badge({ id: "x", type: "baby" }) ?? {};
		expect(letter).toBe("");
		expect(mark).toBeTruthy();
		expect(badge({ id: "x", faction: "shadow" })?.letter).toBe("");
		expect(badge({ id: "x", faction: "shadow", badge: "Т", colour: "grey" })).toMatchObject({
			letter: "Т",
			colour: "#555a63",
		});
		expect(badge({ id: "x", faction: "shadow", colour: "red" })?.colour).toBe("#a8322a");
		expect(badge({ id: "x", faction: "none" })).toBeUndefined();
	});
});
