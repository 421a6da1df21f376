// Reads the zones of a view whose game has no folder here, if they have the usual shape: names with a size and cards,
// once for the table and once for each seat. Anything else is left out.

export interface Zone {
	readonly id: string;
	readonly size: number;
	/** The ids of the cards that the seat knows. */
	readonly cards: readonly string[];
}

export interface Zones {
	readonly table: readonly Zone[];
	readonly seats: readonly (readonly Zone[])[];
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
	typeof value === "object" && value !== null && !Array.isArray(value);

/** Read the zones of a view. */
export function readZones(view: object): Zones {
	const zones = "zones" in view && isObject(view.zones) ? view.zones : {};
	const { seats, ...table } = zones;
	return {
		table: namedZones(table),
		seats: Array.isArray(seats) ? seats.map((one) => (isObject(one) ? namedZones(one) : [])) : [],
	};
}

const namedZones = (zones: Readonly<Record<string, unknown>>): readonly Zone[] =>
	Object.entries(zones).flatMap(([id, zone]) => readZone(id, zone) ?? []);

function readZone(id: string, zone: unknown): Zone | null {
	const listed = Array.isArray(zone) ? zone : isObject(zone) ? (zone["cards"] ?? zone["top"] ?? []) : null;
	if (!Array.isArray(listed)) return null;
	const cards = listed.flatMap((one) => cardId(one) ?? []);
	const size = isObject(zone) ? zone["size"] : undefined;
	if (typeof size !== "number" && cards.length < listed.length) return null;
	return { id, size: typeof size === "number" ? size : cards.length, cards };
}

const cardId = (card: unknown): string | null => {
	const id = isObject(card) ? card["card"] : card;
	return typeof id === "string" ? id : null;
};
