// Returns layout problems of the page as it is shown: what does not fit, and what is too small to tap.
() => {
	const dialog = document.querySelector("dialog[open]");
	const width = document.documentElement.clientWidth;
	const found = [];

	const all = (what) =>
		[...(dialog ?? document).querySelectorAll(what)].filter(
			(one) => one.checkVisibility({ visibilityProperty: true }) && !one.closest(".unseen, .skip"),
		);
	const name = (one) => {
		const words = (one.textContent || one.ariaLabel || "").trim().slice(0, 40);
		return `${one.tagName.toLowerCase()}.${one.className} “${words}”`;
	};
	const scrolls = (one) => {
		for (let at = one.parentElement; at; at = at.parentElement)
			if (/auto|scroll/.test(getComputedStyle(at).overflowX) && at.scrollWidth > at.clientWidth) return true;
		return false;
	};

	const wide = document.scrollingElement.scrollWidth;
	if (wide > width) found.push(`the page is ${wide} px wide`);
	if (dialog && dialog.scrollWidth > dialog.clientWidth + 1) found.push("the dialog scrolls sideways");

	for (const one of all("button, a, input, select, summary, h1, h2, h3, p, label")) {
		const box = one.getBoundingClientRect();
		if (box.width && (box.right > width + 1 || box.left < -1) && !scrolls(one))
			found.push(`${name(one)} leaves the screen`);
		// A card shows as much of its text as there is room for; its dialog shows all of it.
		if (one.matches("button, .button") && !one.matches(".card") && one.scrollWidth > one.clientWidth + 1)
			found.push(`${name(one)} is clipped`);
	}

	for (const one of all("button, a[href], input, select, summary")) {
		if (one.matches("p a")) continue; // a link in a sentence is as high as its line
		// The label of a checkbox can be tapped too.
		const isTicked = one.matches("input[type=checkbox], input[type=radio]");
		const box = ((isTicked && one.closest("label")) || one).getBoundingClientRect();
		if (box.width < 43.5 || box.height < 43.5)
			found.push(`${name(one)} is ${box.width.toFixed()} × ${box.height.toFixed()} px`);
		// Of cards that overlap, enough must be left of each.
		const next = one.closest("li")?.nextElementSibling?.querySelector(".card")?.getBoundingClientRect();
		if (one.matches(".card") && next && next.top < box.bottom && next.left - box.left < 43.5)
			found.push(`${name(one)} is covered`);
		const named = one.ariaLabel || one.textContent.trim() || one.labels?.length || one.title;
		if (!named && !one.getAttribute("aria-labelledby")) found.push(`${name(one)} has no name`);
	}
	return found;
};
