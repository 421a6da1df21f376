"""Expansions as all games tell of them: packs of cards that are added to a deck."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable

AND: Final = "+"
"""Between the ids of a deck and of expansions where both are one name: "base_2e+nsfw_expansion"."""
PACKS: Final = "expansions"
"""The option that lists the expansions of a table."""


def joined(deck: str, packs: Iterable[str]) -> str:
    """Return a deck and expansions as one name."""
    return AND.join((deck, *packs))


def parted(name: str) -> tuple[str, list[str]]:
    """Return the deck and the expansions of a name; the deck may be one's own, whose text has any signs.

    >>> parted("base_2e+dragons"), parted('{"id":"a+b"}+dragons')
    (('base_2e', ['dragons']), ('{"id":"a+b"}', ['dragons']))
    """
    end = name.rfind("}") + 1
    deck, *packs = name[end:].split(AND)
    return name[:end] + deck, packs


@dataclass(frozen=True, slots=True)
class Bar:
    """Why an expansion cannot be added to a deck, or not beside another expansion."""

    deck: str
    """The deck; "" if it is about an expansion."""
    pack: str
    """The other expansion; "" if it is about a deck."""
    text: str
    """The reason, in a sentence."""


@dataclass(frozen=True, slots=True)
class Pack:
    """An expansion that can be played."""

    id: str
    title: str
    text: str
    """What it brings, in a sentence."""
    cards: int
    is_adult: bool
    decks: tuple[str, ...]
    """The decks that it can be added to."""
    bars: tuple[Bar, ...]
    """What it cannot be combined with."""
    cover: str
    """The card whose picture stands for it."""
