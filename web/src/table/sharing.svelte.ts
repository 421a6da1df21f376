// Players who share a device: each has a line of their own, one of them holds the device and sees their table.
// Who is asked next, while the holder is not, is handed the device behind a curtain.

import { Link, type Reply } from "../lib/link.svelte";
import { freshNonce } from "./lobby/nonce";

export class SharedDevice {
	/** Whose cards may be seen now. */
	holder = $state(0);
	/** Whether nobody has said yet who holds it: whoever comes back to a game may be any of them. */
	isHidden = $state(true);
	readonly #links: ReadonlyMap<number, Link>;
	readonly #greeted = new Set<string>();

	constructor(
		code: string,
		readonly seats: readonly number[],
		language: string,
	) {
		this.#links = new Map(seats.map((seat) => [seat, new Link(code, language, seat)]));
		this.holder = seats[0] ?? 0;
	}

	/** The holder's line. */
	get line(): Link {
		const link = this.#links.get(this.holder);
		if (link === undefined) throw new Error("the device is held by somebody of another");
		return link;
	}

	/** Who must be handed the device; nobody as long as its holder has to decide, or none of them. */
	get next(): number | null {
		if (this.isHidden && this.line.table?.stage === "playing")
			return this.seats.find((seat) => this.#isAsked(seat)) ?? this.holder;
		if (this.#isAsked(this.holder)) return null;
		const at = this.seats.indexOf(this.holder);
		const after = [...this.seats.slice(at + 1), ...this.seats.slice(0, at)];
		return after.find((seat) => this.#isAsked(seat)) ?? null;
	}

	/** Before the game all who sit here are ready with its host; after it the host has the device again. */
	settle(): void {
		for (const [seat, link] of this.#links) {
			const table = link.table;
			const chair = table?.seats[seat];
			if (table?.stage === "lobby") this.isHidden = false;
			if (table?.stage === "over" && chair?.is_host) this.holder = seat;
			if (table?.stage !== "lobby" || !chair || chair.is_host || chair.is_ready) continue;
			const greeting = `${seat}/${table.game_number}`;
			if (this.#greeted.has(greeting)) continue;
			this.#greeted.add(greeting);
			void link.send({ do: "ready", on: true, nonce: freshNonce() });
		}
	}

	/** Give up the seats of all who sit here. */
	leave(): Promise<readonly Reply[]> {
		return Promise.all([...this.#links.values()].map((link) => link.send({ do: "leave" })));
	}

	close(): void {
		for (const link of this.#links.values()) link.close();
	}

	#isAsked(seat: number): boolean {
		const table = this.#links.get(seat)?.table;
		return table?.stage === "playing" && table.decision?.is_revision === false;
	}
}
