"""What must be possible for a Magic card to be played, where a table asks for it (UU-IMP-2, RUL-12).

By the rule `unplayable_if_impossible = first` that is its player's first instruction. By the house rule
`whole`, and the letter of the first edition, it is every instruction that concerns its player, as things
stand. An offer ("may"), a condition that is not met and what each player must do require nothing; an
instruction that needs a target needs at least one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from stablehand.games.unicorns.knowledge.candidates import (
    amount,
    candidates,
    destinations,
    holds,
    players,
    possible,
    whom,
)
from stablehand.games.unicorns.state.records import NOBODY
from stablehand.games.unicorns.state.state import DECK
from stablehand.games.unicorns.vocabulary import (
    ANOTHER,
    ANYONE,
    EVERYBODY,
    OTHERS,
    Act,
    Both,
    Draw,
    If,
    It,
    Make,
    May,
    OneOf,
    Same,
    Some,
    Then,
    UpTo,
    With,
    Word,
)

if TYPE_CHECKING:
    from stablehand.games.unicorns.state.records import Env, Seat
    from stablehand.games.unicorns.state.state import State


def wholly_possible(s: State, word: Word, env: Env) -> bool:
    """Whether every instruction of a word that concerns "you" is possible now."""
    match word:
        case Both(parts):
            return all(wholly_possible(s, part, env) for part in parts)
        case OneOf(modes):
            return any(wholly_possible(s, mode, env) for mode in modes)
        case Then(first, second):
            return wholly_possible(s, first, env) and any(
                wholly_possible(s, second, env.but(they=seat)) for seat in _concerned(s, first, env)
            )
        case If(condition, do):
            return not holds(s, condition, env) or wholly_possible(s, do, env)
        case With(who, do) if who in {ANYONE, ANOTHER}:
            return any(wholly_possible(s, do, env.but(they=seat)) for seat in whom(s, word, env))
        case Make(who, _) if who in {ANYONE, ANOTHER}:
            return bool(players(s, word, env))
        case May() | Make() | With() | Act(_, It() | Some(UpTo())):
            return True
        case Draw(Same()):
            return bool(s.zones[DECK])
        case Draw(n):
            return amount(s, n, env) == 0 or possible(s, word, env)
        case _:
            return possible(s, word, env)


def _concerned(s: State, first: Word, env: Env) -> list[Seat]:
    """Return the players that "they" can be after the first part of a "then"."""
    if not isinstance(first, Act) or not isinstance(first.what, Some):
        return [env.they]
    cards = candidates(s, first, first.what.of, env)
    if first.verb in {"move", "give"}:
        return sorted({seat for card in cards for seat in destinations(s, first, card, env)}) or [NOBODY]
    return sorted({s.controller(card) for card in cards}) or [NOBODY]


def must_be_possible(s: State, word: Word, env: Env) -> bool:
    """Whether a Magic card may be played under the rule that its effect must be possible (UU-IMP-2, RUL-12).

    Every instruction up to the player's own first one must be possible; instructions to all players are never
    required to be, and an "if" that is not met asks for nothing.
    """
    # A chain of tests: this is asked of every Magic card in a hand, and compiled, a pattern takes longer.
    if isinstance(word, Both):
        for part in word.parts:
            if isinstance(part, Make) and part.who in {EVERYBODY, OTHERS}:
                continue
            if not must_be_possible(s, part, env):
                return False
            if not (isinstance(part, Make) and part.who in {ANYONE, ANOTHER}):
                return True
        return True
    if isinstance(word, Act) and isinstance(word.what, Some) and isinstance(word.what.n, UpTo):
        return True  # none is a number (RUL-68)
    if isinstance(word, Then):
        return must_be_possible(s, word.first, env)
    if isinstance(word, If):
        return not holds(s, word.condition, env) or must_be_possible(s, word.do, env)
    if isinstance(word, (Make, With)) and word.who in {EVERYBODY, OTHERS}:
        return True
    return possible(s, word, env)
