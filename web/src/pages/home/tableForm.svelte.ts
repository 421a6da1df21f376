// The form for a table: its game, deck and seats, its settings, and the options that differ from the rulebook.

import type { GameListed, OptionListed, PackListed } from "../../http";
import { about } from "../../lib/about.svelte";
import type { RuleText } from "../../lib/ui/RuleList.svelte";
import type { Data, House, Json } from "../../protocol";
import { age } from "./age.svelte";
import type { TableSettings } from "./lastTable";

/** Options that are chosen elsewhere, or that no table can choose. */
const HIDDEN = new Set(["deck", "expansions", "lang", "silent"]);
const RULESET = "ruleset";
const PACKS = "expansions";
/** This option is hidden if the server uses softened names for all tables. */
const NAMES = "names";

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

function isAllowed({ kind, values, least, most }: OptionListed, value: Json): boolean {
	if (kind === "list") return Array.isArray(value);
	if (kind === "number") return Number(value) >= (least ?? 0) && Number(value) <= (most ?? Number(value));
	return values.some((one) => one.value === value);
}

/** A set of options with a name: those that differ from the rulebook of the deck. */
interface Preset {
	readonly id: string;
	readonly chosen: Readonly<Record<string, Json>>;
}

export class TableForm {
	games = $state.raw<readonly GameListed[]>([]);
	game = $state("");
	deck = $state("");
	seats = $state(4);
	house = $state<House>({ ...about.house });
	/** The chosen values by option id; all other options have the value of the rulebook. */
	chosen = $state<Record<string, Json>>({});

	/** Set the games on offer, and choose the first one unless one is chosen already. */
	setGames(games: readonly GameListed[]): void {
		this.games = games;
		const [first] = games;
		if (!this.listed && first) this.choose(first.id);
	}

	/** Fill the form with the settings of a table; a game that is not offered is replaced by the first one. */
	fillFrom({ game, seats, options, house }: TableSettings, games: readonly GameListed[]): void {
		this.setGames(games);
		if (game && !games.some((one) => one.id === game)) return;
		const { deck, ...chosen } = options ?? {};
		if (game) this.choose(game);
		this.seats = seats ?? this.seats;
		this.house = { ...about.house, ...house };
		this.chosen = { ...(chosen as Record<string, Json>) };
		if (typeof deck === "string" && this.listed?.decks.some((one) => one.id === deck)) this.deck = deck;
	}

	get listed(): GameListed | undefined {
		return this.games.find((one) => one.id === this.game);
	}

	/** Choose a game; the options chosen for another game are dropped. */
	choose(game: string): void {
		if (game === this.game) return;
		this.game = game;
		this.chosen = {};
		this.deck = this.#defaultDeck();
		const { least_seats: least = 2, most_seats: most = 8 } = this.listed ?? {};
		this.seats = Math.min(most, Math.max(least, this.seats));
	}

	/** The decks that may be shown to this reader. */
	get decks(): GameListed["decks"] {
		return this.listed?.decks.filter((one) => !one.is_adult || age.isAdult || one.id === this.deck) ?? [];
	}

	/** The expansions that may be shown to this reader, also those that do not go with what is chosen. */
	get packs(): GameListed["packs"] {
		const all = this.listed?.packs ?? [];
		return all.filter((one) => !one.is_adult || age.isAdult || this.#chosenPacks.includes(one.id));
	}

	/** Return why an expansion cannot be chosen now, in a sentence; "" if it can be. */
	barTo({ bars }: PackListed): string {
		const { deck, expansions } = this;
		return bars.find((bar) => (bar.pack ? expansions.includes(bar.pack) : bar.deck === deck))?.text ?? "";
	}

	get #chosenPacks(): readonly string[] {
		const chosen = this.chosen[PACKS];
		return Array.isArray(chosen) ? chosen.map(String) : [];
	}

	/** The ids of the chosen expansions, without those that do not go with the chosen deck or one before. */
	get expansions(): string[] {
		const found: string[] = [];
		for (const { id, decks, bars } of this.packs) {
			const isBarred = !decks.includes(this.deck) || bars.some((bar) => found.includes(bar.pack));
			if (!isBarred && this.#chosenPacks.includes(id)) found.push(id);
		}
		return found;
	}
	set expansions(ids: string[]) {
		this.chosen[PACKS] = ids;
	}

	/** Whether decks or expansions are hidden from this reader because of the age. */
	get hasMoreDecks(): boolean {
		const { decks = [], packs = [] } = this.listed ?? {};
		return this.decks.length < decks.length || (!age.isAdult && packs.some((one) => one.is_adult));
	}

	/** All options for the chosen number of seats. */
	get #allOptions(): readonly OptionListed[] {
		return this.listed?.options.filter((one) => one.seats.includes(this.seats)) ?? [];
	}

