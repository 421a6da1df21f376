import { afterEach, describe, expect, it } from "vitest";
import { prefs } from "../../lib/prefs.svelte";
import { age, confirmAdult, publicNames } from "./age.svelte";

afterEach(() => {
	age.isAdult = false;
	prefs.names = "";
	sessionStorage.clear();
});

describe("card names on public pages", () => {
	it("are softened or plain before the reader confirms to be an adult", () => {
		const heard = ["", "printed", "softened", "plain"].map((names) => {
			prefs.names = names;
			return publicNames();
		});
		expect(heard).toEqual(["softened", "softened", "softened", "plain"]);
	});

	it("are the reader's choice afterwards, as long as the tab is open", () => {
		confirmAdult();
		prefs.names = "printed";
		expect([publicNames(), sessionStorage.getItem("stablehand-18")]).toEqual(["printed", "yes"]);
	});
});
