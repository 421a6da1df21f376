"""Parse the sentences of a script: `SEAT VERB …` and `check KEY = VALUE`."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from stablehand.cases.format import Case

_WITHOUT_OBJECT = {"draws", "passes", "accepts", "declines", "finishes", "redraws"}
_WITH_OBJECT = {"plays", "chooses", "orders", "takes", "names", "keeps", "closes", "opens"}
_TOKEN = re.compile(r'"[^"]*"|\S+')


@dataclass(frozen=True)
class Sentence:
    """The answer of a seat, before it is known which decision it fits."""

    text: str
    seat: int
    verb: str
    what: str = ""
    """A card, a seat or a mode."""
    of: int | None = None
    into: int | None = None
    on: tuple[str, ...] = ()


@dataclass(frozen=True)
class Check:
    """Expectations that must hold at this point of the script."""

    text: str
    expect: dict[str, Any]


def parse_sentence(case: Case, text: object) -> Sentence | Check:
    """Parse one sentence; raise CaseError, which quotes it, if it cannot be understood."""
    if not isinstance(text, str) or not text.strip():
        raise case.error(f"a sentence of the script must be text, not {text!r}", "script")
    head, _, rest = text.strip().partition(" ")
    if head == "check":
        try:
            return Check(text, tomllib.loads(rest))
        except tomllib.TOMLDecodeError as error:
            raise case.error(f"{text!r} is not a check: {error}", text) from error
    seat = case.seat(head)
    verb, *words = _TOKEN.findall(rest) or [""]
    if verb in _WITHOUT_OBJECT and not words:
        return Sentence(text, seat, verb)
    if verb in _WITH_OBJECT and words:
        return _with_object(case, text, seat, verb, words)
    raise case.error(f"the sentence {text!r} cannot be understood", text)


def _with_object(case: Case, text: str, seat: int, verb: str, words: list[str]) -> Sentence:
    what, *tail = words
    of = into = None
    on: tuple[str, ...] = ()
    while tail:
        match tail:
            case ["of", name, *tail] if verb == "chooses":
                of = case.seat(name)
            case ["into", name, *tail] if verb == "plays":
                into = case.seat(name)
            case ["on", *targets] if verb == "plays" and targets:
                on, tail = tuple(targets), []
            case _:
                raise case.error(f"the sentence {text!r} cannot be understood from {tail[0]!r} on", text)
    return Sentence(text, seat, verb, what.strip('"'), of, into, on)
