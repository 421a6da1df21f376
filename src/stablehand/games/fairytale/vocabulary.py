"""The language of Fairy Tale's cards: what a card is worth, and what it does when it is revealed.

    worth  = Points(n)                     a fixed value                          FT-KIND-1, FT-KIND-3
           | PerCard(card, each)           each for every such card you have       FT-KIND-4
           | If(condition, n)              n if the condition holds, else nothing  FT-KIND-2
    condition = Most(faction) | Has(((card, n), …)) | Factions(((faction, n), …))
    effect = Hunt()                        FT-HUNT-1
           | Close(who, faction, count)    FT-CLOSE-1 (own), FT-CLOSE-2 (all)
           | Open(faction, count)          FT-OPEN-1

Words are plain data: a deck file holds the same as TOML; `play.score` and `play.flow` define what they do.
Everything here refers to cards and factions by their number in the deck, not by name: the loader has checked
that they exist.
"""

from __future__ import annotations

from collections.abc import Mapping  # noqa: TC003 - compiled, a dataclass needs its hints at run time
from dataclasses import dataclass
from typing import Final, Literal

Faction = int
CardNo = int
"""A definition's place in its deck. Copies of one card are the same number: nobody can tell them apart."""

ANY: Final = -1
"""Where an effect names no faction."""

Topic = int
"""What is being chosen or carried out: one of the numbers below. Events and views name it by `TOPICS`."""
NONE: Final = -1
"""The topic of a card without an effect."""
KEEP: Final = 0
PLAY: Final = 1
HUNT: Final = 2
CLOSE_ALL: Final = 3
CLOSE_OWN: Final = 4
OPEN: Final = 5
TOPICS: Final = ("keep", "play", "hunt", "close_all", "close_own", "open")


@dataclass(frozen=True, slots=True)
class Most:
    """No player has more face-up cards of the faction than you."""

    faction: Faction


@dataclass(frozen=True, slots=True)
class Has:
    """You have at least so many of each named card face up."""

    cards: tuple[tuple[CardNo, int], ...]


@dataclass(frozen=True, slots=True)
class Factions:
    """You have at least so many face-up cards of each named faction."""

    least: tuple[tuple[Faction, int], ...]


Condition = Most | Has | Factions


@dataclass(frozen=True, slots=True)
class Points:
    """A fixed value."""

    value: int


@dataclass(frozen=True, slots=True)
class PerCard:
    """`each` points for every face-up copy of a card its owner has."""

    card: CardNo
    each: int


@dataclass(frozen=True, slots=True)
class If:
    """A value that counts only while its condition holds."""

    condition: Condition
    value: int


Worth = Points | PerCard | If


@dataclass(frozen=True, slots=True)
class Hunt:
    """Close every other hunted card revealed at the same time, and cancel its effect."""


@dataclass(frozen=True, slots=True)
class Close:
    """Turn face-up cards face down: one's own, or everybody one of theirs."""

    who: Literal["own", "all"]
    faction: Faction
    count: int


@dataclass(frozen=True, slots=True)
class Open:
    """Turn face-down cards of one's own face up."""

    faction: Faction
    count: int


Effect = Hunt | Close | Open


@dataclass(frozen=True, slots=True)
class Card:
    """A definition: what one kind of card is, worth and does."""

    id: str
    name: str
    names: Mapping[str, str]
    """The printed names in other languages."""
    faction: Faction
    type: str
    kind: str
    copies: int
    expert: bool
    worth: Worth
    effect: Effect | None
    chameleon: bool
