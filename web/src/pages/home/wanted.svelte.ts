// The table one wants: a game, a deck, seats, how it is run, and the rules that are not as in the book.

import { about } from "../../lib/about.svelte";
import type { GameListed, NewTable, OptionListed } from "../../lib/api";
import type { RuleSaid } from "../../parts/RulesSaid.svelte";
import type { Data, House, Json, Table } from "../../protocol";
import { age } from "./age.svelte";

const USUAL_HOUSE: House = {
	clock: "off",
	window: 20,
	pace: 1,
	stand_in: "normal",
	chat: true,
	undo: true,
	public: false,
	spectators: true,
};
/** Chosen elsewhere, or not for a table to choose. */
const HIDDEN = new Set(["deck", "lang", "silent"]);
/** Not even named before one has said to be an adult. */
const ADULT = new Set(["party", "strip_upgrade"]);
const RULESET = "ruleset";
/** Not for a table to choose where the server calls all cards what is fit for families. */
const NAMES = "names";

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

function canBe({ kind, values, least, most }: OptionListed, value: Json): boolean {
	if (kind === "list") return Array.isArray(value);
	if (kind === "number") return Number(value) >= (least ?? 0) && Number(value) <= (most ?? Number(value));
	return values.some((one) => one.value === value);
}

export class Wanted {
	games = $state.raw<readonly GameListed[]>([]);
	game = $state("");
	deck = $state("");
	seats = $state(4);
	house = $state({ ...USUAL_HOUSE });
	/** What was chosen, by the option's id; an option that is not in here is as in the book. */
	chosen = $state<Record<string, Json>>({});

	/** Take the games on offer, and the first of them unless one is chosen already. */
	offer(games: readonly GameListed[]): void {
		this.games = games;
		const first = games.find((one) => one.id === "unicorns") ?? games[0];
		if (!this.listed && first) this.choose(first.id);
	}

	/** Want what a table is like already. */
	like(table: Table, games: readonly GameListed[]): void {
		this.games = games;
		const { deck, ...chosen } = table.options;
		this.game = table.game;
		this.seats = table.seats.length;
		this.house = { ...table.house };
		this.chosen = { ...chosen };
		this.deck = typeof deck === "string" ? deck : this.#usualDeck();
	}

	get listed(): GameListed | undefined {
		return this.games.find((one) => one.id === this.game);
	}

	/** Choose a game; what was chosen for another means nothing in it. */
	choose(game: string): void {
		if (game === this.game) return;
		this.game = game;
		this.chosen = {};
		this.deck = this.#usualDeck();
		const { least_seats: least = 2, most_seats: most = 8 } = this.listed ?? {};
		this.seats = Math.min(most, Math.max(least, this.seats));
	}

	/** The decks that may be shown to this reader. */
	get decks(): GameListed["decks"] {
		return this.listed?.decks.filter((one) => !one.is_adult || age.isGrown || one.id === this.deck) ?? [];
	}

	get hasMoreDecks(): boolean {
		return this.decks.length < (this.listed?.decks.length ?? 0);
	}

	/** All options at a table of so many seats. */
	get #offered(): readonly OptionListed[] {
		return this.listed?.options.filter((one) => one.seats.includes(this.seats)) ?? [];
	}

	/** The options that leave a choice to this reader. */
	get options(): readonly OptionListed[] {
		return this.#offered.filter((one) => {
			if (HIDDEN.has(one.id) || (ADULT.has(one.id) && !age.isGrown)) return false;
			if (one.id === NAMES && about.is_family) return false;
			return one.kind === "number" || (one.kind === "list" ? one.values.length > 0 : one.values.length > 1);
		});
	}

	/** The values of an option that may be shown. */
	values(option: OptionListed): OptionListed["values"] {
		if (option.id !== RULESET || age.isGrown) return option.values;
		const shown = new Set(this.decks.map((deck) => option.defaults[deck.id]));
		return option.values.filter(({ value }) => shown.has(value as Json));
	}

	/** What the book says: that of the edition whose rules are chosen. */
	usual(option: OptionListed): Json {
		if (option.id === RULESET) return option.defaults[this.deck] ?? null;
		const rulesets = this.#offered.find((one) => one.id === RULESET);
		const ruleset = rulesets && this.value(rulesets);
		const isBook = (deck: string) => rulesets?.defaults[deck] === ruleset;
		const book = isBook(this.deck) ? this.deck : Object.keys(option.defaults).find(isBook);
		return option.defaults[book ?? this.deck] ?? null;
	}

	/** What is chosen, if that can be had with so many seats, else what the book says. */
	value(option: OptionListed): Json {
		const chosen = this.chosen[option.id];
		return chosen !== undefined && canBe(option, chosen) ? chosen : this.usual(option);
	}

	set(option: OptionListed, value: Json): void {
		if (isSame(value, this.usual(option))) delete this.chosen[option.id];
		else this.chosen[option.id] = value;
	}

	/** The options that are not as in the book. */
	get differing(): readonly OptionListed[] {
		return this.options.filter((one) => !isSame(this.value(one), this.usual(one)));
	}

	/** The same in words. */
	get said(): readonly RuleSaid[] {
		return this.differing.map((one) => {
			const value = this.value(one);
			return {
				id: one.id,
				text: one.text,
				value,
				says: one.values.find((known) => known.value === value)?.text ?? "",
			};
		});
	}

	/** What the game is started with. */
	get rules(): Data {
		const shown = new Set(this.options.map((one) => one.id));
		const kept = this.#offered
			.filter(({ id }) => !shown.has(id) && id in this.chosen)
			.map((one) => [one.id, this.value(one)] as const);
		const changed = this.differing.map((one) => [one.id, this.value(one)] as const);
		return { ...Object.fromEntries([...kept, ...changed]), deck: this.deck };
	}

	table(name: string, language: string): NewTable {
		const { game, seats, rules } = this;
		return { name, game, seats, options: rules, house: { ...this.house }, language };
	}

	/** The newest deck that is for everybody. */
	#usualDeck(): string {
		return this.listed?.decks.findLast((one) => !one.is_adult)?.id ?? this.listed?.decks[0]?.id ?? "";
	}
}
