import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Line, Table } from "../protocol";
import { prefs } from "./prefs.svelte";
import { playSounds, soundsOf } from "./sounds";

const table = (stage: string, asked: "no" | "yes" | "again" = "no", code = "bcdf2345") =>
	({ code, stage, decision: asked === "no" ? null : { is_revision: asked === "again" } }) as unknown as Table;
const lines = (...what: string[]) => what.map((one) => ({ event: { what: one } }) as unknown as Line);
const quiet = table("playing");

describe("the sound of a change", () => {
	it.each([
		["nothing for the first frame", null, table("playing", "yes"), lines("announced"), []],
		["nothing at another table", table("over", "no", "xxxx"), quiet, lines("announced"), []],
		["a card", quiet, quiet, lines("drew", "announced"), ["card"]],
		["a card in Fairy Tale", quiet, quiet, lines("played", "played"), ["card"]],
		["a Neigh rather than the card", quiet, quiet, lines("announced", "responded"), ["neigh"]],
		["one's turn", quiet, table("playing", "yes"), lines("drew"), ["turn"]],
		["a card, then one's turn", quiet, table("playing", "yes"), lines("announced"), ["card", "turn"]],
		["nothing while one's turn goes on", table("playing", "yes"), table("playing", "yes"), [], []],
		["nothing when one may only change an answer", quiet, table("playing", "again"), [], []],
		["the end only", quiet, table("over"), lines("announced", "responded"), ["end"]],
	])("is %s", (_, before, after, fresh, sounds) => {
		expect(soundsOf(before, after, fresh)).toEqual(sounds);
	});
});

describe("sounds", () => {
	const pitches: number[] = [];
	const param = { setValueAtTime: () => {}, exponentialRampToValueAtTime: () => {} };
	const pitch = { ...param, setValueAtTime: (hertz: number) => pitches.push(hertz) };
	const node = { connect: () => node, start: () => {}, stop: () => {}, frequency: pitch, gain: param };
	let isHidden = false;

	beforeEach(() => {
		pitches.length = 0;
		isHidden = false;
		prefs.sounds = true;
		vi.spyOn(document, "hidden", "get").mockImplementation(() => isHidden);
		vi.stubGlobal(
			"AudioContext",
			class {
				currentTime = 0;
				resume = async () => {};
				createOscillator = () => node;
				createGain = () => node;
			},
		);
	});
	afterEach(() => {
		prefs.sounds = false;
		vi.unstubAllGlobals();
		vi.restoreAllMocks();
	});

	it("are off unless the reader switches them on", async () => {
		prefs.sounds = false;
		await playSounds(["end"]);
		expect(pitches).toEqual([]);
	});

	it("differ from each other", async () => {
		await playSounds(["card"]);
		await playSounds(["turn"]);
		expect(pitches).toEqual([520, 784, 1047]);
	});

	it("are limited to one's turn while the page is hidden", async () => {
		isHidden = true;
		await playSounds(["neigh", "turn"]);
		expect(pitches).toEqual([784, 1047]);
	});
});
