// An error as a sentence for people: the server's text, or that the server does not respond.

import { ApiError } from "../api";
import { say } from "../words.svelte";

export function errorText(error: unknown): string {
	if (!(error instanceof ApiError)) throw error;
	return error.problem.text || say("offline");
}
