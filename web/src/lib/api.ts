// Questions to the server outside a table: plain requests, answers in the reader's language.

import type { Data, House, Line, Table } from "../protocol";
import { prefs } from "./prefs.svelte";

export interface Problem {
	readonly reason: string;
	readonly text: string;
}

export interface Seat {
	readonly code: string;
	readonly seat: number;
	readonly link: string;
}

export interface ChairListed {
	readonly seat: number;
	readonly name: string;
	readonly is_free: boolean;
	readonly is_bot: boolean;
	readonly is_host: boolean;
}

export interface Changed {
	readonly id: string;
	readonly text: string;
	readonly says: string;
}

export interface TableSeen {
	readonly code: string;
	readonly link: string;
	readonly game: string;
	readonly title: string;
	readonly notice: string;
	readonly is_adult: boolean;
	readonly stage: "lobby" | "playing" | "over" | "closed";
	readonly game_number: number;
	readonly seats: readonly ChairListed[];
	readonly options: readonly Changed[];
	readonly house: House;
	readonly you: number | null;
}

export interface TableListed {
	readonly code: string;
	readonly game: string;
	readonly title: string;
	readonly seats: number;
	readonly free: number;
	readonly stage: string;
}

export interface OptionListed {
	readonly id: string;
	readonly kind: "choice" | "flag" | "number" | "list";
	readonly text: string;
	readonly values: readonly { readonly value: unknown; readonly text: string }[];
	readonly defaults: Data;
	readonly least: number | null;
	readonly most: number | null;
	/** At tables of so many seats; at others the option has another form. */
	readonly seats: readonly number[];
}

export interface GameListed {
	readonly id: string;
	readonly title: string;
	readonly least_seats: number;
	readonly most_seats: number;
	readonly decks: readonly { readonly id: string; readonly title: string; readonly is_adult: boolean }[];
	readonly options: readonly OptionListed[];
}

export interface CardListed {
	readonly id: string;
	readonly name: string;
	readonly text: string;
	readonly type: { readonly id: string; readonly text: string } | string;
	readonly copies: number;
	readonly tags?: readonly string[];
	readonly rulings?: readonly { readonly id: string; readonly text: string }[];
	readonly [more: string]: unknown;
}

