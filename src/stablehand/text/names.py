"""What cards are called: as printed, or in a layer of names on top; and what decks are.

A name is the printed one where the deck knows it in the language, else our translation. The layers of
`decks/names/<lang>.toml` replace it: `plain` says soberly what a card is, `softened` is fit for all ages;
a table may bring a layer of its own, a name an id.
"""

from __future__ import annotations

import tomllib
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING, Any, Final, Protocol

from stablehand.unicorns.catalog import DECKS, catalog

if TYPE_CHECKING:
    from collections.abc import Mapping

    from stablehand.text.language import Catalogue

PRINTED: Final = "printed"
LAYERS: Final = (PRINTED, "plain", "softened")


class Named(Protocol):
    """A card that has names."""

    @property
    def id(self) -> str:
        """Return its id."""
        ...

    @property
    def name(self) -> str:
        """Return its English name."""
        ...

    @property
    def names(self) -> Mapping[str, str]:
        """Return its printed names in other languages."""
        ...


class Titled(Protocol):
    """A deck."""

    @property
    def id(self) -> str:
        """Return its id."""
        ...

    @property
    def title(self) -> str:
        """Return the title its file gives it, in whichever language that is."""
        ...


class Names:
    """The names of one game's cards in one language and layer.

    >>> from stablehand.unicorns.catalog import catalog
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
        self.layer: Mapping[str, str] = tables.get(layer, {}) if isinstance(layer, str) else layer

    def of(self, card: Named) -> str:
        """Return a card's name."""
        name = self.layer.get(card.id) or card.names.get(self.lang) or self.ours.get(card.id) or card.name
        return typeset(name)

    def foreign(self, card: str) -> str:
        """Return the name of a unicorn card of whichever deck, by its id."""
        for deck in DECKS:
            if card in catalog(deck).first:
                return self.of(catalog(deck).cards[catalog(deck).first[card]])
        return card.replace("_", " ").title()

    def is_ours(self, card: Named) -> bool:
        """Whether the name is not the printed one."""
        return self.of(card) not in {typeset(card.name), typeset(card.names.get(self.lang, card.name))}


def title_of(deck: Titled, messages: Catalogue) -> str:
    """Return a deck's title; one of people's own, which no language knows, goes by what its file says."""
    key = f"deck.{deck.id}"
    return messages.say(key) if key in messages else typeset(deck.title)


def typeset(name: str) -> str:
    """Return a name as it is set; in the decks it stands as it is typed.

    >>> typeset("Dragon's Cave")
    'Dragon’s Cave'
    """
    return name.replace("'", "’").replace(" - ", " \N{EN DASH} ")


@cache
def translations(game: str, lang: str) -> dict[str, Any]:
    """Return the tables of names a game has in a language; none if it has no file."""
    file = resources.files(f"stablehand.{game}") / "decks" / "names" / f"{lang}.toml"
    return tomllib.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}
