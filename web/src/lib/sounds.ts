// What can be heard of a table: soft tones, made on the spot. Nothing sounds unless somebody wants it, and
// while the page is out of sight nothing but the call that it is one's turn.

import type { Line, Table } from "../protocol";
import { prefs } from "./prefs.svelte";

export type Sound = "card" | "neigh" | "end" | "turn";

/** A tone from one pitch to another, in hertz; when it begins and how long it rings, in seconds. */
type Tone = readonly [from: number, to: number, at: number, long: number];

const TUNES: Readonly<Record<Sound, readonly Tone[]>> = {
	card: [[520, 390, 0, 0.09]],
	neigh: [
		[880, 1180, 0, 0.09],
		[1180, 820, 0.08, 0.1],
		[960, 640, 0.17, 0.12],
		[720, 430, 0.28, 0.22],
	],
	end: [
		[523, 523, 0, 0.5],
		[659, 659, 0.14, 0.5],
		[784, 784, 0.28, 0.5],
		[1047, 1047, 0.42, 0.9],
	],
	turn: [
		[784, 784, 0, 0.35],
		[1047, 1047, 0.13, 0.5],
	],
};
const LOUD = 0.12;
/** Seconds from one sound to the next, where several are due. */
const APART = 0.45;
/** Milliseconds after which a sound is no news any more; a browser may hold sounds back until it is touched. */
const STALE = 500;

const CARD_PLAYED = new Set(["announced", "played"]);
const NEIGHED = "responded";

const isAsked = ({ decision }: Table): boolean => decision !== null && !decision.is_revision;

/** What is to be heard when a table changes; of all that happened only what matters most, then one's turn. */
export function soundsOf(before: Table | null, after: Table, fresh: readonly Line[]): readonly Sound[] {
	if (before === null || before.code !== after.code) return [];
	const happened = new Set(fresh.map(({ event }) => String(event["what"])));
	const sounds: Sound[] = [];
	if (before.stage === "playing" && after.stage === "over") sounds.push("end");
	else if (happened.has(NEIGHED)) sounds.push("neigh");
	else if ([...CARD_PLAYED].some((what) => happened.has(what))) sounds.push("card");
	if (isAsked(after) && !isAsked(before)) sounds.push("turn");
	return sounds;
}

let speaker: AudioContext | null = null;

/** Let sounds be heard, one after another, if this reader wants any. */
export async function ring(sounds: readonly Sound[]): Promise<void> {
	const due = document.hidden ? sounds.filter((sound) => sound === "turn") : sounds;
	if (!prefs.sounds || due.length === 0 || typeof AudioContext === "undefined") return;
	speaker ??= new AudioContext();
	const since = performance.now();
	await speaker.resume();
	if (performance.now() - since > STALE) return;
	for (const [place, sound] of due.entries())
		for (const tone of TUNES[sound]) strike(speaker, tone, speaker.currentTime + place * APART);
}

function strike(through: AudioContext, [from, to, at, long]: Tone, now: number): void {
	const voice = through.createOscillator();
	const volume = through.createGain();
	const begins = now + at;
	voice.type = "triangle";
	voice.frequency.setValueAtTime(from, begins);
	voice.frequency.exponentialRampToValueAtTime(to, begins + long);
	volume.gain.setValueAtTime(0.0001, begins);
	volume.gain.exponentialRampToValueAtTime(LOUD, begins + 0.015);
	volume.gain.exponentialRampToValueAtTime(0.0001, begins + long);
	voice.connect(volume).connect(through.destination);
	voice.start(begins);
	voice.stop(begins + long);
}
