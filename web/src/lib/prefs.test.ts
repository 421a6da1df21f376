import { beforeEach, describe, expect, it, vi } from "vitest";

const KEY = "stablehand";
/** The page as it is loaded, with what the browser has kept and in the languages that its reader reads. */
async function load(kept: unknown = null, spoken: string[] = ["de-AT", "pl-PL", "en"], query = "") {
	vi.resetModules();
	if (kept === null) localStorage.clear();
	else localStorage.setItem(KEY, typeof kept === "string" ? kept : JSON.stringify(kept));
	history.replaceState(null, "", `/${query}`);
	vi.spyOn(navigator, "languages", "get").mockReturnValue(spoken);
	return import("./prefs.svelte");
}

beforeEach(() => vi.restoreAllMocks());

describe("what a reader likes", () => {
	it("is at first what the browser says, without sounds", async () => {
		const { prefs } = await load();
		expect(prefs).toMatchObject({ language: "pl", theme: "auto", size: 100, sounds: false, names: "" });
		expect((await load(null, ["de"])).prefs.language).toBe("en");
	});

	it("is what was kept, and besides what is usual", async () => {
		const { prefs } = await load({ language: "ru", sounds: true });
		expect(prefs).toMatchObject({ language: "ru", sounds: true, theme: "auto" });
	});

	it("is the language of a link that names one", async () => {
		expect((await load({ language: "ru" }, ["en"], "?lang=it")).prefs.language).toBe("it");
		expect((await load({ language: "ru" }, ["en"], "?lang=xx")).prefs.language).toBe("xx");
		expect((await load({ language: "ru" }, ["en"], "?lang=klingon")).prefs.language).toBe("ru");
	});

	it("begins anew where what was kept cannot be read", async () => {
		expect((await load("{")).prefs.language).toBe("pl");
	});

	it("is kept, and the page follows", async () => {
		const { keep, prefs } = await load();
		Object.assign(prefs, { theme: "dark", size: 130, calm: true, names: "softened" });
		keep();
		const root = document.documentElement;
		expect([root.dataset["theme"], root.dataset["size"], root.classList.contains("calm")]).toEqual([
			"dark",
			"130",
			true,
		]);
		expect(JSON.parse(localStorage.getItem(KEY) ?? "")).toMatchObject({ theme: "dark", names: "softened" });
		prefs.theme = "auto";
		keep();
		expect(root.dataset["theme"]).toBeUndefined();
	});

	it("does no harm in a browser that keeps nothing", async () => {
		const { keep } = await load();
		vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
			throw new Error("full");
		});
		expect(keep).not.toThrow();
	});

	it("is calm by a setting here or on the device", async () => {
		const { isCalm, prefs } = await load();
		const device = vi.spyOn(globalThis, "matchMedia");
		device.mockReturnValue({ matches: false } as MediaQueryList);
		expect(isCalm()).toBe(false);
		device.mockReturnValue({ matches: true } as MediaQueryList);
		expect(isCalm()).toBe(true);
		device.mockReturnValue({ matches: false } as MediaQueryList);
		prefs.calm = true;
		expect(isCalm()).toBe(true);
	});
});
