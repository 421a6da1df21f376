// The trial of a case: what is sent, what an undo removes, and what a change of language keeps.

import { afterEach, describe, expect, it, vi } from "vitest";
import type { GivenAnswer } from "../../lib/api";
import { Trial } from "./trial.svelte";

/** Stub a server on which a bot answers twice after each answer of seat 0. */
function serve() {
	const asked: { seat: number | null; answers: GivenAnswer[] }[] = [];
	vi.stubGlobal("fetch", async (_: string, { body }: { body: string }) => {
		const sent = JSON.parse(body) as { seat: number | null; answers: GivenAnswer[] };
		asked.push(sent);
		const own =
			sent.answers.length % 3 === 0 ? sent.answers : [...sent.answers, [1, 7] as const, [1, 8] as const];
		const table = { you: 0, state: own.length, log: own.map((_, number) => ({ number })), view: null };
		const told = Math.max(0, sent.answers.length - 1);
		return new Response(JSON.stringify({ answers: own, told, is_done: false, table }));
	});
	return asked;
}

const answer = (trial: Trial, option: number) =>
	trial.send({ do: "answer", state: 0, decision: 0, option } as Parameters<Trial["send"]>[0]);

describe("a trial", () => {
	afterEach(() => vi.unstubAllGlobals());

	it("sends all answers so far, those of bots included, with the new one", async () => {
		const asked = serve();
		const trial = new Trial("unicorns/a", 0, "en");
		await trial.load("en");
		await answer(trial, 5);
		await answer(trial, 6);
		expect(asked.at(-1)).toEqual({
			seat: 0,
			answers: [
				[0, 5],
				[1, 7],
				[1, 8],
				[0, 6],
			],
		});
		expect(trial.fresh.length).toBe(3);
	});

	it("undoes the player's answers with the bots' answers after them", async () => {
		const asked = serve();
		const trial = new Trial("unicorns/a", 0, "en");
		await trial.load("en");
		expect(trial.table?.can_undo).toBe(false);
		await answer(trial, 5);
		await answer(trial, 6);
		await trial.load("pl");
		await trial.send({ do: "undo" });
		expect(asked.at(-1)?.answers).toEqual([
			[0, 5],
			[1, 7],
			[1, 8],
		]);
		expect(trial.table?.can_undo).toBe(true);
		await trial.send({ do: "undo" });
		expect(asked.at(-1)?.answers).toEqual([]);
		expect(trial.table?.can_undo).toBe(false);
	});

	it("does not change when an answer is refused", async () => {
		serve();
		const trial = new Trial("unicorns/a", null, "en");
		await trial.load("en");
		await answer(trial, 5);
		vi.stubGlobal(
			"fetch",
			async () => new Response('{"reason":"not_offered","text":"No."}', { status: 409 }),
		);
		const told = await answer(trial, 6);
		expect(told).toMatchObject({ type: "refused", reason: "not_offered" });
		expect(trial.refused?.text).toBe("No.");
		expect(trial.table?.state).toBe(3);
	});
});
