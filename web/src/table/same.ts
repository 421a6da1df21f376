// Keeps what is still the same. A frame is the whole table told anew, so every part of it is a new object, though
// hardly anything has changed: with what is equal taken from the frame before, the page looks only at what is new.

/** Return the new value, made of parts of the old one wherever they are equal. Both are JSON. */
export function same<T>(old: unknown, now: T): T {
	return kept(old, now) as T;
}

function kept(old: unknown, now: unknown): unknown {
	if (old === now || typeof now !== "object" || now === null || typeof old !== "object" || old === null)
		return now;
	if (Array.isArray(now)) {
		if (!Array.isArray(old)) return now;
		const parts = now.map((part, at) => kept(old[at], part));
		return parts.length === old.length && parts.every((part, at) => part === old[at]) ? old : parts;
	}
	if (Array.isArray(old)) return now;
	const before = old as Readonly<Record<string, unknown>>;
	const made: Record<string, unknown> = {};
	let isSame = Object.keys(before).length === Object.keys(now).length;
	for (const [name, part] of Object.entries(now)) {
		made[name] = kept(before[name], part);
		if (made[name] !== before[name] || !(name in before)) isSame = false;
	}
	return isSame ? old : made;
}
