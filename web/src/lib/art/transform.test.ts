// @vitest-environment node
import { expect, test } from "vitest";
import { draw } from "./shapes";
import { matrix, transformPath, transformShape } from "./transform";

test("transforms are combined as in an attribute", () => {
	const found = matrix("translate(10 5)rotate(90)scale(-2 2)");
	for (const [at, wanted] of [0, -2, -2, 0, 10, 5].entries()) expect(found[at]).toBeCloseTo(wanted);
	expect(matrix("")).toEqual([1, 0, 0, 1, 0, 0]);
});

test.each([
	["M1 2L3 4", "M12 9L16 13"],
	["M1 2H3V4z", "M12 9L16 9L16 13Z"],
	["m1 2l2 2", "M12 9L16 13"],
	["M1 2 3 4", "M12 9L16 13"],
	["M1 2c1 0 1 1 2 2", "M12 9C14 9 14 11 16 13"],
	["M1 2v.5", "M12 9L12 10"],
	["M0 0a1 1 0 1 0 2 0Zm1 1h1", "M10 5A2 2 0 1 0 14 5ZM12 7L14 7"],
	["M1 2q1-1 2 0t2 0", "M12 9Q14 7 16 9T20 9"],
])("%s is translated and scaled", (before, after) => {
	expect(transformPath(before, matrix("translate(10 5)scale(2)"))).toBe(after);
});

test("a rotated or mirrored path keeps its form", () => {
	expect(transformPath("M1 0H3", matrix("rotate(90)"))).toBe("M0 1L0 3");
	expect(transformPath("M1 0A2 1 10 0 1 3 0", matrix("scale(-1 1)"))).toMatch(
		/^M-1 0A2 1 (-10|170) 0 0 -3 0$/,
	);
});

test("a mirrored copy is at its mirrored place, and line widths are scaled", () => {
	const [one, twin] = draw("!R=M1 0L3 4", [], 2).map((shape) =>
		transformShape(shape, "translate(50 40)scale(2 2)"),
	);
	expect([one?.d, twin?.d]).toEqual(["M52 40L56 48", "M48 40L44 48"]);
	expect([one?.mirrored, twin?.mirrored, one?.width]).toEqual([false, false, 1.36]);
});
