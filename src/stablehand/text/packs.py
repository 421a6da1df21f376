"""Expansions as all games tell of them: packs of cards that are added to a deck."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

AND: Final = "+"
"""Between the ids of a deck and of expansions where both are one name: "base_2e+nsfw_expansion"."""
PACKS: Final = "expansions"
"""The option that lists the expansions of a table."""


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
