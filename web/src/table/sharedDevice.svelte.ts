// Players who share a device. Each seat has its own connection; one player holds the device and sees the table of that
// seat. When another seat of the device has to decide, a screen without cards asks to hand the device over. In a
// response window everybody is asked openly first, and only who claims the device gets it.

import { type Reply, SocketConnection } from "../lib/connection.svelte";
import { freshNonce } from "./lobby/nonce";

/** A seat and the id of the decision that it is asked. */
interface Asked {
	readonly seat: number;
	readonly decision: number;
}

export class SharedDevice {
	/** The seat whose cards are shown. */
	holder = $state(0);
	/** Whether the holder is not confirmed yet: after a reload any of the players may hold the device. */
	isHidden = $state(true);
	/** Who wants to respond in the open window; null if nobody has said so. */
	#claim = $state.raw<Asked | null>(null);
	/** The seats for which the device passes, because nobody claimed it. */
	#passing = $state.raw<readonly Asked[]>([]);
	readonly #connections: ReadonlyMap<number, SocketConnection>;
	/** The commands before the game whose replies are missing. */
	readonly #sending = new Set<string>();
	#isUntimed = false;

	constructor(
		code: string,
		readonly seats: readonly number[],
		language: string,
	) {
		this.#connections = new Map(seats.map((seat) => [seat, new SocketConnection(code, language, seat)]));
		this.holder = seats[0] ?? 0;
	}

	/** The holder's connection. */
	get connection(): SocketConnection {
		const connection = this.#connections.get(this.holder);
		if (connection === undefined) throw new Error("the holder has no seat on this device");
		return connection;
	}

	/** The seat that must get the device; null while the holder has to decide, or no seat of the device. */
	get next(): number | null {
		if (this.#isClaimed)
			return this.#claim?.seat === this.holder && !this.isHidden ? null : (this.#claim?.seat ?? null);
		const at = this.seats.indexOf(this.holder);
		const inOrder = [...this.seats.slice(at), ...this.seats.slice(0, at)];
		const asked = inOrder.find((seat) => this.#isAsked(seat) && !this.#isWindow(seat)) ?? null;
		if (this.isHidden && this.connection.table?.stage === "playing") return asked ?? this.holder;
		return asked === this.holder ? null : asked;
	}

	/** The seats that are asked openly whether they respond; none once somebody has claimed the device. */
	get responders(): readonly number[] {
		if (this.isHidden || this.#isClaimed) return [];
		return this.seats.filter((seat) => this.#isAsked(seat) && this.#isWindow(seat) && !this.#isPassing(seat));
	}

	/** Whether somebody has claimed the device in this window and then passed. */
	get isAskedAgain(): boolean {
		return this.seats.some((seat) => this.#isWindow(seat) && !this.#isAsked(seat));
	}

	/** Let a seat respond in the open window, and hold the window for it. */
	claim(seat: number): void {
		const connection = this.#connections.get(seat);
		const decision = connection?.table?.decision;
		if (!connection || !decision) return;
		this.#claim = { seat, decision: decision.id };
		if (connection.table?.window?.can_hold) void connection.send({ do: "more_time" });
	}

	/** Pass in the open window for all seats of the device that are still asked. */
	pass(): void {
		for (const seat of this.responders) this.#pass(seat);
	}

	/** Ready all seats before the game, follow a claim, and give the device back to the host after the game. */
	update(): void {
		this.#waitInWindows();
		this.#followClaim();
		for (const [seat, connection] of this.#connections) {
			const table = connection.table;
			const shown = table?.seats[seat];
			if (table?.stage === "lobby") this.isHidden = false;
			if (table?.stage === "over" && shown?.is_host) this.holder = seat;
			if (table?.stage !== "lobby" || !shown || shown.is_host || shown.is_ready) continue;
			this.#sendOnce(`ready/${seat}`, () => connection.send({ do: "ready", on: true, nonce: freshNonce() }));
		}
	}

	/** Leave the table with all seats of the device. */
	leave(): Promise<readonly Reply[]> {
		return Promise.all([...this.#connections.values()].map((connection) => connection.send({ do: "leave" })));
	}

	close(): void {
		for (const connection of this.#connections.values()) connection.close();
	}

	/** Where all players share this device, let windows wait for them: handing it over takes time. */
	#waitInWindows(): void {
		const host = this.seats.find((seat) => this.#connections.get(seat)?.table?.seats[seat]?.is_host);
		const connection = this.#connections.get(host ?? -1);
		const table = connection?.table;
		if (!connection || table?.stage !== "lobby" || table.house.window === 0 || this.#isUntimed) return;
		if (table.seats.some((one) => one.is_player && !this.seats.includes(one.seat))) return;
		this.#isUntimed = true;
		void connection.send({ do: "configure", house: { window: 0 } });
	}

	/** End a claim that was answered. After a response the other seats pass; after a pass they are asked again. */
	#followClaim(): void {
		const claim = this.#claim;
		if (claim === null || this.#isClaimed) return;
		this.#claim = null;
		const decision = this.#connections.get(claim.seat)?.table?.decision;
		if (!decision || decision.id !== claim.decision) return;
		const chosen = decision.options.find(({ option }) => option === decision.answer);
		if (chosen?.meaning["verb"] !== "pass") this.pass();
	}

	#pass(seat: number): void {
		const connection = this.#connections.get(seat);
		const table = connection?.table;
		const option = table?.decision?.options.find(({ meaning }) => meaning["verb"] === "pass");
		if (!connection || !table?.decision || !option) return;
		const passing = { seat, decision: table.decision.id };
		this.#passing = [...this.#passing.filter((one) => one.seat !== seat), passing];
		const answer = {
			do: "answer",
			state: table.state,
			decision: passing.decision,
			option: option.option,
		} as const;
		void connection.send(answer).then((reply) => {
			if (reply.type !== "accepted") this.#passing = this.#passing.filter((one) => one !== passing);
		});
	}

	#sendOnce(key: string, send: () => Promise<Reply>): void {
		if (this.#sending.has(key)) return;
		this.#sending.add(key);
		void send().then(() => this.#sending.delete(key));
	}

	get #isClaimed(): boolean {
		const claim = this.#claim;
		return claim !== null && this.#isAsked(claim.seat) && this.#decision(claim.seat)?.id === claim.decision;
	}

	#isPassing(seat: number): boolean {
		return this.#passing.some((one) => one.seat === seat && one.decision === this.#decision(seat)?.id);
	}

	#isWindow(seat: number): boolean {
		return this.#decision(seat)?.kind === "respond";
	}

	#isAsked(seat: number): boolean {
		return this.#decision(seat)?.is_revision === false;
	}

	#decision(seat: number) {
		const table = this.#connections.get(seat)?.table;
		return table?.stage === "playing" ? table.decision : null;
	}
}
