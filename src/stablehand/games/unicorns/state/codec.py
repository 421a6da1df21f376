"""Reading and checking states that `encode` wrote, in the middle of any effect."""

from __future__ import annotations

import json
from typing import Any

from stablehand.core.contract import Kind
from stablehand.core.rows import row
from stablehand.games.unicorns.knowledge import traits
from stablehand.games.unicorns.resolution.asking import count_unanswered
from stablehand.games.unicorns.state.encode import FORMAT, GAME, encode
from stablehand.games.unicorns.state.records import Change, Env, Frame, Promise, Request, Trigger
from stablehand.games.unicorns.state.renumbered import OLD_FORMAT, with_new_numbers, written
from stablehand.games.unicorns.state.rules import Rules, rules_for
from stablehand.games.unicorns.state.state import DERIVED, State
from stablehand.games.unicorns.state.words import words_of
from stablehand.games.unicorns.vocabulary import Word

__all__ = ["decode", "encode"]


def names_of(record: type[Any]) -> tuple[str, ...]:
    """Return the fields of a state or a record; a compiled class has no slots and lists them differently."""
    names: tuple[str, ...] = getattr(record, "__mypyc_attrs__", None) or record.__slots__
    return names


ADDED = ("reached", "begun", "refills")
"""The fields of a state that are written only if they are not empty or 0: earlier versions had none."""
OTHERS = {*DERIVED, *ADDED, "rules", "k", "rng_key", "recorder"}
PLAIN = tuple(name for name in names_of(State) if name not in OTHERS)
"""The fields that are written as they are."""
RECORDS: dict[str, type[Any]] = {"c": Change, "t": Trigger, "p": Promise, "r": Request, "e": Env}
FIELDS = {cls: tuple(sorted(set(names_of(cls)) - {"made", "options"})) for cls in (Change, Promise, Request)}
"""What is written of each record, in order; `options` and `made` of a request follow from the rest."""
LATE: dict[type[Any], dict[str, Any]] = {
    Env: {"ends": -1, "is_each": False, "aims": ()},
    Trigger: {"aims": ()},
}
"""The fields that earlier versions did not have, with what they mean if they are not written."""
for _cls, _late in LATE.items():
    FIELDS[_cls] = (*sorted(set(names_of(_cls)) - set(_late)), *_late)


class _Reader:
    def __init__(self, rules: Rules) -> None:
        self.words = words_of(rules.deck, rules.expansions).words

    def read(self, thing: Any) -> Any:  # noqa: ANN401 - any part of a state
        if isinstance(thing, list):
            return tuple(self.read(part) for part in thing)
        if not isinstance(thing, dict):
            return thing
        [(tag, value)] = thing.items()
        if tag == "f":
            return self.frame(value, None)
        if tag == "w":
            return self.words[value]
        cls = RECORDS[tag]
        names = FIELDS[cls]
        if len(value) + len(LATE.get(cls, {})) == len(names):
            names = names[: len(value)]
        values = dict(zip(names, map(self.read, value), strict=True))
        if cls is Request:
            values["kind"] = Kind(values["kind"])
        return cls(**values)

    def frame(self, value: list[Any], following: Frame | None) -> Frame:
        word, pc, env, data = value
        found = self.words[word]
        if not isinstance(found, Word):
            raise ValueError("a frame has no word")  # noqa: TRY004 - bad bytes are a ValueError
        return Frame(found, int(pc), self.read(env), self.read(data), following)


def decode(data: bytes) -> State:
    """Read a state; raise ValueError for bytes that are none."""
    try:
        table = json.loads(data)
        if table["format"] == OLD_FORMAT and written(table) == data:
            table = with_new_numbers(table)
            data = written(table)
        s = _read(table)
        _check_bytes(s, data)
    except (ValueError, LookupError, TypeError, AttributeError, ArithmeticError, RecursionError) as error:
        fault = str(error).rstrip(".")
        raise ValueError(f"These bytes are not a state of Unstable Unicorns: {fault}.") from error
    return s


def _check_bytes(s: State, data: bytes) -> None:
    """Raise ValueError for bytes that `encode` does not write; a retired option may have either value."""
    true, false = b'"respond_to_own":true', b'"respond_to_own":false'
    if encode(s) not in {data, data.replace(true, false), data.replace(false, true)}:
        raise ValueError("a state is not written like that")


def _read(table: dict[str, Any]) -> State:
    if table["game"] != GAME or table["format"] != FORMAT:
        raise ValueError("it is of another game or format")
    s = State(rules_for(table["seats"], table["options"]))
    reader = _Reader(s.rules)
    for name in (*PLAIN, *(name for name in ADDED if name in table)):
        if name == "known" and isinstance(table[name], list):
            s.known = row(table[name])
            continue
        value = reader.read(table[name])
        old = getattr(s, name)
        if isinstance(old, list):
            value = [list(part) if isinstance(part, tuple) else part for part in value]
        if type(value) is not type(old):
            raise ValueError(f"{name} is not what it should be")
        setattr(s, name, value)
    s.rng_key = bytes.fromhex(table["rng_key"])
    for frame in reversed(table["k"]):
        s.k = reader.frame(frame, s.k)
    _place(s)
    count_unanswered(s)
    return s


def _place(s: State) -> None:
    """Compute the fields that follow from the zones; raise ValueError if a card is missing or there twice."""
    seen: set[int] = set()
    for zone, cards in enumerate(s.zones):
        for card in cards:
            if card in seen or not 0 <= card < len(s.where):
                raise ValueError("a card is in two places, or none of the deck's")
            seen.add(card)
            s.where[card] = zone
    if len(s.zones) != 5 + 2 * s.rules.seats or len(s.known) != len(s.where):
        raise ValueError("it has not the zones of this game")
    s.touched = (1 << s.rules.seats) - 1
    known = s.known[:]
    traits.refresh(s)
    s.known = known
