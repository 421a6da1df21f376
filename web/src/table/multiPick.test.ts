import { describe, expect, it } from "vitest";
import type { DecisionSeen, OptionSeen } from "../protocol";
import { MultiPick, type PickingSeat } from "./multiPick.svelte";

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
		answer: null,
		seconds: null,
		...more,
	};
}

/** A seat that records its answers. */
class Player implements PickingSeat {
	isSending = false;
	readonly given: number[] = [];
	isAccepted = true;

	constructor(public decision: DecisionSeen | null) {}

	answer(option: OptionSeen): Promise<boolean> {
		this.given.push(option.option);
		return Promise.resolve(this.isAccepted);
	}
}

function sit(decision: DecisionSeen) {
	const player = new Player(decision);
	const picking = new MultiPick(player);
	const press = (...places: number[]) => picking.press(places.map((at) => decision.group[at] as OptionSeen));
	const then = async (next: DecisionSeen | null) => {
		await Promise.resolve();
		player.decision = next;
		picking.sendNext();
	};
	return { player, picking, press, then };
}

describe("marking", () => {
	it("marks and unmarks cards, and no more than are asked for", () => {
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

	it("marks everything at first if all cards must be picked", () => {
		expect(sit(asks(7, 2, HAND.slice(0, 2))).picking.marks).toEqual([0, 1]);
	});

	it("has no marks if one card is asked for, and removes them with the decision", () => {
		expect(sit(asks(7, 1, HAND)).picking.row).toBeNull();
		const { picking, player, press } = sit(asks(7, 2, HAND));
		press(1);
		player.decision = asks(7, 2, HAND); // the same decision in another frame
		expect(picking.marks).toEqual([1]);
		player.decision = asks(9, 2, HAND);
		expect(picking.marks).toEqual([]);
	});

	it("needs only the least number of marks", () => {
		const { picking, press } = sit(asks(7, 3, HAND, { least: 1, most: 3 }));
		press(1);
		expect(picking.isEnough).toBe(true);
	});
});

describe("sending", () => {
	it("answers one decision after the other, in the order of the group", async () => {
		const { player, picking, press, then } = sit(asks(7, 2, HAND));
		press(4);
		press(1);
		picking.send();
		expect([player.given, picking.isBusy]).toEqual([[5], true]);
		picking.sendNext(); // the decision is still the same
		expect(player.given).toEqual([5]);
		await then(asks(8, 1, HAND.slice(2), { picked: ["yay"] }));
		expect([player.given, picking.isBusy]).toEqual([[5, 12], true]);
		await then(asks(9, 1, HAND));
		expect([player.given, picking.isBusy]).toEqual([[5, 12], false]);
	});

	it("picks the copy that is offered", async () => {
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
		["a decision of another kind opens", asks(8, 1, HAND, { kind: "yes_no" })],
		["another row begins", asks(8, 2, HAND)],
		["the card is no longer offered", asks(8, 1, HAND, { options: [card(9, "llamacorn")] })],
		["no decision is open", null],
	])("stops if %s", async (_, next) => {
		const { player, picking, press, then } = sit(asks(7, 2, HAND));
		press(1);
		press(4);
		picking.send();
		await then(next);
		expect([player.given, picking.isBusy]).toEqual([[5], false]);
	});

	it("stops if an answer is refused", async () => {
		const { player, picking, press, then } = sit(asks(7, 2, HAND));
		player.isAccepted = false;
		press(1);
		press(4);
		picking.send();
		await then(asks(8, 1, HAND.slice(2)));
		expect([player.given, picking.isBusy]).toEqual([[5], false]);
	});

	it("waits for the reply to an answer, and changes no marks meanwhile", async () => {
		const { player, picking, press, then } = sit(asks(7, 2, HAND));
		press(1);
		press(4);
		picking.send();
		player.isSending = true;
		press(1);
		await then(asks(8, 1, HAND.slice(2)));
		expect(player.given).toEqual([5]);
		player.isSending = false;
		picking.sendNext();
		expect(player.given).toEqual([5, 12]);
	});
});
