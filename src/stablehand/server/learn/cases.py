"""Cases to read: the list of those that show a rule, and each one step by step with all cards open.

Where 18+ decks are not allowed, their cases do not exist.
"""

from __future__ import annotations

from collections import Counter
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any, Final

import msgspec
from msgspec import Struct

from stablehand.cases.casebook import casebook, cases_folder
from stablehand.cases.format import read
from stablehand.cases.narration import CaseNarrator, NarrationLine
from stablehand.cases.trace import Passage, Trace, TracedAnswer, TracedRefusal
from stablehand.core.registry import names
from stablehand.server.learn import library
from stablehand.table.commands.offers import ADULT_OPTIONS, is_adult, seats_of, settings_for
from stablehand.table.protocol import Data
from stablehand.table.refusal import Refusal
from stablehand.text.language import LANGUAGES, language
from stablehand.text.names import typeset
from stablehand.text.voices import book, voice_for

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from stablehand.cases.casebook import CaseEntry
    from stablehand.cases.format import Case
    from stablehand.cases.trace import Step

CACHED: Final = 64
"""Cases that are cached, as JSON in a language."""


class CaseListed(Struct, frozen=True):
    """A case that shows a rule."""

    id: str
    title: str
    deck: str | None
    is_adult: bool


class Sentence(Struct, frozen=True):
    """A sentence about a step."""

    kind: str
    """asked, answered, silent (a forced answer), happened, refused, expected or missed."""
    text: str
    rules: tuple[str, ...]


class CaseStep(Struct, frozen=True):
    """What one sentence of the case causes, and the table after it."""

    moment: str
    said: tuple[Sentence, ...]
    view: Data


class CaseSeen(Struct, frozen=True):
    """A case step by step; the first step is the board."""

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
    """Whether a decision is open on the board."""


def counted(game: str, *, has_adult: bool) -> dict[str, int]:
    """Return the number of cases that show each rule of a game, without rules that none shows."""
    if game not in names():
        raise Refusal("no_deck")
    cited = Counter(
        rule for entry in _entries(has_adult=has_adult) if entry.game == game for rule in entry.rules
    )
    return {rule: cited[rule] for rule in _rules(game, has_adult=has_adult) if rule in cited}


def listed(game: str, rule: str, *, has_adult: bool) -> list[CaseListed]:
    """Return the cases that show a rule; raise Refusal if the rule is unknown or hidden on this server."""
    if rule not in _rules(game, has_adult=has_adult):
        raise Refusal("no_page")
    return [
        CaseListed(entry.name, typeset(entry.title), entry.deck, not _is_allowed(entry, has_adult=False))
        for entry in _entries(has_adult=has_adult)
        if entry.game == game and rule in entry.rules
    ]


def found(name: str, *, has_adult: bool) -> Case:
    """Return a case by its name; raise Refusal if it is unknown or hidden on this server."""
    return read(_found(name, has_adult=has_adult).path)


def _found(name: str, *, has_adult: bool) -> CaseEntry:
    folder = cases_folder()
    entry = None if folder is None else casebook(folder).get(name)
    if entry is None or not _is_allowed(entry, has_adult=has_adult):
        raise Refusal("no_case")
    return entry


@lru_cache(CACHED)
def seen(name: str, lang: str, layer: str, *, has_adult: bool) -> bytes:
    """Return a case step by step, as the JSON of CaseSeen; raise Refusal like `found`."""
    entry = _found(name, has_adult=has_adult)
    case = read(entry.path)
    trace = Trace(case, None)
    can_try = bool(trace.adapter.pending())
    start: Any = trace.start
    active = start.get("active")
    turn = next(iter(start["asked"]), 0) if active is None else active
    trace.go_through()
    options = trace.adapter.state.rules.options
    called = called_seats(case)
    voice, *voices = (
        voice_for(case.game, called, seat, options, lang, layer) for seat in (None, *range(len(called)))
    )
    teller = CaseNarrator(trace, voice, voices, voice.answer, language(lang))
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
    """Return the names of the players of a case."""
    return tuple(name[:1].upper() + name[1:] for name in case.seats)


def _steps(trace: Trace, teller: CaseNarrator) -> Iterator[tuple[list[NarrationLine], Data]]:
    """Yield the sentences of each step and the view after it; a step is one sentence of the case."""
    told: list[NarrationLine] = list(teller.events(trace.opening))
    begun = trace.start
    is_first = True
    for step in trace.steps:
        if _is_spoken(step) or (is_first and isinstance(step, TracedAnswer | Passage)):
            yield (
                told,
                begun
                if is_first
                else step.before
                if isinstance(step, TracedAnswer | Passage)
                else trace.seen(),
            )
            told, is_first = [], False
        told += teller.said(step)
    yield told, trace.start if is_first else trace.seen()


def _sentence(said: NarrationLine, readable: Collection[str]) -> Sentence:
    return Sentence(said.kind, said.text, tuple(rule for rule in said.rules if rule in readable))


def _is_spoken(step: Step) -> bool:
    return isinstance(step, TracedRefusal) or (isinstance(step, TracedAnswer) and bool(step.sentence))


@cache
def _entries(*, has_adult: bool) -> tuple[CaseEntry, ...]:
    folder = cases_folder()
    known = {} if folder is None else casebook(folder)
    return tuple(entry for entry in known.values() if _is_allowed(entry, has_adult=has_adult))


def _is_allowed(entry: CaseEntry, *, has_adult: bool) -> bool:
    """Return whether a case may be shown: not if it uses an 18+ deck or its rules where they are off."""
    if has_adult:
        return True
    chosen = {"deck": entry.deck, "ruleset": entry.ruleset, **entry.options}
    return (
        all(chosen[option] in _harmless(entry.game, option) for option in ("deck", "ruleset"))
        and not is_adult(entry.game, entry.options)
        and not ADULT_OPTIONS & entry.options.keys()
        and not _sections(entry.game, library.ADULT_SECTIONS).intersection(entry.rules)
    )


@cache
def _rules(game: str, *, has_adult: bool) -> tuple[str, ...]:
    """Return the ids of the rules that can be read on this server, in order."""
    rules: Any = msgspec.json.decode(library.rules(game, LANGUAGES[0], "", has_adult=has_adult))
    return tuple(rule["id"] for section in rules["sections"] for rule in section["rules"])


@cache
def _sections(game: str, wanted: frozenset[str]) -> frozenset[str]:
    """Return the ids of the rules in these sections."""
    sections = book(game, LANGUAGES[0]).sections
    return frozenset(rule for section in sections if section.id in wanted for rule in section.rules)


@cache
def _harmless(game: str, option: str) -> frozenset[object]:
    """Return the values of an option that every server offers, and None for the default."""
    settings = settings_for(game, LANGUAGES[0], min(seats_of(game)), has_adult=False)
    return frozenset({None, *(value.value for one in settings if one.id == option for value in one.values)})
