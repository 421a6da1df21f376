"""The page brings its own letters, so that it looks the same on every device."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

from stablehand.core.registry import manifests
from stablehand.text import voices
from stablehand.text.language import LANGUAGES, language

if TYPE_CHECKING:
    from playwright.sync_api import Page

MOST_BYTES: Final = 120_000
FONTS: Final = {"text": "Nunito Sans", "display": "Alegreya"}
SAMPLES: Final = {
    "en": "Which card’s effect is next? 3\u20134 \u00d7 “Neigh”",
    "it": "È già così: perché l’unicorno può",
    "es": "¿Qué añadirás mañana? ¡Según el güiño!",
    "pl": "Zażółć gęślą jaźń ŹRÓDŁO ŁĄKI",
    "ru": "Съешь ещё этих «мягких» французских булок № 5",
}
WRITE: Final = """async ([name, text]) => {
    const line = document.createElement("p");
    line.id = "specimen";
    line.style.font = `700 16px var(--${name})`;
    line.textContent = text;
    document.querySelector("#specimen")?.remove();
    document.querySelector("main").prepend(line);
    await document.fonts.load(getComputedStyle(line).font, text);
    await new Promise(requestAnimationFrame);
    line.getBoundingClientRect();
}"""


def letters_of(code: str) -> str:
    """Return the sample of a language, and every letter of the page's words and of the card names."""
    said = "".join(language(code).catalogue("web").templates.values())
    cards = [row for game in manifests() if game.deck for row in voices.cards(game.name, game.deck, code)]
    names = "".join(str(row["name"]) for row in cards)
    return SAMPLES.get(code, "") + "".join(sorted(filter(str.isalpha, {*said, *names})))


def test_all_letters_of_every_language_are_in_fonts_the_page_brought(page: Page) -> None:
    page.goto("/")
    page.locator("main").first.wait_for()
    session = page.context.new_cdp_session(page)
    session.send("DOM.enable")
    session.send("CSS.enable")
    for name, family in FONTS.items():
        for code in LANGUAGES:
            page.evaluate(WRITE, [name, letters_of(code)])
            root = session.send("DOM.getDocument")["root"]["nodeId"]
            node = session.send("DOM.querySelector", {"nodeId": root, "selector": "#specimen"})["nodeId"]
            used = session.send("CSS.getPlatformFontsForNode", {"nodeId": node})["fonts"]
            found = {(font["familyName"].startswith(family), font["isCustomFont"]) for font in used}
            assert found == {(True, True)}, f"{family}, {code}: {used}"


def test_the_fonts_of_a_language_are_small_and_come_with_their_licences(page: Page, built: str) -> None:
    parts = ("latin-ext", "cyrillic", "latin")
    sizes = dict.fromkeys(parts, 0)
    for path in Path(built, "assets").glob("*.woff2"):
        sizes[next(part for part in parts if f"-{part}-" in path.name)] += path.stat().st_size
    assert all(sizes.values())
    assert sizes["latin"] + max(sizes["latin-ext"], sizes["cyrillic"]) <= MOST_BYTES, sizes
    for licence in ("nunito-sans-OFL.txt", "alegreya-OFL.txt"):
        assert "SIL Open Font License" in page.request.get(f"/assets/{licence}").text()
