// Cards whose pictures stand for the games, and for the whole house.

import type { CardListed } from "../../lib/api";

const card = (id: string, type: string, more: Partial<CardListed> = {}): CardListed => ({
	id,
	name: "",
	text: "",
	type,
	copies: 1,
	...more,
});

const rainbow = card("rainbow_unicorn", "magical");
const dragon = card("dragonvale_hero", "character", { faction: "dragonvale", kind: "action" });

export const COVERS: Readonly<Record<string, CardListed>> = { unicorns: rainbow, fairytale: dragon };

/** Who stands where nothing is. */
export const STRAY = card("baby_unicorn_blue", "baby");

export const FAN: readonly { readonly game: string; readonly card: CardListed }[] = [
	{ game: "fairytale", card: card("fairy_queen", "character", { faction: "fairywood", kind: "action" }) },
	{ game: "unicorns", card: card("majestic_flying_unicorn", "magical") },
	{ game: "unicorns", card: card("baby_unicorn_rainbow", "baby") },
];
