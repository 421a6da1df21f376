// The module of Fairy Tale.

import type { DrawableCard } from "../../lib/art/guess";
import { type Sign, sign } from "../../lib/art/signs";
import { defineGame } from "../module";
import cards from "./cards.txt?url";
import "./cards.css";
import { happening, heading } from "./moves";
import type { FairyTaleView } from "./view";

/** A book of tales, on the back of cards. */
const BOOK =
	"K~o0 2 21|G=c0 0 20 14|Y.o0 0 15.5|I=M0-3C-4-6-9-6-13-5V8C-9 7-4 7 0 10C4 7 9 7 13 8V-5C9-6 4-6 0-3Z|W.M0-1.5C-4-4.2-8-4.5-11.5-3.8V6C-8 5.4-4 5.5 0 8C4 5.5 8 5.4 11.5 6V-3.8C8-4.5 4-4.2 0-1.5Z|K-M0-3V10|R.t0-9 4.5";

/** The colours that a deck can give to its factions; cards.css has those of the frames. */
const COLOURS: Readonly<Record<string, string>> = {
	green: "#2f7d3a",
	yellow: "#8a6100",
	blue: "#2f5fa8",
	grey: "#555a63",
	red: "#a8322a",
	violet: "#6d3cb8",
};
/** The shapes of the factions' signs; letter and colour come with the cards. */
const FACTIONS: Readonly<Record<string, Sign>> = {
	dragonvale: sign(
		"",
		"M0 10.5C-9 10.5-11 3-7.5-3C-6-1-5-1-4-1.5C-5-6-2-9 2-11C2-7 9-4 9 3C9 8 5 10.5 0 10.5Z",
		"",
		2.6,
	),
	fairywood: sign("", "M0 11C-11 7-11-5 0-11.5C11-5 11 7 0 11Z", "", 1),
	holy_empire: sign("", "M0-10.5L9-8C9.5 1 6 8 0 11C-6 8-9.5 1-9-8Z", "", -0.6),
	shadow: sign("", "M2-10.8A10.8 10.8 0 1 0 10.8-2A6.6 6.6 0 0 1 2-10.8Z", "", 2),
};
const UNKNOWN = "#4a4f63";
const SCENES: Readonly<Record<string, string>> = {
	dragonvale: "E:peaks",
	fairywood: "Y:wood",
	holy_empire: "S:town",
	shadow: "H:night",
};

/** Return the sign of a card's faction: the colour of the deck, and a letter in the reader's language. */
function badge({ faction, badge: letter = "", colour: named }: DrawableCard): Sign | undefined {
	const found = FACTIONS[String(faction)];
	const colour = COLOURS[String(named)] ?? UNKNOWN;
	return found && { ...found, colour, letter: String(letter) };
}

export default defineGame<FairyTaleView>({
	happening,
	heading,
	aim: () => ["ticker.goal_tale", {}],
	board: () => import("./Board.svelte"),
	back: ["#2f5d6b", "#3f7584", BOOK],
	badge,
	pictures: { cards },
	typeStyles: {
		tale: { scenes: "Y:stripes S:stripes U:stripes", things: "book" },
		place: { scenes: "S:hills L:hills U:peaks", things: "castle cave barn" },
		character: { poses: "doll", scenes: "S:hills C:peaks L:wood U:town" },
	},
	scene: ({ faction }) => SCENES[String(faction)],
	cover: { id: "dragonvale_hero", type: "character", faction: "dragonvale", kind: "action" },
	resultDetails: () => import("./ScoreSheets.svelte"),
	winningCards: ({ zones }, seat) => zones.seats[seat]?.table.cards ?? [],
	showcase: [{ id: "fairy_queen", type: "character", faction: "fairywood", kind: "action" }],
});
