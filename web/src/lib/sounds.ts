// The sounds of a table: soft tones, synthesised when they are played. Sounds are off by default; while the page is
// hidden, only the sound for one's turn is played.

import type { Line, Table } from "../protocol";
import { prefs } from "./prefs.svelte";

export type Sound = "card" | "neigh" | "end" | "turn";

/** A tone that glides from one pitch to another, in hertz; its start and its length, in seconds. */
type Tone = readonly [from: number, to: number, at: number, length: number];

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
const VOLUME = 0.12;
/** Seconds from the start of one sound to the start of the next. */
const SOUND_INTERVAL = 0.45;
/** Milliseconds after which a sound is dropped; a browser may hold sounds back until the first tap or key. */
const STALE = 500;

const CARD_PLAYED = new Set(["announced", "played"]);
const RESPONDED = "responded";

const isAsked = ({ decision }: Table): boolean => decision !== null && !decision.is_revision;

/** Return the sounds of a change of the table: one for the most important event, then one for one's turn. */
export function soundsOf(before: Table | null, after: Table, fresh: readonly Line[]): readonly Sound[] {
	if (before === null || before.code !== after.code) return [];
	const happened = new Set(fresh.map(({ event }) => String(event["what"])));
	const sounds: Sound[] = [];
	if (before.stage === "playing" && after.stage === "over") sounds.push("end");
	else if (happened.has(RESPONDED)) sounds.push("neigh");
	else if ([...CARD_PLAYED].some((what) => happened.has(what))) sounds.push("card");
	if (isAsked(after) && !isAsked(before)) sounds.push("turn");
	return sounds;
}

let audio: AudioContext | null = null;

/** Play sounds one after another, unless this reader has switched them off. */
export async function playSounds(sounds: readonly Sound[]): Promise<void> {
	const due = document.hidden ? sounds.filter((sound) => sound === "turn") : sounds;
	if (!prefs.sounds || due.length === 0 || typeof AudioContext === "undefined") return;
	audio ??= new AudioContext();
	const asked = performance.now();
	await audio.resume();
	if (performance.now() - asked > STALE) return;
	for (const [place, sound] of due.entries())
		for (const tone of TUNES[sound]) playTone(audio, tone, audio.currentTime + place * SOUND_INTERVAL);
}

function playTone(context: AudioContext, [from, to, at, length]: Tone, now: number): void {
	const oscillator = context.createOscillator();
	const volume = context.createGain();
	const start = now + at;
	oscillator.type = "triangle";
	oscillator.frequency.setValueAtTime(from, start);
	oscillator.frequency.exponentialRampToValueAtTime(to, start + length);
	volume.gain.setValueAtTime(0.0001, start);
	volume.gain.exponentialRampToValueAtTime(VOLUME, start + 0.015);
	volume.gain.exponentialRampToValueAtTime(0.0001, start + length);
	oscillator.connect(volume).connect(context.destination);
	oscillator.start(start);
	oscillator.stop(start + length);
}
