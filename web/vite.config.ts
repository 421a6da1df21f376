import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

// Everything is served by the table server itself, under a strict policy: no inline scripts or styles.
export default defineConfig(({ mode }) => ({
	plugins: [svelte()],
	// Tests are run as if in a browser, so that effects are.
	resolve: mode === "test" ? { conditions: ["browser"] } : {},
	test: { environment: "happy-dom", testTimeout: 30_000 },
	build: {
		outDir: "../src/stablehand/web/dist",
		emptyOutDir: true,
		assetsInlineLimit: 0,
		modulePreload: { polyfill: false },
		target: "es2022",
	},
	server: { proxy: { "/api": { target: "http://127.0.0.1:8400", ws: true } } },
}));
