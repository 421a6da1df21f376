/** 128 random bits from this device, which go into the shuffle: so nobody can know it beforehand. */
export function freshNonce(): string {
	const bytes = crypto.getRandomValues(new Uint8Array(16));
	return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
