import { describe, expect, it } from "vitest";
import type { DecisionSeen, OptionSeen } from "../protocol";
import { type Asked, Picking } from "./picking.svelte";

const card = (option: number, name: string, copy = ""): OptionSeen => ({
	option,
	label: `Discard ${name}${copy}`,
	meaning: { verb: "choose", card: name, zone: "hand", owner: 0 },
});
const HAND = [
	card(3, "neigh", " 1"),
	card(5, "yay"),
	card(8, "neigh", " 2"),
	card(9, "llamacorn"),
	card(12, "rhino"),
];

function asks(
	id: number,
	inARow: number,
	group: readonly OptionSeen[],
	more: Partial<DecisionSeen> = {},
): DecisionSeen {
	return {
		id,
		kind: "card",
		prompt: "",
		options: group.slice(0, group.length - inARow + 1),
		least: 2,
		most: 2,
		picked: [],
		group,
		in_a_row: inARow,
		is_revision: false,
		seconds: null,
		...more,
	};
}

/** A seat that is asked one question after the other. */
class Player implements Asked {
	isSending = false;
	readonly given: number[] = [];
	isTaken = true;

	constructor(public decision: DecisionSeen | null) {}

	answer(option: OptionSeen): Promise<boolean> {
		this.given.push(option.option);
		return Promise.resolve(this.isTaken);
	}
}

function sit(decision: DecisionSeen) {
	const player = new Player(decision);
	const picking = new Picking(player);
	const press = (...places: number[]) => picking.press(places.map((at) => decision.group[at] as OptionSeen));
	const then = async (next: DecisionSeen | null) => {
		await Promise.resolve();
		player.decision = next;
		picking.goOn();
	};
	return { player, picking, press, then };
}

describe("marking", () => {
	it("marks and takes back, and no more than are asked for", () => {
		const { picking, press } = sit(asks(7, 2, HAND));
		press(1);
		expect([picking.marks, picking.isEnough, picking.isFull]).toEqual([[1], false, false]);
		press(4);
		expect([picking.isEnough, picking.isFull]).toEqual([true, true]);
		press(3);
		expect(picking.marks).toEqual([1, 4]);
		press(1);
		expect(picking.marks).toEqual([4]);
	});

	it("marks one more of a card's copies with each press, then none", () => {
		const { picking, press } = sit(asks(7, 3, HAND));
		press(0, 2);
		press(0, 2);
		expect(picking.marks).toEqual([0, 2]);
		expect(picking.count([HAND[0] as OptionSeen, HAND[2] as OptionSeen])).toBe(2);
		press(0, 2);
		expect(picking.marks).toEqual([]);
	});

	it("has everything marked where there is nothing to choose", () => {
		expect(sit(asks(7, 2, HAND.slice(0, 2))).picking.marks).toEqual([0, 1]);
	});

	it("knows no marks where one card is asked for, and forgets them with the question", () => {
		expect(sit(asks(7, 1, HAND)).picking.row).toBeNull();
		const { picking, player, press } = sit(asks(7, 2, HAND));
		press(1);
		player.decision = asks(7, 2, HAND); // the same, told again
		expect(picking.marks).toEqual([1]);
		player.decision = asks(9, 2, HAND);
		expect(picking.marks).toEqual([]);
	});

	it("lets those go with fewer who may", () => {
		const { picking, press } = sit(asks(7, 3, HAND, { least: 1, most: 3 }));
		press(1);
		expect(picking.isEnough).toBe(true);
	});
});

describe("sending", () => {
	it("answers one question after the other, in the order of the group", async () => {
		const { player, picking, press, then } = sit(asks(7, 2, HAND));
		press(4);
		press(1);
		picking.send();
		expect([player.given, picking.isBusy]).toEqual([[5], true]);
		picking.goOn(); // nothing is new
		expect(player.given).toEqual([5]);
		await then(asks(8, 1, HAND.slice(2), { picked: ["yay"] }));
		expect([player.given, picking.isBusy]).toEqual([[5, 12], true]);
		await then(asks(9, 1, HAND));
		expect([player.given, picking.isBusy]).toEqual([[5, 12], false]);
	});

	it("takes the copy that is offered", async () => {
		const { player, picking, press, then } = sit(asks(7, 2, HAND, { least: 1, most: 1, options: HAND }));
		press(2);
		press(3);
		picking.send();
		const left = [card(3, "neigh"), card(9, "llamacorn")];
		await then(asks(8, 1, left, { options: left }));
		expect(player.given).toEqual([8, 9]);
		const other = sit(asks(7, 2, HAND, { options: [HAND[0], HAND[1], HAND[3]] as OptionSeen[] }));
		other.press(2);
		other.press(3);
		other.picking.send();
		expect(other.player.given).toEqual([3]);
	});

	it.each([
		["something else is asked", asks(8, 1, HAND, { kind: "yes_no" })],
		["the row is another", asks(8, 2, HAND)],
		["the card is not offered any more", asks(8, 1, HAND, { options: [card(9, "llamacorn")] })],
		["nobody is asked", null],
	])("stops where %s", async (_, next) => {
		const { player, picking, press, then } = sit(asks(7, 2, HAND));
		press(1);
		press(4);
		picking.send();
		await then(next);
		expect([player.given, picking.isBusy]).toEqual([[5], false]);
	});

	it("stops where an answer is not taken", async () => {
		const { player, picking, press, then } = sit(asks(7, 2, HAND));
		player.isTaken = false;
		press(1);
		press(4);
		picking.send();
		await then(asks(8, 1, HAND.slice(2)));
		expect([player.given, picking.isBusy]).toEqual([[5], false]);
	});

	it("waits while an answer is on its way, and takes no marks meanwhile", async () => {
		const { player, picking, press, then } = sit(asks(7, 2, HAND));
		press(1);
		press(4);
		picking.send();
		player.isSending = true;
		press(1);
		await then(asks(8, 1, HAND.slice(2)));
		expect(player.given).toEqual([5]);
		player.isSending = false;
		picking.goOn();
		expect(player.given).toEqual([5, 12]);
	});
});