/** An answer that says no; `text` is for people. */
export class ApiError extends Error {
	constructor(readonly problem: Problem) {
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

export interface NewTable {
	readonly name: string;
	readonly game: string;
	readonly seats: number;
	readonly options: Data;
	readonly house: Partial<House>;
	readonly language: string;
}

export interface About {
	readonly is_family: boolean;
	readonly has_public: boolean;
	readonly languages: string[];
}
export const about = (language: string) => ask<About>("/api/about", language);
/** The games, the unicorns first as on every page. */
export const games = async (language: string): Promise<GameListed[]> =>
	(await ask<GameListed[]>("/api/games", language)).toSorted((one, other) => other.id.localeCompare(one.id));
export const tables = (language: string) => ask<TableListed[]>("/api/tables", language);
export const table = (code: string, language: string) => ask<TableSeen>(`/api/tables/${code}`, language);
export const open = (wanted: NewTable) => ask<Seat>("/api/tables", wanted.language, wanted);
export const sit = (code: string, name: string, language: string, seat?: number) =>
	ask<Seat>(`/api/tables/${code}/seats`, language, {
		name,
		language,
		...(seat === undefined ? {} : { seat }),
	});
/** Sit down beside those who sit there by this device. */
export const sitBeside = (code: string, name: string, language: string) =>
	ask<Seat>(`/api/tables/${code}/seats`, language, { name, language, device: "shared" });
export const ownSeats = (code: string, language: string) =>
	ask<readonly number[]>(`/api/tables/${code}/yours`, language);
export const deviceCode = (code: string, language: string) =>
	ask<{ code: string; seconds: number }>(`/api/tables/${code}/devices`, language, {});
export const resume = (code: string, language: string) => ask<Seat>("/api/devices", language, { code });
export const cards = (game: string, deck: string, language: string, names: string) =>
	ask<CardListed[]>(`/api/cards/${game}/${deck}`, language, undefined, names);
export interface RuleListed {
	readonly id: string;
	readonly text: string;
}
export interface Book {
	readonly title: string;
	readonly sections: readonly {
		readonly id: string;
		readonly title: string;
		readonly rules: readonly RuleListed[];
	}[];
	/** The reference card: what one looks up while playing. */
	readonly reference: readonly { readonly title: string; readonly text: string }[];
}
export const rules = (game: string, language: string, names: string) =>
	ask<Book>(`/api/rules/${game}`, language, undefined, names);
export interface ReplaySeen {
	readonly game: string;
	readonly title: string;
	readonly seats: readonly string[];
	readonly options: Data;
	readonly steps: number;
	readonly chapters: readonly { readonly step: number; readonly moment: string }[];
	readonly result: string;
}
export interface StepSeen {
	readonly step: number;
	readonly moment: string;
	readonly answered: string;
	readonly view: Data;
	readonly lines: readonly Line[];
}
export const replay = (code: string, game: number, language: string) =>
	ask<ReplaySeen>(`/api/tables/${code}/replays/${game}`, language);
export const step = (code: string, game: number, at: number, seat: string, language: string) =>
	ask<StepSeen>(`/api/tables/${code}/replays/${game}/${at}?seat=${seat}`, language);
export interface LessonSeen {
	readonly note: string;
	readonly follow: number | null;
	readonly told: number;
	readonly is_done: boolean;
	readonly table: Table;
}
export const lesson = (game: string, answers: readonly number[], language: string) =>
	ask<LessonSeen>(`/api/lessons/${game}`, language, { answers });
/** Sit down in the middle of a game that is over, at a table of one's own among bots. */
export const playOn = (code: string, game: number, at: number, language: string, wanted: NewTurn) =>
	ask<Seat>(`/api/tables/${code}/replays/${game}/${at}`, language, wanted);
export interface NewTurn {
	readonly name: string;
	readonly seat: number;
	readonly level: House["stand_in"];
}
export interface CaseListed {
	readonly id: string;
	readonly title: string;
	readonly deck: string | null;
	readonly is_adult: boolean;
}
export interface CaseSaid {
	readonly kind: "asked" | "answered" | "silent" | "happened" | "refused" | "expected" | "missed";
	readonly text: string;
	readonly rules: readonly string[];
}
export interface CaseSeen {
	readonly id: string;
	readonly title: string;
	readonly game: string;
	readonly deck_title: string;
	readonly is_adult: boolean;
	readonly options: Data;
	readonly seats: readonly string[];
	readonly rules: readonly string[];
	readonly steps: readonly {
		readonly moment: string;
		readonly said: readonly CaseSaid[];
		readonly view: Data;
	}[];
	readonly turn: number;
	readonly can_try: boolean;
}
/** An answer on a board: a seat and its option. */
export type Given = readonly [seat: number, option: number];
export interface TrialSeen {
	readonly answers: readonly Given[];
	readonly told: number;
	readonly is_done: boolean;
	readonly table: Table;
}
export const countCases = (game: string, language: string) =>
	ask<Readonly<Record<string, number>>>(`/api/rules/${game}/cases`, language);
export const casesOf = (game: string, rule: string, language: string) =>
	ask<readonly CaseListed[]>(`/api/rules/${game}/cases/${rule}`, language);
export const readCase = (id: string, language: string) => ask<CaseSeen>(`/api/cases/${id}`, language);
export const tryCase = (id: string, seat: number | null, answers: readonly Given[], language: string) =>
	ask<TrialSeen>(`/api/cases/${id}`, language, { seat, answers });
export const words = (language: string) => ask<Record<string, string>>("/api/words", language);
