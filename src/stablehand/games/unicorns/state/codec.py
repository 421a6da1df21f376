"""States as canonical bytes and back, in the middle of any effect.

A word is written as its number among all words of the deck (equal words have one number), a record as a list.
Equal states have equal bytes.
"""

from __future__ import annotations

import json
from dataclasses import fields, is_dataclass
from functools import cache
from typing import Any

from stablehand.core.contract import Kind
from stablehand.games.unicorns.decks.catalog import catalog
from stablehand.games.unicorns.knowledge import traits
from stablehand.games.unicorns.resolution.machine import open_questions
from stablehand.games.unicorns.state.records import Change, Env, Frame, Promise, Request, Trigger
from stablehand.games.unicorns.state.rules import OLDER, rules_for
from stablehand.games.unicorns.state.state import DERIVED, State
from stablehand.games.unicorns.vocabulary import CARD, INSTANT, Filter, Procedure, Word, a, discard

GAME = "unicorns"
FORMAT = 3
LATE_OPTIONS = {"then_needs": "some", "win": "settled"}


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
TAGS = {cls: tag for tag, cls in RECORDS.items()}
FIELDS = {
    cls: tuple(sorted(set(names_of(cls)) - {"options", "single"})) for cls in (Change, Promise, Request)
}
"""What is written of each record, in order; `options` and `single` of a request follow from the rest."""
LATE: dict[type[Any], dict[str, Any]] = {
    Env: {"ends": -1, "is_each": False, "aims": ()},
    Trigger: {"aims": ()},
}
"""The fields that earlier versions did not have, with what they mean if they are not written."""
for _cls, _late in LATE.items():
    FIELDS[_cls] = (*sorted(set(names_of(_cls)) - set(_late)), *_late)


@cache
def vocabulary(deck: str) -> tuple[tuple[object, ...], dict[object, int]]:
    """Return every word and filter that a frame of this deck can hold, and their numbers."""
    found: dict[object, None] = dict.fromkeys((CARD, INSTANT, discard(a(CARD))))
    for procedure in sorted(Procedure.__subclasses__(), key=lambda cls: cls.__name__):
        found[procedure()] = None
    for effect in catalog(deck).effects:
        _collect(effect.do, found)
    words = tuple(found)
    return words, {word: number for number, word in enumerate(words)}


def _collect(thing: object, found: dict[object, None]) -> None:
    if isinstance(thing, tuple):
        for part in thing:
            _collect(part, found)
    elif is_dataclass(thing) and not isinstance(thing, type):
        if isinstance(thing, Word | Filter):
            found[thing] = None
        for part in fields(thing):
            _collect(getattr(thing, part.name), found)


def encode(s: State) -> bytes:
    """Return a state as canonical bytes."""
    writer = _Writer(s.rules.deck)
    table: dict[str, Any] = {name: writer.write(getattr(s, name)) for name in PLAIN}
    table |= {name: writer.write(getattr(s, name)) for name in ADDED if getattr(s, name)}
    table |= {
        "game": GAME,
        "format": FORMAT,
        "seats": s.rules.seats,
        "options": _options(s),
        "rng_key": s.rng_key.hex(),
        "k": writer.frames(s.k),
    }
    return json.dumps(table, separators=(",", ":"), sort_keys=True).encode()


def _options(s: State) -> dict[str, Any]:
    """Return the options as the format has named them from the beginning.

    It still has an option that the rules ignore, with its default, and older names of values; it leaves out
    later options that have their default.
    """
    usual = s.rules.options.items()
    options: dict[str, Any] = {name: value for name, value in usual if LATE_OPTIONS.get(name) != value}
    for name, names in OLDER.items():
        options[name] = next((old for old, new in names.items() if new == options[name]), options[name])
    return {**options, "respond_to_own": s.rules.ruleset != "second"}


class _Writer:
    def __init__(self, deck: str) -> None:
        self.numbers = vocabulary(deck)[1]
        self.singletons = {
            type(word): number for word, number in self.numbers.items() if not is_dataclass(word)
        }

    def write(self, thing: Any) -> Any:  # noqa: ANN401 - any part of a state
        if thing is None or isinstance(thing, bool | int | str):
            return thing.value if isinstance(thing, Kind) else thing
        if isinstance(thing, list | tuple):
            return [self.write(part) for part in thing]
        if isinstance(thing, Frame):
            return {"f": self.frame(thing)}
        if type(thing) in TAGS:
            return {TAGS[type(thing)]: self.record(thing)}
        return {"w": self.numbers[thing]}

    def record(self, thing: Any) -> list[Any]:  # noqa: ANN401 - any record
        """Return the fields of a record; those of later versions only if one of them is set."""
        fields_ = FIELDS[type(thing)]
        late = LATE.get(type(thing), {})
        if all(getattr(thing, name) == usual for name, usual in late.items()):
            fields_ = fields_[: len(fields_) - len(late)]
        return [self.write(getattr(thing, name)) for name in fields_]

    def frame(self, frame: Frame) -> list[Any]:
        return [self.numbers[frame.word], frame.pc, self.write(frame.env), self.write(frame.data)]

    def frames(self, frame: Frame | None) -> list[Any]:
        found = []
        while frame is not None:
            found.append(self.frame(frame))
            frame = frame.next
        return found


class _Reader:
    def __init__(self, deck: str) -> None:
        self.words = vocabulary(deck)[0]

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
        s = _read(json.loads(data))
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
    reader = _Reader(s.rules.deck)
    for name in (*PLAIN, *(name for name in ADDED if name in table)):
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
    open_questions(s)
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