	/** The options that are shown to this reader: those with more than one possible value. */
	get options(): readonly OptionListed[] {
		return this.#allOptions.filter((one) => {
			if (HIDDEN.has(one.id) || (one.is_adult && !age.isAdult)) return false;
			if (one.id === NAMES && about.is_family) return false;
			return one.kind === "number" || (one.kind === "list" ? one.values.length > 0 : one.values.length > 1);
		});
	}

	/** Return the values of an option that may be shown to this reader. */
	values(option: OptionListed): OptionListed["values"] {
		if (option.id !== RULESET || age.isAdult) return option.values;
		const shown = new Set(this.decks.map((deck) => option.defaults[deck.id]));
		return option.values.filter(({ value }) => shown.has(value as Json));
	}

	/** Return the value that the rulebook of the chosen edition gives an option. */
	rulebookValue(option: OptionListed): Json {
		if (option.id === RULESET) return option.defaults[this.deck] ?? null;
		const rulesets = this.#allOptions.find((one) => one.id === RULESET);
		const ruleset = rulesets && this.value(rulesets);
		const isBook = (deck: string) => rulesets?.defaults[deck] === ruleset;
		const book = isBook(this.deck) ? this.deck : Object.keys(option.defaults).find(isBook);
		return option.defaults[book ?? this.deck] ?? null;
	}

	/** Return the chosen value, or that of the rulebook if nothing is chosen or the number of seats forbids it. */
	value(option: OptionListed): Json {
		const chosen = this.chosen[option.id];
		return chosen !== undefined && isAllowed(option, chosen) ? chosen : this.rulebookValue(option);
	}

	set(option: OptionListed, value: Json): void {
		if (isSame(value, this.rulebookValue(option))) delete this.chosen[option.id];
		else this.chosen[option.id] = value;
	}

	/** The presets that can be had with this deck and number of seats; of several that mean the same, the first. */
	get presets(): readonly Preset[] {
		const found: Preset[] = [];
		for (const { id, options } of this.listed?.presets ?? []) {
			const chosen = this.#presetChoices(options);
			if (chosen && !found.some((one) => isSame(one.chosen, chosen))) found.push({ id, chosen });
		}
		return found;
	}

	/** The id of the preset that the chosen options make; "" if they make none. */
	get preset(): string {
		const chosen = Object.fromEntries(this.differing.map((one) => [one.id, this.value(one)]));
		return this.presets.find((one) => isSame(one.chosen, chosen))?.id ?? "";
	}

	/** Choose the options of a preset, and all others as in the rulebook; options that are not shown stay. */
	applyPreset(id: string): void {
		const preset = this.presets.find((one) => one.id === id);
		if (!preset) return;
		const shown = new Set(this.options.map((one) => one.id));
		const kept = Object.entries(this.chosen).filter(([option]) => !shown.has(option));
		this.chosen = { ...Object.fromEntries(kept), ...preset.chosen };
	}

	/** Return what differs from the rulebook with the options of a preset; null if one of them cannot be had. */
	#presetChoices(options: Data): Record<string, Json> | null {
		const chosen: Record<string, Json> = {};
		for (const [id, value] of Object.entries(options)) {
			const option = this.options.find((one) => one.id === id);
			if (!option || !isAllowed(option, value as Json)) return null;
			if (!isSame(value, option.defaults[this.deck] ?? null)) chosen[id] = value as Json;
		}
		return chosen;
	}

	/** The options whose value differs from the rulebook. */
	get differing(): readonly OptionListed[] {
		return this.options.filter((one) => !isSame(this.value(one), this.rulebookValue(one)));
	}

	/** The same options with their values in words. */
	get changedRules(): readonly RuleText[] {
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

	/** The options to start the game with. */
	get rules(): Data {
		const shown = new Set(this.options.map((one) => one.id));
		const kept = this.#allOptions
			.filter(({ id }) => id !== PACKS && !shown.has(id) && id in this.chosen)
			.map((one) => [one.id, this.value(one)] as const);
		const changed = this.differing.map((one) => [one.id, this.value(one)] as const);
		const { deck, expansions } = this;
		return {
			...Object.fromEntries([...kept, ...changed]),
			...(deck ? { deck } : {}),
			...(expansions.length ? { expansions } : {}),
		};
	}

	/** The table to open, without the player who opens it. */
	get settings() {
		const { game, seats, rules: options } = this;
		return { game, seats, options, house: { ...this.house } } satisfies TableSettings;
	}

	/** Whether the table is only for adults. */
	get isAdult(): boolean {
		return (
			this.decks.some((one) => one.id === this.deck && one.is_adult) ||
			this.packs.some((one) => this.expansions.includes(one.id) && one.is_adult) ||
			this.differing.some((one) => one.is_adult)
		);
	}

	/** Return the default deck; "" if the game has none. */
	#defaultDeck(): string {
		return this.listed?.default_deck ?? "";
	}
}
