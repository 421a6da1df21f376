"""The kinds of errands, by name. Each returns the body of a response, or raises Refusal.

They run in a child process, which remembers what it worked out; every argument is plain data.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

import msgspec

from stablehand.core.journal import Journal
from stablehand.server.learn import cases, library
from stablehand.server.learn.journals import journal_of
from stablehand.server.learn.lessons import LessonRun, lesson_of
from stablehand.server.learn.replays import Replay
from stablehand.server.learn.trials import Trial
from stablehand.table.state import facts

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from stablehand.server.learn.replays import Knowing

KEPT: Final = 8
"""Replays with all their states that the process remembers: readers go through them step by step."""


# ---- finished games


def journal(bodies: Sequence[bytes], number: int) -> bytes:
    """Return the journal of an earlier game, from the stored facts of its table."""
    return journal_of((facts.read(body) for body in bodies), number)


def replay(written: bytes, names: Sequence[str], lang: str) -> bytes:
    """Return the overview of a finished game."""
    return msgspec.json.encode(_replay(written, tuple(names)).seen(lang))


def step(written: bytes, names: Sequence[str], lang: str, at: int, knowing: Knowing) -> bytes:
    """Return one state of a finished game."""
    return msgspec.json.encode(_replay(written, tuple(names)).step(at, knowing, lang))


def curve(written: bytes, names: Sequence[str], lang: str) -> bytes:
    """Return the chances of each seat over a finished game."""
    played = _replay(written, tuple(names))
    return msgspec.json.encode(played.curve().seen(played, lang))


def branches(written: bytes, names: Sequence[str], at: int, seat: int) -> bytes:
    """Return the branches of a game that goes on from a step, as a list of what `Branch.write` writes."""
    found = _replay(written, tuple(names)).branches(at, seat)
    return msgspec.json.encode([branch.write() for branch in found])


@lru_cache(KEPT)
def _replay(written: bytes, names: tuple[str, ...]) -> Replay:
    return Replay.of(Journal.read(written), names)


# ---- lessons and trials


def lesson(game: str, answers: Sequence[int], lang: str, layer: str) -> bytes:
    """Return a lesson after the answers so far."""
    return msgspec.json.encode(LessonRun.of(lesson_of(game), answers).seen(lang, layer))


def trial(
    name: str,
    seat: int | None,
    answers: Sequence[tuple[int, int]],
    told: int | None,
    lang: str,
    layer: str,
    *,
    asks_bots: bool,
    has_adult: bool,
) -> bytes:
    """Return a trial after the answers so far, as `TrialStep`: to be shown, or with a task for a bot."""
    case = cases.found(name, has_adult=has_adult)
    played = Trial(case, seat, [(one, option) for one, option in answers])
    return msgspec.json.encode(played.advance(told, lang, layer, asks_bots=asks_bots))


# ---- what can be read


def case(name: str, lang: str, layer: str, *, has_adult: bool) -> bytes:
    """Return a case step by step."""
    return cases.seen(name, lang, layer, has_adult=has_adult)


def case_counts(game: str, *, has_adult: bool) -> bytes:
    """Return the number of cases that show each rule of a game."""
    return msgspec.json.encode(cases.counted(game, has_adult=has_adult))


def case_list(game: str, rule: str, *, has_adult: bool) -> bytes:
    """Return the cases that show a rule."""
    return msgspec.json.encode(cases.listed(game, rule, has_adult=has_adult))


def games(lang: str, *, has_adult: bool) -> bytes:
    """Return the games, with their decks and options."""
    return library.games_json(lang, has_adult=has_adult)


def cards(game: str, deck: str, lang: str, layer: str, *, has_adult: bool) -> bytes:
    """Return the cards of a deck."""
    return library.cards(game, deck, lang, layer, has_adult=has_adult)


def rules(game: str, lang: str, layer: str, ruleset: str, *, has_adult: bool) -> bytes:
    """Return the rules of a game."""
    return library.rules(game, lang, layer, has_adult=has_adult, ruleset=ruleset)


def words(lang: str, *, has_adult: bool) -> bytes:
    """Return the messages of the browser pages."""
    return library.words_json(lang, has_adult=has_adult)


KINDS: Final[dict[str, Callable[..., bytes]]] = {
    made.__name__: made
    for made in (
        *(journal, replay, step, curve, branches),
        *(lesson, trial),
        *(case, case_counts, case_list, games, cards, rules, words),
    )
}


def run(kind: str, words: dict[str, Any]) -> bytes:
    """Do an errand; raise Refusal if it is refused."""
    return KINDS[kind](**words)
