// Makes a recipe for a card that has none, from its type, its tags and the words of its name.

import type { Parts } from "./parts";
import { has } from "./recipe";
import { seedOf } from "./shapes";

/** The fields of a card that its picture depends on. */
export interface DrawableCard {
	readonly id: string;
	readonly type?: string;
	readonly tags?: readonly string[];
	readonly name_en?: unknown;
	readonly faction?: unknown;
	readonly badge?: unknown;
	readonly colour?: unknown;
	readonly kind?: unknown;
}

/** How cards of a type are drawn: a figure in one of these poses, or one of these things, in one of these scenes. */
export interface TypeStyle {
	readonly poses?: string;
	readonly scenes: string;
	readonly things?: string;
}

/** How a game draws cards without a recipe: a style for each type, and the scene of a card. */
export interface DrawingHints {
	readonly typeStyles?: Readonly<Record<string, TypeStyle>>;
	readonly scene?: (card: DrawableCard) => string | undefined;
}

const DEFAULT_STYLE: TypeStyle = { scenes: "S:hills P:hills U:burst Y:dots", things: "stars cards" };

/** Return a recipe for a card that has none. It is the same each time. */
export function guess(
	parts: Parts,
	card: DrawableCard,
	{ typeStyles = {}, scene }: DrawingHints = {},
): string {
	const seed = seedOf(card.id);
	const pick = (list: string, turn: number) => {
		const all = list.split(" ");
		return all[(seed >>> turn) % all.length] ?? "";
	};
	const style = typeStyles[card.type ?? ""] ?? DEFAULT_STYLE;
	const sections = ["poses", "ears", "props"];
	const suggestions: string[] = [];
	for (const word of `${card.id} ${String(card.name_en ?? "")}`.toLowerCase().split(/[^a-z]+/)) {
		const suggestion = parts.words?.[word] ?? (sections.some((each) => has(parts, each, word)) ? word : "");
		if (suggestion && !suggestions.includes(suggestion)) suggestions.push(suggestion);
	}
	const sky = scene?.(card) ?? pick(style.scenes, 5);
	if (card.tags?.includes("narwhal")) return [`${sky.charAt(0)}:sea`, "narwhal", ...suggestions].join(" ");
	const isPose = (suggestion: string) => has(parts, "poses", suggestion);
	if (style.poses) {
		const isFace = suggestions.some((suggestion) => has(parts, "ears", suggestion));
		const pose =
			suggestions.find(isPose) ?? (isFace && style.poses !== "baby" ? "face" : pick(style.poses, 9));
		const rest = suggestions.filter((suggestion) => !isPose(suggestion)).slice(0, 3);
		return [sky, pose, ...(pose === "fly" ? ["wings"] : []), ...(isFace ? ["bald"] : []), ...rest].join(" ");
	}
	const things = suggestions.filter((suggestion) => has(parts, "props", suggestion)).slice(0, 3);
	const [figure = ""] = suggestions.filter(isPose);
	const [thing = figure ? "" : pick(style.things ?? "stars", 13), ...others] = things;
	const colour = pick("R B V T O E I G", 15);
	const coat = pick("WRPG UVPR SBIG YONT AFTR CNQG", 17);
	const around = pick("stars sparkles hearts drops sparkles", 21);
	const all = [sky, coat, thing && `${thing}*${colour}`, ...others, things.length < 3 ? around : "", figure];
	return all.filter(Boolean).join(" ");
}
