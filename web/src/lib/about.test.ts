import { afterEach, describe, expect, it, vi } from "vitest";
import { about, inquire } from "./about.svelte";
import { prefs } from "./prefs.svelte";

const told = (what: object, status = 200) =>
	vi.stubGlobal("fetch", async () => new Response(JSON.stringify(what), { status }));

afterEach(() => {
	vi.unstubAllGlobals();
	prefs.language = "en";
});

describe("what the server allows", () => {
	it("is taken for what most allow until it says so", async () => {
		told({ reason: "failed", text: "" }, 500);
		await inquire();
		expect(about).toMatchObject({ is_family: false, has_public: false });
	});

	it("is what it says, in a language that it speaks", async () => {
		prefs.language = "it";
		told({ is_family: true, has_public: true, languages: ["pl", "en"] });
		await inquire();
		expect(about).toMatchObject({ is_family: true, has_public: true });
		expect(prefs.language).toBe("pl");
	});

	it("leaves a language alone that it speaks, and the disguise", async () => {
		told({ is_family: false, has_public: false, languages: ["pl", "en"] });
		for (const language of ["en", "xx"]) {
			prefs.language = language;
			await inquire();
			expect(prefs.language).toBe(language);
		}
	});
});
