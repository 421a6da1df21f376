"""Estimate what an effect is worth from its words, in Unicorns of the player's own stable.

Every word adds or takes something: a Unicorn brought is worth one, a card drawn a third of it, a Unicorn
destroyed less than one stolen, since all seats but its owner profit from the loss. It is a first guess for
quick answers; a search tries the effect instead. No card is known by name.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from stablehand.games.unicorns.vocabulary import (
    ANY_UNICORN,
    Act,
    All,
    Become,
    Both,
    Draw,
    EndTurn,
    ExtraTurn,
    Foresee,
    If,
    Make,
    May,
    Mute,
    OneOf,
    Pull,
    Recycle,
    Rob,
    Search,
    SkipTurn,
    Some,
    Then,
    This,
    TradeHands,
    With,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

    from stablehand.games.unicorns.decks.catalog import Definition
    from stablehand.games.unicorns.vocabulary import What, Word


class Gain(NamedTuple):
    """The value of an effect for its player."""

    own: float
    harm: float = 0.0
    """The value to add when another seat is about to win and must be stopped."""


NOTHING = Gain(0.0)
HARM = 0.5
"""The value of another seat's loss of a Unicorn."""
CARD = 0.3
"""The value of a card in hand."""
SIMPLE: dict[type[Word], Gain] = {
    ExtraTurn: Gain(1.5),
    EndTurn: Gain(-1.0),
    SkipTurn: Gain(-1.0),
    TradeHands: Gain(-0.7),
    Search: Gain(0.1),
    Foresee: Gain(0.2),
    Pull: Gain(CARD),
    Rob: Gain(CARD),
}


def gain(do: Word) -> Gain:
    """Estimate the value of an effect.

    >>> from stablehand.games.unicorns.vocabulary import UNICORN, a, destroy, sacrifice, steal
    >>> gain(May(steal(a(UNICORN)))).own > gain(destroy(a(UNICORN))).own > 0 > gain(sacrifice(a(UNICORN))).own
    True
    """
    match do:
        case May(inner):
            return max(gain(inner), NOTHING)
        case Then(first, second):
            return _sum((gain(first), gain(second)))
        case Both(parts):
            return _sum(map(gain, parts))
        case OneOf(modes):
            return max(map(gain, modes))
        case If(_, inner) | With(_, inner):
            return gain(inner)
        case Make(who, inner):
            own, _ = gain(inner)
            return Gain(own / 3, -own) if who == "everybody" else Gain(-own / 2, -own)
        case Act(verb, what):
            return _act(verb, what)
        case Recycle(_, hand):
            return Gain(-5 * CARD if hand else 0.0)
        case Draw(n):
            return Gain(CARD * (n if isinstance(n, int) else 1))
        case _:
            return SIMPLE.get(type(do), NOTHING)


def _sum(gains: Iterable[Gain]) -> Gain:
    owns, harms = zip(*gains, strict=True)
    return Gain(sum(owns), sum(harms))


def _act(verb: str, what: What) -> Gain:
    """Estimate the value of a verb by the cards it affects."""
    if isinstance(what, This):
        return Gain(-1.0) if verb in {"sacrifice", "return"} else NOTHING
    if not isinstance(what, Some | All):
        return NOTHING
    is_unicorn = bool(what.of.kinds & ANY_UNICORN)
    number = what.n if isinstance(what, Some) and isinstance(what.n, int) else 1
    match verb:
        case "steal":
            return Gain(3.0, 1.0) if is_unicorn else Gain(0.4)
        case "bring":
            return Gain(0.6 if what.of.place == "hand" else 1.6)
        case "move":
            return Gain(-3.0 if is_unicorn else 0.0)
        case "destroy" | "remove" | "return":
            return Gain(HARM * number, 1.0) if is_unicorn else Gain(0.3)
        case "sacrifice":
            return Gain(-1.5 if what.of.kinds == ANY_UNICORN else -0.8) if is_unicorn else Gain(0.3)
        case "discard":
            return Gain(-CARD * number)
        case "take":
            return Gain(0.2)
        case _:
            return NOTHING


@cache
def gains(deck: str) -> tuple[list[Gain], dict[str, Gain]]:
    """Return the value of each card of a deck when it is played, and of each effect by its path.

    The result is cached and shared: do not change it.
    """
    from stablehand.games.unicorns.decks.catalog import catalog  # noqa: PLC0415 - the catalog imports every card

    found = catalog(deck)
    offers = {effect.path: gain(_offered(effect.do)) for effect in found.effects}
    for card in found.definitions:  # an effect that replaces a loss is always good
        offers |= {effect.path: Gain(1.0) for _, effect in card.instead}
    return [_played(card) for card in found.cards], offers


def _offered(do: Word) -> Word:
    return do.do if isinstance(do, May) else do


def _played(card: Definition) -> Gain:
    if card.type == "upgrade":
        return Gain(0.4 if card.moments else 0.15)
    if card.type == "downgrade":
        is_crippling = any(isinstance(trait, Become | Mute) for trait in card.traits)
        return Gain(0.6, 0.6) if is_crippling else Gain(0.15)
    if card.cast:
        own, harm = gain(card.cast.do)
        return Gain(own - CARD, harm)
    own, harm = _sum([NOTHING, *(gain(effect.do) for effect in card.moments.get("enters", ()))])
    return Gain(own + card.is_unicorn * card.worth, harm)
