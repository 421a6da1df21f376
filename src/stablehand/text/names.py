"""The names of cards, as printed or from a layer, and the titles of decks.

A name is the printed one if the deck has it in the language, otherwise our translation. A layer of
`decks/names/<lang>.toml` replaces it: `plain` describes the card soberly, `softened` is fit for all ages. A
table can bring its own layer, a mapping from card ids to names. Cards that only packs have are named in
`decks/names/packs`, in the same form.
"""

from __future__ import annotations

import tomllib
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING, Any, Final, Protocol

from stablehand.core.registry import manifest

if TYPE_CHECKING:
    from collections.abc import Mapping

    from stablehand.text.language import Catalogue

PRINTED: Final = "printed"
LAYERS: Final = (PRINTED, "plain", "softened")


class Named(Protocol):
    """A card with names."""

    @property
    def id(self) -> str:
        """The id of the card in its deck."""
        ...

    @property
    def name(self) -> str:
        """The English name."""
        ...

    @property
    def names(self) -> Mapping[str, str]:
        """The printed names in other languages, by language code."""
        ...


class Titled(Protocol):
    """A deck with a title."""

    @property
    def id(self) -> str:
        """The id of the deck."""
        ...

    @property
    def title(self) -> str:
        """The title in the deck's file, in any language."""
        ...


class Names:
    """The names of one game's cards in one language and layer; an unknown layer changes no name.

    >>> from stablehand.games.unicorns.decks.catalog import catalog
    >>> rhinocorn = catalog("base_2e").cards[catalog("base_2e").first["rhinocorn"]]
    >>> Names("unicorns", "en").of(rhinocorn)
    'Rhinocorn'
    >>> Names("unicorns", "en", {"rhinocorn": "Bob"}).of(rhinocorn)
    'Bob'
    """

    def __init__(self, game: str, lang: str, layer: str | Mapping[str, str] = PRINTED) -> None:
        tables = translations(game, lang)
        self.lang = lang
        self.ours: Mapping[str, str] = tables.get("ours", {})
        self.factions: Mapping[str, str] = tables.get("factions", {})
        self.badges: Mapping[str, str] = tables.get("badges", {})
        """The letters of factions that are not told apart by the first ones of their names."""
        self.layer: Mapping[str, str] = tables.get(layer, {}) if isinstance(layer, str) else layer
        tags: Mapping[str, Mapping[str, str]] = tables.get("tags", {})
        self.tags: Mapping[str, str] = tags.get(layer, {}) if isinstance(layer, str) else {}
        """What all cards with a tag have in their names, where a layer says it with another word."""

    def of(self, card: Named) -> str:
        """Return a card's name; the English one if there is no other."""
        name = self.layer.get(card.id) or card.names.get(self.lang) or self.ours.get(card.id) or card.name
        return typeset(name)

    def is_ours(self, card: Named) -> bool:
        """Return whether the name is our own and not printed on the card."""
        return self.of(card) not in {typeset(card.name), typeset(card.names.get(self.lang, card.name))}


def title_of(deck: Titled, messages: Catalogue) -> str:
    """Return a deck's title: the message `deck.<id>`, or else the title in its file."""
    key = f"deck.{deck.id}"
    return messages.say(key) if key in messages else typeset(deck.title)


def typeset(name: str) -> str:
    """Return a name with typographic signs; deck files have those of a typewriter.

    >>> typeset("Dragon's Cave")
    'Dragon’s Cave'
    """
    return name.replace("'", "’").replace(" - ", " \N{EN DASH} ")


@cache
def translations(game: str, lang: str) -> dict[str, Any]:
    """Return the name tables of a game in a language, which are shared; none if there is no file."""
    package = manifest(game).package
    if not package:
        return {}
    folder = resources.files(package) / "decks" / "names"
    tables: dict[str, Any] = {}
    for file in (folder / f"{lang}.toml", folder / "packs" / f"{lang}.toml"):
        if file.is_file():
            for title, rows in tomllib.loads(file.read_text(encoding="utf-8")).items():
                tables[title] = {**tables.get(title, {}), **rows}
    return tables
