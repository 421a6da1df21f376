// HTTP requests to the server. The texts of responses are in the reader's language.

import type {
	About,
	BookSeen,
	CardListed,
	CaseListed,
	CaseSeen,
	CurveSeen,
	GameListed,
	LessonSeen,
	Message,
	NewPlayer,
	NewTable,
	NewTurn,
	OneTimeCode,
	Problem,
	ReplaySeen,
	Seat,
	StepSeen,
	TableListed,
	TableSeen,
	TrialSeen,
	Tried,
} from "../http";
import type { Language } from "../protocol";
import { bound } from "./letters";
import { prefs } from "./prefs.svelte";

/** A request was refused. `problem.text` is a sentence for people; it is empty if the server did not respond. */
export class ApiError extends Error {
	constructor(readonly problem: Pick<Problem, "reason" | "text">) {
		super(problem.text);
	}
}

async function ask<T>(path: string, language: string, body?: unknown, names = prefs.names): Promise<T> {
	const query = new URLSearchParams({ lang: language });
	if (names) query.set("names", names);
	const request: RequestInit =
		body === undefined
			? {}
			: { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) };
	let answer: Response;
	try {
		answer = await fetch(`${path}${path.includes("?") ? "&" : "?"}${query}`, request);
	} catch {
		throw new ApiError({ reason: "offline", text: "" });
	}
	const data: unknown = await answer.json().catch(() => ({ reason: "unreadable", text: answer.statusText }));
	if (!answer.ok) throw new ApiError(data as Problem);
	return data as T;
}

/** An answer on a board: a seat and its option. */
export type GivenAnswer = TrialSeen["answers"][number];

export const about = (language: string) => ask<About>("/api/about", language);
/** The games, in the order in which every page lists them. */
export const games = async (language: string): Promise<GameListed[]> =>
	(await ask<GameListed[]>("/api/games", language)).toSorted((one, other) => one.rank - other.rank);
export const tables = (language: string) => ask<TableListed[]>("/api/tables", language);
export const table = (code: string, language: string) => ask<TableSeen>(`/api/tables/${code}`, language);
export const open = (wanted: NewTable) => ask<Seat>("/api/tables", wanted.language ?? "", wanted);
const takeSeat = (code: string, player: NewPlayer) =>
	ask<Seat>(`/api/tables/${code}/seats`, player.language ?? "", player);
export const sit = (code: string, name: string, language: Language, seat?: number) =>
	takeSeat(code, { name, language, ...(seat === undefined ? {} : { seat }) });
/** Take a further seat for another player on this device. */
export const addPlayer = (code: string, name: string, language: Language) =>
	takeSeat(code, { name, language, device: "shared" });
export const ownSeats = (code: string, language: string) =>
	ask<readonly number[]>(`/api/tables/${code}/yours`, language);
export const deviceCode = (code: string, language: string) =>
	ask<OneTimeCode>(`/api/tables/${code}/devices`, language, {});
export const resume = (code: string, language: string) => ask<Seat>("/api/devices", language, { code });
export const cards = async (
	game: string,
	deck: string,
	language: string,
	names: string,
): Promise<readonly CardListed[]> =>
	(await ask<CardListed[]>(`/api/cards/${game}/${deck}`, language, undefined, names)).map((card) => ({
		...card,
		text: bound(card.text),
		short: bound(String(card["short"] ?? card.text)),
	}));
/** The rules of a game; without a ruleset those of its default deck. */
export const rules = (game: string, language: string, names: string, ruleset = "") =>
	ask<BookSeen>(`/api/rules/${game}${ruleset && `?ruleset=${ruleset}`}`, language, undefined, names);
export const replay = (code: string, game: number, language: string) =>
	ask<ReplaySeen>(`/api/tables/${code}/replays/${game}`, language);
export const curve = (code: string, game: number, language: string) =>
	ask<CurveSeen>(`/api/tables/${code}/replays/${game}/curve`, language);
export const step = (code: string, game: number, at: number, seat: string, language: string) =>
	ask<StepSeen>(`/api/tables/${code}/replays/${game}/${at}?seat=${seat}`, language);
export const lesson = (game: string, answers: readonly number[], language: string) =>
	ask<LessonSeen>(`/api/lessons/${game}`, language, { answers });
/** Open a table among bots that continues a game that is over from one of its steps. */
export const playOn = (code: string, game: number, at: number, language: string, wanted: NewTurn) =>
	ask<Seat>(`/api/tables/${code}/replays/${game}/${at}`, language, wanted);
export const countCases = (game: string, language: string) =>
	ask<Readonly<Record<string, number>>>(`/api/rules/${game}/cases`, language);
export const casesOf = (game: string, rule: string, language: string) =>
	ask<readonly CaseListed[]>(`/api/rules/${game}/cases/${rule}`, language);
export const readCase = (id: string, language: string) => ask<CaseSeen>(`/api/cases/${id}`, language);
export const tryCase = (id: string, tried: Tried, language: string) =>
	ask<TrialSeen>(`/api/cases/${id}`, language, tried);
export const words = (language: string) => ask<Readonly<Record<string, Message>>>("/api/words", language);
