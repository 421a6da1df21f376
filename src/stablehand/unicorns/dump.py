"""Words as JSON and back: {"When": {"moment": "enters", "do": {"Draw": {"n": 1}}}}.

A word is an object with one key, its name, and its fields below it; fields that are as usual are left out. A
filter's kinds are names. Reading checks every field against the vocabulary's own annotations: what is no
word, or does not fit, is refused in one sentence, and nothing that can be called gets in.
"""

from __future__ import annotations

from dataclasses import MISSING, fields, is_dataclass
from types import UnionType
from typing import TYPE_CHECKING, Any, Literal, Union, get_args, get_origin

from stablehand.unicorns import words
from stablehand.unicorns.hints import hints_of
from stablehand.unicorns.words import ANY_CARD, KINDS, Filter

if TYPE_CHECKING:
    from stablehand.kernel.contract import Json

VOCABULARY: dict[str, type] = {
    name: thing for name, thing in vars(words).items() if isinstance(thing, type) and is_dataclass(thing)
}
VERBS = (
    "destroy", "sacrifice", "remove", "discard", "steal", "bring", "take", "return", "move", "give", "shrink"
)  # fmt: skip


class NotAWord(ValueError):  # noqa: N818 - it says what it is
    """Data that is no expression of the language, and why, in one sentence."""


def dump(word: object) -> Json:
    """Write a word, or anything a word holds, as JSON-able data.

    >>> from stablehand.unicorns.words import ENTERS, May, UPGRADE, When, a, steal
    >>> dump(When(ENTERS, May(steal(a(UPGRADE)))))["When"]["do"]
    {'May': {'do': {'Act': {'verb': 'steal', 'what': {'Some': {'n': 1, 'of': {'Filter': {'kinds': ['upgrade']}}}}}}}}
    """  # noqa: E501 - one value
    if isinstance(word, tuple):
        return [dump(part) for part in word]
    if word is None or isinstance(word, bool | int | str):
        return word
    name = type(word).__name__
    if VOCABULARY.get(name) is not type(word):
        raise NotAWord(f"{word!r} is no word of the cards' language.")
    table: dict[str, Json] = {}
    for field in fields(word):  # type: ignore[arg-type]  # all of the vocabulary are dataclasses
        value = getattr(word, field.name)
        if field.default is MISSING or value != field.default:
            table[field.name] = _kinds(value) if _is_kinds(name, field.name) else dump(value)
    return {name: table}


def load(data: object, wanted: Any = None) -> Any:  # noqa: ANN401 - any word, as asked for by its annotation
    """Read what `dump` wrote; `wanted` is what kind of word it must be.

    >>> load({"Draw": {"n": 2}})
    Draw(n=2)
    >>> load({"Explode": {}})
    Traceback (most recent call last):
    stablehand.unicorns.dump.NotAWord: There is no word 'Explode' in the cards' language.
    """
    made = _load(data)
    if wanted is not None and not _fits(made, wanted):
        raise NotAWord(f"{_short(data)} is not what must stand here.")
    return made


def _load(data: object) -> Any:  # noqa: ANN401 - the same
    if isinstance(data, list):
        return tuple(_load(part) for part in data)
    if data is None or isinstance(data, bool | int | str):
        return data
    if not isinstance(data, dict) or len(data) != 1:
        raise NotAWord(f'A word is written {{"Name": {{fields}}}}, not {_short(data)}.')
    [(name, table)] = data.items()
    if name not in VOCABULARY:
        raise NotAWord(f"There is no word {name!r} in the cards' language.")
    if not isinstance(table, dict):
        raise NotAWord(f"The fields of {name} must be an object, not {_short(table)}.")
    return _made(name, table)


def _made(name: str, table: dict[str, object]) -> Any:  # noqa: ANN401 - the same
    word = VOCABULARY[name]
    hints = hints_of(word)
    for key in table:
        if key not in hints:
            raise NotAWord(f"The word {name} has no field {key!r}; it has {', '.join(hints) or 'none'}.")
    values = {}
    for field in fields(word):
        if field.name in table:
            given = table[field.name]
            value = _bits(given) if _is_kinds(name, field.name) else _load(given)
            if not _fits(value, hints[field.name]) or (field.name == "verb" and value not in VERBS):
                raise NotAWord(f"The field {field.name!r} of {name} cannot be {_short(given)}.")
            values[field.name] = value
        elif field.default is MISSING:
            raise NotAWord(f"The word {name} needs the field {field.name!r}.")
    return word(**values)


def _fits(value: object, hint: Any) -> bool:  # noqa: ANN401 - an annotation
    """Whether a value is what an annotation says."""
    origin, parts = get_origin(hint), get_args(hint)
    if origin is Literal:
        return value in parts
    if origin in {Union, UnionType}:
        return any(_fits(value, part) for part in parts)
    if origin is tuple:
        if not isinstance(value, tuple):
            return False
        if parts[-1] is Ellipsis:
            return all(_fits(part, parts[0]) for part in value)
        return len(value) == len(parts) and all(map(_fits, value, parts))
    if hint is int:
        return type(value) is int
    return isinstance(value, hint)


def _is_kinds(name: str, field: str) -> bool:
    return name == Filter.__name__ and field == "kinds"


def _kinds(bits: int) -> list[Json]:
    return [kind for kind, bit in KINDS.items() if bits & bit]


def _bits(names: object) -> int:
    if not isinstance(names, list) or not names or not all(name in KINDS for name in names):
        raise NotAWord(f"Kinds of cards are a list of {', '.join(KINDS)}, not {_short(names)}.")
    return sum(KINDS[name] for name in set(names)) & ANY_CARD


def _short(data: object) -> str:
    said = repr(data)
    return said if len(said) <= 60 else f"{said[:57]}..."
