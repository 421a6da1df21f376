import { beforeEach, describe, expect, it, vi } from "vitest";

const KEY = "stablehand";
/** Load the module with these stored preferences, browser languages and query. */
async function load(stored: unknown = null, languages: string[] = ["de-AT", "pl-PL", "en"], query = "") {
	vi.resetModules();
	if (stored === null) localStorage.clear();
	else localStorage.setItem(KEY, typeof stored === "string" ? stored : JSON.stringify(stored));
	history.replaceState(null, "", `/${query}`);
	vi.spyOn(navigator, "languages", "get").mockReturnValue(languages);
	return import("./prefs.svelte");
}

beforeEach(() => vi.restoreAllMocks());

describe("the preferences", () => {
	it("start with the language of the browser, without sounds", async () => {
		const { prefs } = await load();
		expect(prefs).toMatchObject({ language: "pl", theme: "auto", size: 100, sounds: false, names: "" });
		expect((await load(null, ["de"])).prefs.language).toBe("en");
	});

	it("are the stored ones, with defaults for the rest", async () => {
		const { prefs } = await load({ language: "ru", sounds: true });
		expect(prefs).toMatchObject({ language: "ru", sounds: true, theme: "auto" });
	});

	it("take the language that a link names", async () => {
		expect((await load({ language: "ru" }, ["en"], "?lang=it")).prefs.language).toBe("it");
		expect((await load({ language: "ru" }, ["en"], "?lang=xx")).prefs.language).toBe("xx");
		expect((await load({ language: "ru" }, ["en"], "?lang=klingon")).prefs.language).toBe("ru");
	});

	it("are the defaults if the stored ones cannot be parsed", async () => {
		expect((await load("{")).prefs.language).toBe("pl");
	});

	it("are stored and applied to the page", async () => {
		const { savePrefs, prefs } = await load();
		Object.assign(prefs, { theme: "dark", size: 130, calm: true, names: "softened" });
		savePrefs();
		const root = document.documentElement;
		expect([root.dataset["theme"], root.dataset["size"], root.classList.contains("calm")]).toEqual([
			"dark",
			"130",
			true,
		]);
		expect(JSON.parse(localStorage.getItem(KEY) ?? "")).toMatchObject({ theme: "dark", names: "softened" });
		prefs.theme = "auto";
		savePrefs();
		expect(root.dataset["theme"]).toBeUndefined();
	});

	it("raise no error in a browser without storage", async () => {
		const { savePrefs } = await load();
		vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
			throw new Error("full");
		});
		expect(savePrefs).not.toThrow();
	});

	it("reduce motion by a setting here or on the device", async () => {
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
