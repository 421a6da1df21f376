/** Return 128 random bits from this device as hex. They go into the shuffle, so the server cannot choose it alone. */
export function freshNonce(): string {
	const bytes = crypto.getRandomValues(new Uint8Array(16));
	return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
