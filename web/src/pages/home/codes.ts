// Codes as people type, paste and read them.

/** Read a code: alone, with spaces or dashes, or out of the whole link; null if there is none. */
export function codeIn(typed: string): string | null {
	const linked = /\/t\/([^/?#\s]+)/.exec(typed);
	const code = (linked?.[1] ?? typed).replace(/[^\p{L}\p{N}]/gu, "").toLowerCase();
	return /^[a-z0-9]{8}$/.test(code) ? code : null;
}

/** Write a code so that it can be read aloud. */
export const spaced = (code: string): string => code.toUpperCase().replace(/(.{4})(?=.)/g, "$1 ");
