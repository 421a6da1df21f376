"""What Unicorns and the cards of a deck are worth to a bot: in a stable, in a hand, when they are played.

A card is rated by its data: what triggers it, what it prevents, what it forbids. No card is known by name.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from stablehand.games.unicorns.bot.gains import gain, gains, standing
from stablehand.games.unicorns.vocabulary import Immune

if TYPE_CHECKING:
    from collections.abc import Iterable

    from stablehand.games.unicorns.decks.catalog import Catalog
    from stablehand.games.unicorns.decks.definition import Definition

# What each term adds to the logarithm of the chances. Fitted to the winners of 1,400 games between greedy
# bots (two decks, one position per turn), then rounded; where those bots misused a card, set by hand.
EVERY_TURN: Final = 0.1
GUARD: Final = 0.05
UPGRADE: Final = 0.1
BUSY_UPGRADE: Final = 0.2
"""An Upgrade that does something every turn."""
DOWNGRADE: Final = -0.33
"""One that does no more harm than most."""
DRAWBACK: Final = -0.05
"""An effect of a Unicorn that costs its own player something."""
UNICORN: Final = 0.2
CLOSE: Final = 2.0
"""For all the Unicorns that victory takes; it grows with the cube of the share that a stable has."""
IN_HAND: Final = 0.03
ANSWER_IN_HAND: Final = 0.2
UNICORN_IN_HAND: Final = 0.08


ZERO: Final = 128
"""The byte of a weight of nothing in a table of hundredths."""
WELCOME: Final = frozenset({"magical", "basic", "baby", "upgrade"})
"""The types of card that a player wants in their own stable."""


class Weights:
    """The weights of the cards of a deck, by number. They are shared and must not be changed.

    What a search asks for all the time is a byte a card, in hundredths above `ZERO`: compiled, reading one
    takes a third of the time that a float in a list takes.
    """

    def __init__(self, catalog: Catalog) -> None:
        played, offers = gains(catalog)
        self.catalog = catalog
        self.in_stable: bytes = _hundredths(map(_in_stable, catalog.cards))
        """In a stable, without the Unicorns that a card counts as."""
        self.in_hand: bytes = _hundredths(map(_in_hand, catalog.cards))
        self.is_welcome: bytes = bytes(card.type in WELCOME for card in catalog.cards)
        self.own: list[float] = [gain.own for gain in played]
        """What the player of a card gains by playing it."""
        self.harm: list[float] = [gain.harm for gain in played]
        """The value to add when another seat is about to win and must be stopped."""
        self.offered: dict[str, float] = {path: gain.own for path, gain in offers.items()}
        """What taking an effect that is offered gains, by its path."""
        self.offered_harm: dict[str, float] = {path: gain.harm for path, gain in offers.items()}
        self._counted: dict[int, list[float]] = {}
        self._goal = -1
        self._latest: list[float] = []

    def counted(self, goal: int) -> list[float]:
        """Return what so many Unicorns add where the goal is so many, from none to all of the deck."""
        if goal != self._goal:  # a search asks for the same again and again
            found = self._counted.get(goal)
            if found is None:
                found = [_counting(n, goal) for n in range(sum(self.catalog.worths) + 1)]
                self._counted[goal] = found
            self._goal, self._latest = goal, found
        return self._latest


class _Latest:
    """The weights that were asked for last: a search asks for the same again and again."""

    __slots__ = ("weights",)

    def __init__(self) -> None:
        self.weights: Weights | None = None


_LATEST: Final = _Latest()
MOST_CACHED: Final = 256
"""Decks whose weights are kept: with decks of one's own there is no end of them."""
_FOUND: Final[dict[int, Weights]] = {}
"""By the identity of the deck."""


def weights_of(catalog: Catalog) -> Weights:
    """Return the weights of a deck."""
    latest = _LATEST.weights
    if latest is not None and latest.catalog is catalog:
        return latest
    found = _FOUND.get(id(catalog))
    if found is None:
        if len(_FOUND) >= MOST_CACHED:
            _FOUND.clear()
        found = _FOUND[id(catalog)] = Weights(catalog)
    _LATEST.weights = found
    return found


def _hundredths(weights: Iterable[float]) -> bytes:
    return bytes(ZERO + round(100 * weight) for weight in weights)


def _counting(unicorns: int, goal: int) -> float:
    return UNICORN * unicorns + CLOSE * (unicorns / goal) ** 3


def _in_stable(card: Definition) -> float:
    if card.type == "upgrade":
        return (BUSY_UPGRADE if card.moments or card.each else UPGRADE) + standing(card.traits)
    if card.type == "downgrade":
        return min(DOWNGRADE, standing(card.traits))
    is_watching = any(gain(effect.do).own > 0 for _, effect in card.each)
    weight = EVERY_TURN * (is_watching or bool(card.moments.keys() & {"turn_begins", "turn_ends"}))
    weight += GUARD * bool(card.instead or any(isinstance(trait, Immune) for trait in card.traits))
    costs = [effect for effect in (*card.dying, *card.destroyed, *card.leaving) if gain(effect.do).own < 0]
    costs += [effect for _, effect in card.each if gain(effect.do).own < 0]
    return weight + DRAWBACK * len(costs) + standing(card.traits)


def _in_hand(card: Definition) -> float:
    if card.type == "instant":
        return ANSWER_IN_HAND
    return UNICORN_IN_HAND * card.worth if card.is_unicorn else IN_HAND
