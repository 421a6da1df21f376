// What of the table a player sees without scrolling, found by asking the browser what is drawn at points of the screen.
// Returns what is not in sight, in words.
(options) => {
	const found = [];
	const name = (one) => `${one.className} “${(one.ariaLabel || one.textContent).trim().slice(0, 40)}”`;

	/** Whether what is drawn at a point belongs to an element. */
	const isDrawn = (one, x, y) => {
		if (x < 0 || y < 0 || x >= innerWidth || y >= innerHeight) return false;
		const hit = document.elementFromPoint(x, y);
		// A card that is only a picture lets presses through to its seat.
		const place = one.matches("span.card") ? one.closest(".seat") : one;
		return hit !== null && place.contains(hit);
	};
	/** Whether the middle and all four sides of an element are in sight; of cards that overlap, their left part. */
	const isSeen = (one) => {
		const { left, top, width, height } = one.getBoundingClientRect();
		const next = one.closest("li")?.nextElementSibling?.getBoundingClientRect();
		const part = next && next.top < top + height && next.left > left ? Math.min(width, next.left - left) : width;
		const [x, y] = [left + part / 2, top + height / 2];
		const points = [[x, y], [left + 3, y], [left + part - 3, y], [x, top + 3], [x, top + height - 3]];
		return points.every(([x, y]) => isDrawn(one, x, y));
	};
	const all = (what) => [...document.querySelectorAll(what)].filter((one) => one.checkVisibility());

	for (const one of all(".strip")) if (!isSeen(one)) found.push(`opponent not in sight: ${name(one)}`);
	for (const one of all(".strip .card")) if (!isSeen(one)) found.push(`card of an opponent not in sight: ${name(one)}`);
	for (const one of all(".seat.me, .seat.me .card, .hand .card"))
		if (!isSeen(one)) found.push(`own not in sight: ${name(one)}`);

	// Whatever glows is in sight, or the prompt shows it as well.
	const picker = all(".prompt .picker .card.can");
	for (const one of all(".area .card.can, .hand .card.can"))
		if (!isSeen(one) && !picker.some((other) => other.dataset.card === one.dataset.card))
			found.push(`glows out of sight: ${name(one)}`);

	// Every answer can be pressed: a button, a face, a card.
	const buttons = all(".prompt .options:not(.list) button");
	const cards = all(".card.can, .card.marked");
	for (const { label, meaning } of options) {
		const isThere =
			buttons.some((one) => one.textContent.trim() === label || one.ariaLabel === label) ||
			(meaning.card !== undefined && cards.some((one) => one.dataset.card === meaning.card));
		if (!isThere) found.push(`nothing to press for “${label}”`);
	}
	for (const one of buttons) if (!isSeen(one)) found.push(`button not in sight: ${name(one)}`);

	const says = document.querySelector(".prompt .tap");
	if (says && !all(".area .card.can, .hand .card.can").length) found.push(`says “${says.textContent}”, and nothing glows`);

	// No letters smaller than 12 pixels.
	const walker = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
	for (let text = walker.nextNode(); text; text = walker.nextNode()) {
		const one = text.parentElement;
		if (!text.textContent.trim() || one.closest("svg, .unseen") || !one.checkVisibility()) continue;
		if (Number.parseFloat(getComputedStyle(one).fontSize) < 12) found.push(`letters below 12 px: ${name(one)}`);
	}
	return found;
};
