"""Cases to be read: which show a rule, and each gone through step by step, with everything on the table open.

Where 18+ decks are not allowed, a case of one is not there.
"""

from __future__ import annotations

from collections import Counter
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any, Final

import msgspec
from msgspec import Struct

from stablehand.cases.casebook import casebook, cases_folder
from stablehand.cases.format import read
from stablehand.cases.telling import Said, Teller
from stablehand.cases.tracing import Answer, Passage, Trace
from stablehand.cases.tracing import Refusal as Objection
from stablehand.kernel.shelf import names
from stablehand.server import library
from stablehand.table.offers import ADULT_OPTIONS, seats_of, settings_for
from stablehand.table.protocol import Data
from stablehand.table.refusal import Refusal
from stablehand.text.language import LANGUAGES, language
from stablehand.text.names import typeset
from stablehand.text.voices import book, voice_for

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from stablehand.cases.casebook import Entry
    from stablehand.cases.format import Case
    from stablehand.cases.tracing import Step

KEPT: Final = 64
"""Cases at hand, in words."""


class CaseListed(Struct, frozen=True):
    """A case that shows a rule."""

    id: str
    title: str
    deck: str | None
    is_adult: bool


class Sentence(Struct, frozen=True):
    """Something that is said of a step."""

    kind: str
    """asked, answered, silent (goes without saying), happened, refused, expected or missed."""
    text: str
    rules: tuple[str, ...]


class CaseStep(Struct, frozen=True):
    """What a sentence of the case brings about, and the table after it."""

    moment: str
    said: tuple[Sentence, ...]
    view: Data


class CaseSeen(Struct, frozen=True):
    """A case to be read step by step; the first step is the board."""

    id: str
    title: str
    game: str
    deck_title: str
    is_adult: bool
    options: Data
    seats: tuple[str, ...]
    rules: tuple[str, ...]
    steps: tuple[CaseStep, ...]
    turn: int
    """Whose turn it is at the start, or who is asked first."""
    can_try: bool
    """Whether anybody has anything to decide on the board."""


def counted(game: str, *, has_adult: bool) -> dict[str, int]:
    """Return how many cases show each rule of a game."""
    if game not in names():
        raise Refusal("no_deck")
    cited = Counter(
        rule for entry in _entries(has_adult=has_adult) if entry.game == game for rule in entry.rules
    )
    return {rule: cited[rule] for rule in _rules(game, has_adult=has_adult) if rule in cited}


def listed(game: str, rule: str, *, has_adult: bool) -> list[CaseListed]:
    """Return the cases that show a rule, or refuse: it is not in the book, or not here."""
    if rule not in _rules(game, has_adult=has_adult):
        raise Refusal("no_page")
    return [
        CaseListed(entry.name, typeset(entry.title), entry.deck, not _is_allowed(entry, has_adult=False))
        for entry in _entries(has_adult=has_adult)
        if entry.game == game and rule in entry.rules
    ]


def found(name: str, *, has_adult: bool) -> Case:
    """Return a case by its name, or refuse: there is none, or not here."""
    return read(_found(name, has_adult=has_adult).path)


def _found(name: str, *, has_adult: bool) -> Entry:
    folder = cases_folder()
    entry = None if folder is None else casebook(folder).get(name)
    if entry is None or not _is_allowed(entry, has_adult=has_adult):
        raise Refusal("no_case")
    return entry


@lru_cache(KEPT)
def seen(name: str, lang: str, layer: str, *, has_adult: bool) -> bytes:
    """Return a case step by step, as JSON."""
    entry = _found(name, has_adult=has_adult)
    case = read(entry.path)
    trace = Trace(case, None)
    can_try = bool(trace.stage.pending())
    start: Any = trace.start
    active = start.get("active")
    turn = next(iter(start["asked"]), 0) if active is None else active
    trace.go_through()
    options = trace.stage.state.rules.as_options()
    called = called_seats(case)
    voice, *voices = (
        voice_for(case.game, called, seat, options, lang, layer) for seat in (None, *range(len(called)))
    )
    teller = Teller(trace, voice, voices, voice.answer, language(lang))
    readable = _rules(case.game, has_adult=has_adult)
    steps = [
        CaseStep(voice.moment(view), tuple(_sentence(said, readable) for said in told), view)
        for told, view in _steps(trace, teller)
    ]
    return msgspec.json.encode(
        CaseSeen(
            id=name,
            title=typeset(case.title),
            game=case.game,
            deck_title=voice.title,
            is_adult=not _is_allowed(entry, has_adult=False),
            options=dict(options),
            seats=called,
            rules=tuple(rule for rule in case.rules if rule in readable),
            steps=tuple(steps),
            turn=turn,
            can_try=can_try,
        )
    )


def called_seats(case: Case) -> tuple[str, ...]:
    """Return what the players of a case are called."""
    return tuple(name[:1].upper() + name[1:] for name in case.seats)


def _steps(trace: Trace, teller: Teller) -> Iterator[tuple[list[Said], Data]]:
    """Put together what belongs together: a step goes from one sentence of the case to the next."""
    told: list[Said] = list(teller.events(trace.opening))
    begun = trace.start
    is_first = True
    for step in trace.steps:
        if _is_spoken(step) or (is_first and isinstance(step, Answer | Passage)):
            yield (
                told,
                begun if is_first else step.before if isinstance(step, Answer | Passage) else trace.seen(),
            )
            told, is_first = [], False
        told += teller.said(step)
    yield told, trace.start if is_first else trace.seen()


def _sentence(said: Said, readable: Collection[str]) -> Sentence:
    return Sentence(said.kind, said.text, tuple(rule for rule in said.rules if rule in readable))


def _is_spoken(step: Step) -> bool:
    return isinstance(step, Objection) or (isinstance(step, Answer) and bool(step.sentence))


@cache
def _entries(*, has_adult: bool) -> tuple[Entry, ...]:
    folder = cases_folder()
    known = {} if folder is None else casebook(folder)
    return tuple(entry for entry in known.values() if _is_allowed(entry, has_adult=has_adult))


def _is_allowed(entry: Entry, *, has_adult: bool) -> bool:
    """Whether a case may be shown: nothing of an 18+ deck or its rules where those are not allowed."""
    if has_adult:
        return True
    chosen = {"deck": entry.deck, "ruleset": entry.ruleset, **entry.options}
    return (
        all(chosen[option] in _harmless(entry.game, option) for option in ("deck", "ruleset"))
        and not ADULT_OPTIONS & entry.options.keys()
        and not _sections(entry.game, library.ADULT_SECTIONS).intersection(entry.rules)
    )


@cache
def _rules(game: str, *, has_adult: bool) -> tuple[str, ...]:
    """Return the rules that can be read here, in order."""
    rules: Any = msgspec.json.decode(library.rules(game, LANGUAGES[0], "", has_adult=has_adult))
    return tuple(rule["id"] for section in rules["sections"] for rule in section["rules"])


@cache
def _sections(game: str, wanted: frozenset[str]) -> frozenset[str]:
    """Return the rules of some sections."""
    sections = book(game, LANGUAGES[0]).sections
    return frozenset(rule for section in sections if section.id in wanted for rule in section.rules)


@cache
def _harmless(game: str, option: str) -> frozenset[object]:
    """Return the values of an option that every server offers; None: as usual."""
    settings = settings_for(game, LANGUAGES[0], min(seats_of(game)), has_adult=False)
    return frozenset({None, *(value.value for one in settings if one.id == option for value in one.values)})
