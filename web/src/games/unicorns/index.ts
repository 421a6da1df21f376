// The module of the unicorn game.

import { marked, type Sign } from "../../lib/art/signs";
import { defineGame } from "../module";
import adult from "./adult.txt?url";
import cards from "./cards.txt?url";
import "./cards.css";
import { opening } from "./forfeits";
import { answering, happening, heading } from "./moves";
import packs from "./packs.txt?url";
import type { UnicornView } from "./view";

/** A horseshoe, on the back of cards. */
const HORSESHOE =
	"K~o0 2 21|R=c0 0 20 14|P.o0 0 15.5|G#4.6M-7.5-6C-13 15 13 15 7.5-6|!K.o8.6-1 .8|!K.o7.4 4 .8|W=M-2.8 2C-2-5-.7-11 0-17C.7-11 2-5 2.8 2Q0 3.4-2.8 2Z|K-.8M-2.2-2L2.4 0M-1.6-7L1.8-5";

/** A heart, a horn, a sparkle, a bolt, plus, minus and an exclamation mark. */
const TYPES: Readonly<Record<string, Sign>> = {
	baby: marked(
		"#b0406f",
		"o0 0 9.5",
		"M0 6.2C-8 .6-6.4-5.6-3-5.6C-1.2-5.6 0-4 0-2.8C0-4 1.2-5.6 3-5.6C6.4-5.6 8 .6 0 6.2Z",
	),
	basic: marked(
		"#2f66b3",
		"M-9-9.5H9V3C9 7 4 9 0 10.5C-4 9-9 7-9 3Z",
		"M-4 5.5L2.4-7.6L4.2 5.5Q0 7.4-4 5.5Z",
	),
	magical: marked("#6d3cb8", "s0 .8 12.6", "M0-6.4Q1-1 5.6 0Q1 1 0 6.4Q-1 1-5.6 0Q-1-1 0-6.4Z", 1.4),
	magic: marked("#17735a", "c0 0 8.8 8", "M2-7L-5 1.2H-.6L-2 7L5-1.2H.6Z"),
	upgrade: marked(
		"#8a5a00",
		"M0-11L10.5-.5H6V10H-6V-.5H-10.5Z",
		"M-1.5-4.4H1.5V-1.5H4.4V1.5H1.5V4.4H-1.5V1.5H-4.4V-1.5H-1.5Z",
		1,
	),
	downgrade: marked("#6b5544", "M0 11L10.5.5H6V-10H-6V.5H-10.5Z", "M-4.4-1.5H4.4V1.5H-4.4Z", -1),
	instant: marked("#b02f2f", "x0 0 11.5 10", "M-1.9-6.8H1.9L1.2 1.6H-1.2ZM-1.9 3H1.9V6.6H-1.9Z"),
};

export default defineGame<UnicornView>({
	happening,
	answering,
	goal: ({ goal }) => goal,
	aim: ({ goal }) => ["ticker.goal", { goal }],
	heading,
	board: () => import("./Board.svelte"),
	back: ["#5b3f8f", "#7455ab", HORSESHOE],
	badge: ({ type = "" }) => TYPES[type],
	pictures: { cards, more: [packs, adult] },
	typeStyles: {
		baby: { poses: "baby", scenes: "P:dots S:dots Y:dots U:dots A:dots" },
		basic: { poses: "stand sit rear", scenes: "S:hills P:hills Y:hills L:hills U:hills" },
		magical: { poses: "stand sit rear head", scenes: "U:burst S:clouds I:night A:stripes V:night P:burst" },
		magic: { scenes: "U:burst A:burst L:burst I:night V:swirl", things: "wand ball potion book stars" },
		upgrade: { scenes: "G:bunting S:bunting A:stripes P:stripes", things: "gift gem shield clover medal" },
		downgrade: { scenes: "Q:rain J:rain L:rain H:rain", things: "puffs cactus wire snail cone" },
		instant: { scenes: "R:loud V:loud B:loud T:loud", things: "hoof" },
	},
	cover: { id: "rainbow_unicorn", type: "magical" },
	showcase: [
		{ id: "majestic_flying_unicorn", type: "magical" },
		{ id: "baby_unicorn_rainbow", type: "baby" },
	],
	mascots: {
		stray: { id: "baby_unicorn_blue", type: "baby" },
		teacher: { id: "unicorn_oracle", type: "magical" },
	},
	lastPlayed: ({ pile }) => pile.at(-1)?.card,
	played: () => import("./PlayedCards.svelte"),
	announcements: opening,
	banner: () => import("./ForfeitBanner.svelte"),
	winningCards: ({ zones }, seat) => zones.seats[seat]?.stable.cards.map(({ card }) => card) ?? [],
	resultDetails: () => import("./ForfeitTally.svelte"),
});
