import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";
import { fonts } from "./fonts.ts";

/** The modules that every table loads. Modules that are rarely shown or belong to one game are left out. */
const TABLE =
	/src\/(App|main|lib\/(?!art\/(guess|Pack)|sounds|ui\/(Settings|SingleField|Checkbox|RadioGroup|Pack))|table\/(?!CardText|Confetti|HandOver|LeaveChoices|ReferenceText|ShortcutList|flow\/(OpenQuestion|\w*Notices?\.|TakeBackVote)|GenericBoard|Result|Curve|zones|Lobby|lobby\/(?!autoStart))|pages\/(TablePage|home\/(recent|codes|age\.svelte|guestName|openTable|lastTable)\.ts)|games\/\w+(\/(index|forfeits))?\.ts)/;

/** A short class for the styles of a component: it stands in the script once for each of its elements. */
const cssHash = ({ hash, css }: { hash: (text: string) => string; css: string }) => `s${hash(css).slice(-5)}`;

// The table server serves all files under a strict content security policy: no inline scripts or styles.
export default defineConfig(({ mode }) => ({
	plugins: [svelte({ compilerOptions: { cssHash } }), ...(mode === "test" ? [] : [fonts()])],
	// Tests use the browser build of Svelte, because its server build does not run effects.
	resolve: mode === "test" ? { conditions: ["browser"] } : {},
	test: { environment: "happy-dom", testTimeout: 30_000 },
	build: {
		outDir: "../src/stablehand/web/dist",
		emptyOutDir: true,
		assetsInlineLimit: 0,
		modulePreload: { polyfill: false },
		target: "es2022",
		rolldownOptions: {
			output: {
				// One chunk for everything that every table needs: small chunks compress badly.
				codeSplitting: { groups: [{ name: "table", test: TABLE }] },
			},
		},
	},
	server: { proxy: { "/api": { target: "http://127.0.0.1:8400", ws: true } } },
}));
