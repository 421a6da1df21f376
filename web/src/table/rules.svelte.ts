// The sentences of rules by id, fetched when the first one is asked for.

import { rules as fetchRules } from "../lib/api";

/** Return the ruleset that a table plays, by its view; "" if its game has only one. */
export const rulesetOf = (view: unknown): string =>
	String((view as { options?: { ruleset?: unknown } } | null)?.options?.ruleset ?? "");

let books = $state.raw<Readonly<Record<string, ReadonlyMap<string, string>>>>({});
const asked = new Set<string>();

/** Return the sentences of a game's rules; undefined until they are there. */
export function rulesOf(
	game: string,
	language: string,
	names: string,
): ReadonlyMap<string, string> | undefined {
	const key = `${game}/${language}/${names}`;
	if (!asked.has(key)) {
		asked.add(key);
		void fetchRules(game, language, names)
			.then(({ sections }) => {
				const rules = sections.flatMap((section) => section.rules);
				books = { ...books, [key]: new Map(rules.map(({ id, text }) => [id, text])) };
			})
			.catch(() => asked.delete(key));
	}
	return books[key];
}
