"""The players at whom a card is aimed before anybody answers (UU-PLAY-4, `targets = players`).

An aim is a choice of the card's own player that concerns somebody's stable or hand: whom an effect is done
to, whose stable a card is chosen from, to whom a card goes. What was declared is one set of seats an aim, a
bit a seat, in the order of `aims_of`; all bits mean that nothing was declared.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Final, NamedTuple

from stablehand.games.unicorns.state.records import NOBODY
from stablehand.games.unicorns.vocabulary import (
    ANOTHER,
    ANYONE,
    Act,
    Both,
    If,
    Make,
    May,
    OneOf,
    Same,
    Search,
    Some,
    Then,
    UpTo,
    With,
    Word,
)

if TYPE_CHECKING:
    from stablehand.games.unicorns.state.records import Env
    from stablehand.games.unicorns.state.state import State

WHOM: Final = "whom"
FROM: Final = "from"
TO: Final = "to"
ELSEWHERE: Final = ("sacrifice", "discard", "give", "take", "bring")
"""Verbs that by themselves choose no card of another player's stable."""


class Aim(NamedTuple):
    """A choice of players in a word: whom it is done to, whose stable a card is from, to whom it goes."""

    role: str
    word: Word


@cache
def aims_of(word: Word) -> tuple[Aim, ...]:
    """Return the aims of an effect in printed order.

    There are none in what other players choose, in what is done with each player, nor in what depends on a
    card that is revealed later.
    """
    if isinstance(word, May | If):
        return aims_of(word.do)
    if isinstance(word, Then):
        return (*aims_of(word.first), *aims_of(word.second))
    if isinstance(word, Both | OneOf):
        parts = word.parts if isinstance(word, Both) else word.modes
        return tuple(aim for part in parts for aim in aims_of(part))
    if isinstance(word, Make | With) and word.who in {ANYONE, ANOTHER}:
        return (Aim(WHOM, word), *(aims_of(word.do) if isinstance(word, With) else ()))
    if isinstance(word, Act):
        found = [Aim(FROM, word)] if _is_from_stables(word) else []
        if word.verb in {"move", "give"} and word.to in {ANYONE, ANOTHER}:
            found.append(Aim(TO, word))
        return tuple(found)
    return (Aim(TO, word),) if isinstance(word, Search) and word.to == "any_stable" else ()


def _is_from_stables(act: Act) -> bool:
    """Whether an act chooses cards of any stable; an amount that is known only later cannot be declared."""
    if not isinstance(act.what, Some) or isinstance(act.what.n, Same | UpTo):
        return False
    return act.what.of.place == "others" or (not act.what.of.place and act.verb not in ELSEWHERE)


def declared(s: State, env: Env, role: str, word: Word) -> int:
    """Return the seats that were declared for a word in this role: one bit a seat; all, if none were."""
    found = 0
    if env.aims and env.boss == NOBODY:
        for aim, seats in zip(aims_of(s.rules.catalog.effects[env.effect].do), env.aims, strict=True):
            if aim.role == role and aim.word == word:
                found |= seats
    return found or s.rules.everybody
