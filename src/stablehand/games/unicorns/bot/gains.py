"""Estimate what an effect is worth from its words, in Unicorns of the player's own stable.

Every word adds or takes something: a Unicorn brought is worth one, a card drawn a third of it, a Unicorn
destroyed less than one stolen, since all seats but its owner profit from the loss. It is a first guess for
quick answers; a search tries the effect instead. No card is known by name.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from stablehand.games.unicorns.vocabulary import (
    ANY_UNICORN,
    KINDS,
    Act,
    All,
    Bar,
    Become,
    Both,
    Cannot,
    CannotWin,
    Draw,
    EndTurn,
    ExtraTurn,
    If,
    Look,
    Make,
    May,
    Mute,
    OneOf,
    OpenHand,
    Pick,
    PlayIt,
    Pull,
    Recycle,
    Reveal,
    Rob,
    Search,
    Skips,
    SkipTurn,
    Some,
    Then,
    This,
    TradeHands,
    UpTo,
    With,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

    from stablehand.games.unicorns.decks.catalog import Catalog
    from stablehand.games.unicorns.decks.definition import Definition
    from stablehand.games.unicorns.vocabulary import Trait, What, Word


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
FEW = 2
"""How often an exchange is made that can be made any number of times."""
CRIPPLED = -0.6
"""The value of a trait that takes away what Unicorns are or do, or the victory."""
HAMPERED = 0.4
"""The loss from which on a Downgrade counts as more than a nuisance."""
SIMPLE: dict[type[Word], Gain] = {
    ExtraTurn: Gain(1.5),
    EndTurn: Gain(-1.0),
    SkipTurn: Gain(-1.0),
    TradeHands: Gain(-0.7),
    Search: Gain(0.1),
    PlayIt: Gain(0.8),
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
            found = _sum((gain(first), gain(second)))
            return Gain(max(found.own, 0.0) * FEW, found.harm) if _is_free(first) else found
        case Both(parts):
            return _sum(map(gain, parts))
        case OneOf(modes):
            return max(map(gain, modes))
        case If(_, inner) | With(_, inner):
            return gain(inner)
        case Make(who, inner):
            own, _ = gain(inner)
            return Gain(own / 3, -own) if who == "everybody" else Gain(-own / 2, -own)
        case Act("give", _, "boss"):
            return Gain(-2 * CARD)
        case Act(verb, what):
            return _act(verb, what)
        case Recycle(_, hand):
            return Gain(-5 * CARD if hand else 0.0)
        case _:
            return _from_deck(do)


def _is_free(first: Word) -> bool:
    """Whether the number is the player's choice, and so none where that is better (RUL-68)."""
    if isinstance(first, Act):
        return isinstance(first.what, Some) and isinstance(first.what.n, UpTo)
    return isinstance(first, Pick) and isinstance(first.n, UpTo)


def standing(traits: Iterable[Trait]) -> float:
    """Estimate what continuous effects are worth to the player in whose stable their card is, in Unicorns.

    What is like for all, such as a hand limit for everybody, is worth nothing.

    >>> standing([CannotWin()]) < standing([Cannot("steal")]) < 0 == standing([])
    True
    """
    return sum(map(_standing, traits))


def _standing(trait: Trait) -> float:
    match trait:
        case Become() | CannotWin(None):
            return CRIPPLED
        case Mute(_, of):
            return CRIPPLED if of.kinds & ANY_UNICORN else 0.25
        case CannotWin():  # the condition can be avoided
            return -0.45
        case Cannot():
            return -0.15
        case Skips():
            return -0.25
        case Bar(of, "yours"):
            kept_out = of.kinds & ANY_UNICORN
            return 0.2 if not kept_out else -0.5 if kept_out & KINDS["magical"] else -0.2
        case OpenHand():
            return -0.05
        case _:
            return 0.0


def _from_deck(do: Word) -> Gain:
    """Estimate the value of a word that takes cards from the deck, or else of its kind."""
    match do:
        case Search(of, n, "stable"):
            return Gain(1.5 * n if of.kinds & ANY_UNICORN else 0.4)
        case Search(to="any_stable"):
            return Gain(0.4, 0.6)
        case Look(_, take, rest):
            given = -CARD if rest == "give" else 0.0
            return Gain(0.2 + CARD * (take - 1) + given if take else 0.05 + given)
        case Reveal(_, True):
            return Gain(CARD + 0.1)
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
        return Gain(-1.0) if verb in {"sacrifice", "return"} else Gain(CARD if verb == "take" else 0.0)
    if not isinstance(what, Some | All):
        return Gain(CARD) if verb == "take" else NOTHING
    is_unicorn = bool(what.of.kinds & ANY_UNICORN)
    number = what.n if isinstance(what, Some) and isinstance(what.n, int) else 1
    match verb:
        case "steal":
            return Gain(3.0, 1.0) if is_unicorn else Gain(0.4)
        case "bring":
            return Gain(0.6 if what.of.place == "hand" else 1.6)
        case "move":
            return Gain(-3.0 if is_unicorn else 0.0)
        case "destroy" | "steal" if is_unicorn and what.of.place == "boss":  # not of any of several: of one
            return Gain(3 * HARM)
        case "destroy" | "remove" | "return" | "banish":
            return Gain(HARM * number, 1.0) if is_unicorn else Gain(0.3)
        case "sacrifice":
            return Gain(-1.5 if what.of.kinds == ANY_UNICORN else -0.8) if is_unicorn else Gain(0.3)
        case "bury" if is_unicorn and what.of.place == "yours":
            return Gain(-1.5)
        case "discard" | "bury":
            return Gain(-CARD * number)
        case "take":
            return Gain(0.2)
        case _:
            return NOTHING


def gains(deck: Catalog) -> tuple[list[Gain], dict[str, Gain]]:
    """Return the value of each card of a deck when it is played, and of each effect by its path."""
    offers = {effect.path: gain(_offered(effect.do)) for effect in deck.effects}
    for card in deck.definitions:  # an effect that replaces a loss is always good
        offers |= {effect.path: Gain(1.0) for _, effect in card.instead}
    return [_played(card) for card in deck.cards], offers


def _offered(do: Word) -> Word:
    return do.do if isinstance(do, May) else do


def _played(card: Definition) -> Gain:
    if card.type == "upgrade":
        return Gain((0.4 if card.moments or card.each else 0.15) + standing(card.traits))
    if card.type == "downgrade":
        loss = -standing(card.traits)
        return Gain(loss, loss) if loss >= HAMPERED else Gain(max(0.15, loss))
    if card.cast:
        own, harm = gain(card.cast.do)
        return Gain(own - CARD, harm)
    own, harm = _sum([NOTHING, *(gain(effect.do) for effect in card.moments.get("enters", ()))])
    return Gain(own + card.is_unicorn * card.worth + standing(card.traits), harm)
