"""The schema of the cards' language: it checks words, writes them as JSON and reads them back.

A word is written as an object with one key, its name, and its fields below it; fields that have their default
are left out, and a filter's kinds are names: {"When": {"moment": "enters", "do": {"Draw": {"n": 1}}}}. Every
field is checked against its type annotation in the vocabulary, so the language is defined once. Data that do
not fit, such as callables, raise NotAWord with one sentence.
"""

from __future__ import annotations

import ast
from dataclasses import MISSING, fields, is_dataclass
from functools import cache
from importlib.resources import files
from types import UnionType
from typing import TYPE_CHECKING, Any, Literal, Union, get_args, get_origin, get_type_hints

from stablehand.games.unicorns import vocabulary
from stablehand.games.unicorns.vocabulary import KINDS, Abilities, Ability, Filter

if TYPE_CHECKING:
    from stablehand.core.contract import Json

VOCABULARY: dict[str, type] = {
    name: thing for name, thing in vars(vocabulary).items() if isinstance(thing, type) and is_dataclass(thing)
}


class NotAWord(ValueError):  # noqa: N818 - the name tells what the data are
    """Raised, with one sentence, for data that are not an expression of the language."""


def dump(word: object) -> Json:
    """Return a word, or anything a word holds, as JSON-able data; raise NotAWord for anything else.

    >>> from stablehand.games.unicorns.vocabulary import ENTERS, May, UPGRADE, When, a, steal
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
            table[field.name] = names_of_kinds(value) if is_kinds(name, field.name) else dump(value)
    return {name: table}


def load(data: object) -> Abilities:
    """Read a card's abilities, as `dump` wrote them; raise NotAWord for anything else.

    >>> load([{"Cast": {"do": {"Draw": {"n": 2}}}}])
    (Cast(do=Draw(n=2)),)
    >>> load([{"Cast": {"do": {"Explode": {}}}}])
    Traceback (most recent call last):
    stablehand.games.unicorns.vocabulary.schema.NotAWord: There is no word 'Explode' in the cards' language.
    """
    abilities: Abilities = _load(data)
    check(abilities)
    return abilities


def check(abilities: object) -> None:
    """Raise NotAWord, with the first fault in a sentence, unless these are a card's abilities."""
    if fault := fault_in(abilities):
        raise NotAWord(f"{fault[0].upper()}{fault[1:]}.")


def fault_in(abilities: object) -> str:
    """Return the first fault in a card's abilities, or an empty text.

    A fault is a callable, an unknown word, or a field that does not fit its annotation.
    """
    if not isinstance(abilities, tuple):
        return f"its abilities must be a tuple, not {_short(abilities)}"
    return next((fault for part in abilities if (fault := _fault(part, Ability, "an ability"))), "")


def _load(data: object) -> Any:  # noqa: ANN401 - any word, or anything a word holds
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
    return _word(name, table)


def _word(name: str, table: dict[str, object]) -> object:
    """Build a word. Its fields are checked first, since a compiled word raises TypeError for a wrong one."""
    word = VOCABULARY[name]
    hints = hints_of(word)
    for key in table:
        if key not in hints:
            raise NotAWord(f"The word {name} has no field {key!r}; it has {', '.join(hints) or 'none'}.")
    values = {}
    for field in fields(word):
        if field.name in table:
            given = table[field.name]
            value = bits_of(given) if is_kinds(name, field.name) else _load(given)
            if fault := _fault(value, hints[field.name], f"{name}.{field.name}"):
                raise NotAWord(f"{fault}.")
            values[field.name] = value
        elif field.default is MISSING:
            raise NotAWord(f"The word {name} needs the field {field.name!r}.")
    return word(**values)


# Checking by annotations.


def _fault(thing: object, hint: object, where: str) -> str:
    """Return why a value or a part of it does not fit an annotation; an empty text if it does."""
    if not fits(thing, hint):
        return f"{where} cannot be {_short(thing)}"
    if isinstance(thing, tuple):
        return next((f for n, part in enumerate(thing) if (f := _fault(part, part_of(hint, n), where))), "")
    if is_dataclass(thing) and not isinstance(thing, type):
        hints = hints_of(type(thing))
        for field in fields(thing):
            name = f"{type(thing).__name__}.{field.name}"
            if fault := _fault(getattr(thing, field.name), hints[field.name], name):
                return fault
    return ""


def fits(thing: object, hint: Any) -> bool:  # noqa: ANN401 - any annotation
    """Whether a value fits an annotation; its parts are not checked."""
    origin = get_origin(hint)
    if origin in {Union, UnionType}:
        return any(fits(thing, part) for part in get_args(hint))
    if origin is Literal:
        return type(thing) is str and thing in get_args(hint)
    if origin is tuple:
        fixed = Ellipsis not in get_args(hint)
        return isinstance(thing, tuple) and (not fixed or len(thing) == len(get_args(hint)))
    if hint in {int, str, bool, type(None)}:
        return type(thing) is hint
    return isinstance(thing, hint) and VOCABULARY.get(type(thing).__name__) is type(thing)


def part_of(hint: Any, number: int) -> Any:  # noqa: ANN401 - any annotation
    """Return the annotation of one part of a tuple."""
    if get_origin(hint) is not tuple:  # a union with a tuple in it
        hint = next(part for part in get_args(hint) if get_origin(part) is tuple)
    parts = get_args(hint)
    return parts[0] if Ellipsis in parts else parts[number]


@cache
def hints_of(word: type) -> dict[str, Any]:
    """Return the annotation of each field of a word, which a compiled class does not keep."""
    source = sources()[word.__name__]
    assert isinstance(source, ast.ClassDef)
    return resolved(
        {
            field.target.id: ast.unparse(field.annotation)
            for field in source.body
            if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name)
        }
    )


def resolved(annotations: dict[str, str]) -> dict[str, Any]:
    """Return annotations of the vocabulary's sources, read as text, as objects."""
    return get_type_hints(type("Written", (), {"__annotations__": annotations}), vars(vocabulary))


@cache
def sources() -> dict[str, ast.ClassDef | ast.FunctionDef]:
    """Return the source of every word and of every function that makes one, by name.

    The source files are beside the compiled modules.
    """
    files_of_words = [file for file in files(vocabulary).iterdir() if file.name.endswith(".py")]
    return {
        thing.name: thing
        for file in files_of_words
        for thing in ast.parse(file.read_text("utf-8")).body
        if isinstance(thing, ast.ClassDef | ast.FunctionDef)
        and callable(getattr(vocabulary, thing.name, None))
    }


def is_kinds(name: str, field: str) -> bool:
    """Whether a field of a word holds kinds of cards, which are written as names."""
    return name == Filter.__name__ and field == "kinds"


def names_of_kinds(bits: int) -> list[Json]:
    """Return the names of kinds of cards."""
    return [kind for kind, bit in KINDS.items() if bits & bit]


def bits_of(names: object) -> int:
    """Return kinds of cards from their names; raise NotAWord for anything else."""
    if not isinstance(names, list) or not names or not all(name in KINDS for name in names):
        raise NotAWord(f"Kinds of cards are a list of {', '.join(KINDS)}, not {_short(names)}.")
    return sum(KINDS[name] for name in set(names))


def _short(thing: object) -> str:
    shown = repr(thing)
    return shown if len(shown) <= 60 else f"{shown[:57]}..."
