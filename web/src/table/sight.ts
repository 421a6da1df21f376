// What is on the screen: whether all of something can be seen without scrolling.

/** Return whether an element is wholly within the window and within everything that clips it. */
function isShown(element: Element): boolean {
	const box = element.getBoundingClientRect();
	const isIn = ({ left, top, right, bottom }: { left: number; top: number; right: number; bottom: number }) =>
		box.left >= left - 1 && box.top >= top - 1 && box.right <= right + 1 && box.bottom <= bottom + 1;
	if (!isIn({ left: 0, top: 0, right: innerWidth, bottom: innerHeight })) return false;
	for (let at = element.parentElement; at && at !== document.body; at = at.parentElement)
		if (getComputedStyle(at).overflow !== "visible" && !isIn(at.getBoundingClientRect())) return false;
	return true;
}

/** Return whether a card can be pressed and is wholly in sight. */
export const isInSight = (element: Element): boolean => element.matches("button") && isShown(element);

/** Return the name of a card's place on the table, the same for a spot and for the card that is drawn there. */
export const spotKey = (place: string, card = "", option: number | string = ""): string =>
	`${place} ${card} ${option}`;

/**
 * Scroll what may be chosen into sight, and return the keys of the cards that cannot be pressed on the screen.
 *
 * If scrolling does not bring all of them into sight, or takes another player out of it, the table stays where it is.
 */
export function outOfSight(root: ParentNode = document): readonly string[] {
	const cards = [...root.querySelectorAll<HTMLElement>(".area .card.can, .hand .card.can")];
	const hidden = cards.filter((card) => !isInSight(card));
	if (hidden.length === 0) return [];
	const area = root.querySelector(".area");
	const before = area?.scrollTop ?? 0;
	const players = [...root.querySelectorAll(".strip")].filter(isShown);
	hidden.find((card) => card.matches("button"))?.scrollIntoView({ block: "nearest", inline: "nearest" });
	if (cards.every(isInSight) && players.every(isShown)) return [];
	if (area) area.scrollTop = before;
	return hidden.map(({ dataset: { place, card, option } }) => spotKey(place ?? "", card, option));
}
