// Parses and formats table codes.

/** Parse a code that was typed alone, with spaces or dashes, or as a link; return null if there is none. */
export function parseCode(typed: string): string | null {
	const linked = /\/t\/([^/?#\s]+)/.exec(typed);
	const code = (linked?.[1] ?? typed).replace(/[^\p{L}\p{N}]/gu, "").toLowerCase();
	return /^[a-z0-9]{8}$/.test(code) ? code : null;
}

/** Format a code in groups of four, so that it is easy to read aloud. */
export const formatCode = (code: string): string => code.toUpperCase().replace(/(.{4})(?=.)/g, "$1 ");
