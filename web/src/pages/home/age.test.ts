import { afterEach, describe, expect, it } from "vitest";
import { prefs } from "../../lib/prefs.svelte";
import { age, growUp, openNames } from "./age.svelte";

afterEach(() => {
	age.isGrown = false;
	prefs.names = "";
	sessionStorage.clear();
});

describe("whoever has not said to be an adult", () => {
	it("reads soft names in what is open to everybody, or plain ones", () => {
		const heard = ["", "printed", "softened", "plain"].map((names) => {
			prefs.names = names;
			return openNames();
		});
		expect(heard).toEqual(["softened", "softened", "softened", "plain"]);
	});

	it("reads what they like once they have said it, as long as the tab is open", () => {
		growUp();
		prefs.names = "printed";
		expect([openNames(), sessionStorage.getItem("stablehand-18")]).toEqual(["printed", "yes"]);
	});
});
