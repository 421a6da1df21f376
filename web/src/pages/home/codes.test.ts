import { describe, expect, it } from "vitest";
import { formatCode, parseCode } from "./codes";

describe("a code", () => {
	it.each([
		["bcdf2345", "bcdf2345"],
		[" BCDF 2345 ", "bcdf2345"],
		["bcdf-2345", "bcdf2345"],
		["bcdf–2345", "bcdf2345"],
		["http://192.168.1.5:8400/t/bcdf2345", "bcdf2345"],
		["https://games.example/t/BCDF2345?lang=pl#seat", "bcdf2345"],
		["Come and play: http://host/t/bcdf2345", "bcdf2345"],
	])("is found in %j", (typed, code) => {
		expect(parseCode(typed)).toBe(code);
	});

	it.each([
		"",
		"bcdf",
		"bcdf23456",
		"единорог",
		"http://host/rules",
		"<script>",
	])("is not found in %j", (typed) => {
		expect(parseCode(typed)).toBeNull();
	});

	it("is formatted in two halves, and parsed again", () => {
		expect(formatCode("bcdf2345")).toBe("BCDF 2345");
		expect(parseCode(formatCode("bcdf2345"))).toBe("bcdf2345");
	});
});
