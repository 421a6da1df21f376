// The emotes, each with a drawing of its name.

export const EMOTES = ["cheer", "laugh", "gasp", "oops", "thanks", "hurry", "neigh"] as const;

/** Return the drawing of an emote; that of a cheer for one that this page does not know. */
export const emoteIcon = (emote: string) => EMOTES.find((one) => one === emote) ?? "cheer";
