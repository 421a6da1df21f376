// What is wrong with the board of Fairy Tale as it is shown: cards out of sight, covered, or with something cut off.
() => {
	const found = [];
	const shown = (what) => [...document.querySelectorAll(what)].filter((one) => one.checkVisibility({ visibilityProperty: true }));
	const say = (one) => `${one.className || one.tagName} “${one.textContent.trim().replace(/\s+/g, " ").slice(0, 40)}”`;
	const meets = (one, other) =>
		one.left < other.right - 1 && other.left < one.right - 1 && one.top < other.bottom - 1 && other.top < one.bottom - 1;
	/** Whether nothing lies over its middle, near its upper and near its lower edge. */
	const isHit = (one) => {
		const { x, y, width, height } = one.getBoundingClientRect();
		return [4, height / 2, height - 4].every((down) => {
			const hit = document.elementFromPoint(x + width / 2, y + down);
			return hit !== null && (one.contains(hit) || (hit.closest(".seat") !== null && hit.closest(".seat") === one.closest(".seat")));
		});
	};

	// Every opponent, all of one's own cards and all cards to choose from are on the screen, and nothing lies over them.
	for (const one of shown(".strip, .tableau, .tableau .card, .packet .card, .chips > li")) {
		const box = one.getBoundingClientRect();
		const isIn = box.left >= -1 && box.right <= innerWidth + 1 && box.top >= -1 && box.bottom <= innerHeight + 1;
		if (!isIn) found.push(`${say(one)} is out of sight`);
		else if (!isHit(one)) found.push(`${say(one)} is covered`);
	}
	// On a card to choose: worth, number of copies, type and faction, and none of them over another.
	for (const card of shown(".packet:not(.small) .card")) {
		const parts = [".worth", ".count", ".kind", ".type", ".name"].map((what) => [what, card.querySelector(what)]);
		for (const [what, part] of parts) if (!part?.checkVisibility()) found.push(`${say(card)} has no ${what}`);
		const boxes = parts.filter(([, part]) => part).map(([what, part]) => [what, part.getBoundingClientRect()]);
		for (const [at, [what, box]] of boxes.entries())
			for (const [other, next] of boxes.slice(at + 1)) if (meets(box, next)) found.push(`${say(card)}: ${what} lies over ${other}`);
		if (!/\d+\/100/.test(card.querySelector(".count")?.textContent ?? "")) found.push(`${say(card)} does not say how many there are`);
	}
	// Names and points are not cut, and no letter is too small.
	for (const one of shown(".packet .name, .tableau .name, .tableau .points, .chips .name, .chips b, .stages li li, .worth, .count")) {
		if (one.clientWidth <= 1) continue; // for screen readers only
		if (one.closest(".card, li") && one.scrollHeight > one.clientHeight + 2 && getComputedStyle(one).overflow === "hidden")
			found.push(`${say(one)} is cut`);
		const card = one.closest(".card");
		if (card) {
			const [box, frame] = [one.getBoundingClientRect(), card.getBoundingClientRect()];
			if (box.top < frame.top - 1 || box.bottom > frame.bottom + 1 || box.left < frame.left - 1 || box.right > frame.right + 1)
				found.push(`${say(one)} leaves its card`);
		}
		if (Number.parseFloat(getComputedStyle(one).fontSize) < 12) found.push(`${say(one)} is too small`);
	}
	return found;
};
