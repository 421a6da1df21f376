// Reuses the objects of the last frame. A frame is the whole table, so every part of it is a new object although most
// parts are unchanged. With equal parts taken from the last frame, the page updates only what has changed.

/** Return the new value with equal parts replaced by those of the old one. Both must be JSON. */
export function reuse<T>(old: unknown, now: T): T {
	return reuseParts(old, now) as T;
}

function reuseParts(old: unknown, now: unknown): unknown {
	if (old === now || typeof now !== "object" || now === null || typeof old !== "object" || old === null)
		return now;
	if (Array.isArray(now)) {
		if (!Array.isArray(old)) return now;
		const parts = now.map((part, at) => reuseParts(old[at], part));
		return parts.length === old.length && parts.every((part, at) => part === old[at]) ? old : parts;
	}
	if (Array.isArray(old)) return now;
	const before = old as Readonly<Record<string, unknown>>;
	const made: Record<string, unknown> = {};
	let isSame = Object.keys(before).length === Object.keys(now).length;
	for (const [name, part] of Object.entries(now)) {
		made[name] = reuseParts(before[name], part);
		if (made[name] !== before[name] || !(name in before)) isSame = false;
	}
	return isSame ? old : made;
}
