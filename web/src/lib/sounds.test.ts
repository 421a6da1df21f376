import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Line, Table } from "../protocol";
import { prefs } from "./prefs.svelte";
import { ring, soundsOf } from "./sounds";

const table = (stage: string, asked: "no" | "yes" | "again" = "no", code = "bcdf2345") =>
	({ code, stage, decision: asked === "no" ? null : { is_revision: asked === "again" } }) as unknown as Table;
const lines = (...what: string[]) => what.map((one) => ({ event: { what: one } }) as unknown as Line);
const quiet = table("playing");

describe("what is to be heard of a table", () => {
	it.each([
		["nothing when one comes in", null, table("playing", "yes"), lines("announced"), []],
		["nothing when one goes to another table", table("over", "no", "xxxx"), quiet, lines("announced"), []],
		["a card", quiet, quiet, lines("drew", "announced"), ["card"]],
		["a card of a fairy tale", quiet, quiet, lines("played", "played"), ["card"]],
		["a Neigh rather than the card", quiet, quiet, lines("announced", "responded"), ["neigh"]],
		["that one is asked", quiet, table("playing", "yes"), lines("drew"), ["turn"]],
		["a card, and that one is asked", quiet, table("playing", "yes"), lines("announced"), ["card", "turn"]],
		["nothing as long as one is asked", table("playing", "yes"), table("playing", "yes"), [], []],
		["nothing when one may only think again", quiet, table("playing", "again"), [], []],
		["the end, and nothing else", quiet, table("over"), lines("announced", "responded"), ["end"]],
	])("is %s", (_, before, after, fresh, sounds) => {
		expect(soundsOf(before, after, fresh)).toEqual(sounds);
	});
});

describe("sounds", () => {
	const struck: number[] = [];
	const param = { setValueAtTime: () => {}, exponentialRampToValueAtTime: () => {} };
	const pitch = { ...param, setValueAtTime: (hertz: number) => struck.push(hertz) };
	const node = { connect: () => node, start: () => {}, stop: () => {}, frequency: pitch, gain: param };
	let isHidden = false;

	beforeEach(() => {
		struck.length = 0;
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

	it("are off unless they are wanted", async () => {
		prefs.sounds = false;
		await ring(["end"]);
		expect(struck).toEqual([]);
	});

	it("are heard, each its own", async () => {
		await ring(["card"]);
		await ring(["turn"]);
		expect(struck).toEqual([520, 784, 1047]);
	});

	it("are one's turn alone while the page is out of sight", async () => {
		isHidden = true;
		await ring(["neigh", "turn"]);
		expect(struck).toEqual([784, 1047]);
	});
});
