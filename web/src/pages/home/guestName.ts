// The name of a player who has given none.

import { ApiError } from "../../lib/api";
import { prefs } from "../../lib/prefs.svelte";
import { say } from "../../lib/words.svelte";

/** The most guests without a name at one table. */
const MOST = 8;

/** Take a seat by the player's name. Without one the player is a guest; with others, a guest with a number. */
export async function withName<T>(take: (name: string) => Promise<T>): Promise<T> {
	const own = prefs.name.trim();
	if (own) return take(own);
	for (let number = 1; ; number += 1) {
		try {
			return await take(number === 1 ? say("home.guest") : `${say("home.guest")} ${number}`);
		} catch (error) {
			const isTaken = error instanceof ApiError && error.problem.reason === "name_looks_like";
			if (!isTaken || number === MOST) throw error;
		}
	}
}
