import { afterEach, describe, expect, it, vi } from "vitest";
import { about, loadAbout } from "./about.svelte";
import { prefs } from "./prefs.svelte";

const respond = (body: object, status = 200) =>
	vi.stubGlobal("fetch", async () => new Response(JSON.stringify(body), { status }));

afterEach(() => {
	vi.unstubAllGlobals();
	prefs.language = "en";
});

describe("what the server allows", () => {
	it("has defaults while the server does not respond", async () => {
		respond({ reason: "failed", text: "" }, 500);
		await loadAbout();
		expect(about).toMatchObject({ is_family: false, has_public: false });
	});

	it("is loaded, and switches to a language that the server offers", async () => {
		prefs.language = "it";
		respond({ is_family: true, has_public: true, languages: ["pl", "en"] });
		await loadAbout();
		expect(about).toMatchObject({ is_family: true, has_public: true });
		expect(prefs.language).toBe("pl");
	});

	it("keeps a language that the server offers, and the pseudo-locale", async () => {
		respond({ is_family: false, has_public: false, languages: ["pl", "en"] });
		for (const language of ["en", "xx"] as const) {
			prefs.language = language;
			await loadAbout();
			expect(prefs.language).toBe(language);
		}
	});
});
