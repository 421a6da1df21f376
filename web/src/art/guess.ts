// A card nobody has drawn yet: words for it, from its type, its tags and the words of its name.

import { seedOf } from "./ink";
import type { Parts } from "./parts";
import { has } from "./recipe";

/** What a picture needs to know of a card. */
export interface Pictured {
	readonly id: string;
	readonly type?: { readonly id: string } | string;
	readonly tags?: readonly string[];
	readonly name_en?: unknown;
	readonly faction?: unknown;
	readonly kind?: unknown;
}

/** The type of a card, by its id. */
export const typeOf = ({ type }: Pictured): string => (typeof type === "string" ? type : (type?.id ?? ""));

interface Habit {
	readonly poses?: string;
	readonly scenes: string;
	readonly things?: string;
}

const HABITS: Readonly<Record<string, Habit>> = {
	baby: { poses: "baby", scenes: "P:dots S:dots Y:dots U:dots A:dots" },
	basic: { poses: "stand sit rear", scenes: "S:hills P:hills Y:hills L:hills U:hills" },
	magical: { poses: "stand sit rear head", scenes: "U:burst S:clouds I:night A:stripes V:night P:burst" },
	magic: { scenes: "U:burst A:burst L:burst I:night V:swirl", things: "wand ball potion book stars" },
	upgrade: { scenes: "G:bunting S:bunting A:stripes P:stripes", things: "gift gem shield clover medal" },
	downgrade: { scenes: "Q:rain J:rain L:rain H:rain", things: "puffs cactus wire snail cone" },
	instant: { scenes: "R:loud V:loud B:loud T:loud", things: "hoof" },
	story: { scenes: "Y:stripes S:stripes U:stripes", things: "book" },
	home: { scenes: "S:hills L:hills U:peaks", things: "castle cave barn" },
	character: { poses: "doll", scenes: "S:hills C:peaks L:wood U:town" },
};
const FACTIONS: Readonly<Record<string, string>> = {
	dragonvale: "O:peaks",
	fairywood: "L:wood",
	holy_empire: "S:town",
	shadow: "M:night",
};

/** Say what to draw. */
export function guess(parts: Parts, card: Pictured): string {
	const seed = seedOf(card.id);
	const pick = (list: string, turn: number) => {
		const all = list.split(" ");
		return all[(seed >>> turn) % all.length] ?? "";
	};
	const habit: Habit = HABITS[typeOf(card)] ?? {
		scenes: "S:hills P:hills U:burst Y:dots",
		things: "stars cards",
	};
	const drawers = ["poses", "ears", "props"];
	const thoughts: string[] = [];
	for (const word of `${card.id} ${String(card.name_en ?? "")}`.toLowerCase().split(/[^a-z]+/)) {
		const thought = parts.words?.[word] ?? (drawers.some((each) => has(parts, each, word)) ? word : "");
		if (thought && !thoughts.includes(thought)) thoughts.push(thought);
	}
	const sky = FACTIONS[String(card.faction ?? "")] ?? pick(habit.scenes, 5);
	if (card.tags?.includes("narwhal")) return [`${sky.charAt(0)}:sea`, "narwhal", ...thoughts].join(" ");
	const isOurs = (thought: string) => has(parts, "poses", thought);
	if (habit.poses) {
		const isFace = thoughts.some((thought) => has(parts, "ears", thought));
		const pose = thoughts.find(isOurs) ?? (isFace && habit.poses !== "baby" ? "face" : pick(habit.poses, 9));
		const rest = thoughts.filter((thought) => !isOurs(thought)).slice(0, 3);
		return [sky, pose, ...(pose === "fly" ? ["wings"] : []), ...(isFace ? ["bald"] : []), ...rest].join(" ");
	}
	const things = thoughts.filter((thought) => has(parts, "props", thought)).slice(0, 3);
	const [figure = ""] = thoughts.filter(isOurs);
	const [thing = figure ? "" : pick(habit.things ?? "stars", 13), ...others] = things;
	const colour = pick("R B V T O E I G", 15);
	const coat = pick("WRPG UVPR SBIG YONT AFTR CNQG", 17);
	const around = pick("stars sparkles hearts drops sparkles", 21);
	const all = [sky, coat, thing && `${thing}*${colour}`, ...others, things.length < 3 ? around : "", figure];
	return all.filter(Boolean).join(" ");
}
