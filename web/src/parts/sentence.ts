// What went wrong, as a sentence for people: the server's own, or that it does not answer.

import { ApiError } from "../lib/api";
import { say } from "../lib/words.svelte";

export function sentence(error: unknown): string {
	if (!(error instanceof ApiError)) throw error;
	return error.problem.text || say("offline");
}
