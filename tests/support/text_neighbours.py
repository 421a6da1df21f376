"""Abilities one step away from the printed ones; each needs a text of its own."""

from __future__ import annotations

from dataclasses import fields, is_dataclass, replace
from typing import TYPE_CHECKING, Any

from stablehand.games.unicorns.vocabulary import ANY_CARD, KINDS, Act, Filter, May, Some

if TYPE_CHECKING:
    from collections.abc import Iterator

    from stablehand.games.unicorns.vocabulary import Verb

SWAPS: dict[str, tuple[object, ...]] = {
    "who": ("anyone", "another", "everybody", "others"),
    "moment": ("enters", "leaves", "dies", "is_destroyed", "turn_begins", "turn_ends"),
}
VERBS: tuple[Verb, ...] = ("destroy", "sacrifice", "discard", "steal", "return", "remove", "take")
PLACED = {"destroy", "remove", "return", "move"}
"""Verbs whose text names the place of the cards."""


def neighbours(word: Any) -> Iterator[Any]:  # noqa: ANN401 - any word of the language
    """Yield the words one step away: without "may", with another number, another owner or another verb."""
    if isinstance(word, Some) and word.of.place == "those":
        return  # there is one form of it that makes sense
    if isinstance(word, May):
        yield word.do
    if isinstance(word, Act):
        yield from _other_acts(word)
    if isinstance(word, Filter) and not word.name:
        yield from _other_kinds(word)
    if not is_dataclass(word) or isinstance(word, type):
        return
    for field in fields(word):
        value = getattr(word, field.name)
        for other in SWAPS.get(field.name, ()):
            if other != value:
                yield replace(word, **{field.name: other})
        if field.name in {"n", "less"} and isinstance(value, int):
            yield replace(word, **{field.name: value + 1})
        elif isinstance(value, tuple):
            for at, part in enumerate(value):
                for other in neighbours(part):
                    yield replace(word, **{field.name: (*value[:at], other, *value[at + 1 :])})
        else:
            for other in neighbours(value):
                yield replace(word, **{field.name: other})


def _other_acts(act: Act) -> Iterator[Act]:
    """Yield the act with another verb, with another place, and with `is_other` inverted."""
    if not isinstance(act.what, Some):
        return
    of = act.what.of
    if act.to or act.until or of.place not in {"", "yours"}:
        return
    for verb in VERBS:
        if verb != act.verb:
            yield replace(act, verb=verb, what=Some(act.what.n, replace(of, place="")))
    if act.verb in PLACED:
        for place in ("yours", "theirs"):
            if place != of.place:
                yield replace(act, what=Some(act.what.n, replace(of, place=place)))
    yield replace(act, what=Some(act.what.n, replace(of, is_other=not of.is_other)))


def _other_kinds(of: Filter) -> Iterator[Filter]:
    """Yield the filter with one more kind, and with all kinds."""
    if of.kinds != ANY_CARD and not of.tag:
        yield replace(of, kinds=ANY_CARD)
        for bit in KINDS.values():
            if not of.kinds & bit:
                yield replace(of, kinds=of.kinds | bit)
