"""The tables of docs/protocol.md, written from `table/protocol.py` by `typescript_types.py`.

Each table under `<!-- fields of NAME -->` gets a row for each field, with what it may be. The last column,
what it means, is written by hand and kept. The table of reasons follows the English sentences.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal, get_args, get_origin

from msgspec import inspect as mi

from stablehand.table import protocol
from stablehand.table.commands.display_names import emotes
from stablehand.table.state.state import UNDOS
from stablehand.text.language import language

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

DOCUMENT: Final = Path(__file__).resolve().parent.parent / "docs" / "protocol.md"
FILLED: Final[dict[str, object]] = {"n": 2, "number": 3, "who": "Ann", "emotes": ", ".join(emotes)}
"""Values for the slots of the sentences."""
FIXED: Final[dict[str, dict[str, object]]] = {"undo_enough": {"n": UNDOS}}
"""Values that are always the same, by reason."""
_TABLE: Final = re.compile(r"(<!-- (?:fields of (\w+)|reasons) -->\n\n)((?:\|.*\n)*)")


def named_literals() -> dict[tuple[object, ...], str]:
    """Return the choices that have a name in the protocol, by their values."""
    found = vars(protocol).items()
    return {get_args(value): name for name, value in found if get_origin(value) is Literal}


def documented(text: str, known: Mapping[str, mi.StructType | mi.TypedDictType]) -> str:
    """Return the document with its tables as they should be; `known` are the protocol's structs."""

    def table(found: re.Match[str]) -> str:
        head, name, rows = found.groups()
        return head + "".join(_rows(known[name], rows) if name else _reasons())

    return _TABLE.sub(table, text)


def _rows(kind: mi.StructType | mi.TypedDictType, before: str) -> Iterator[str]:
    cells = [[cell.strip() for cell in row.split("|")[1:-1]] for row in before.splitlines()]
    meanings = {row[0]: row[-1] for row in cells}
    yield "| field | is | meaning |\n|---|---|---|\n"
    for field in kind.fields:
        name = f"`{field.encode_name}`"
        says = words(field.type)
        if issubclass(kind.cls, protocol.Command | protocol.House) and not field.required:
            says += f"; {_json(field.default)} if left out"
        yield f"| {name} | {says} | {meanings.get(name, '')} |\n"


def _reasons() -> Iterator[str]:
    catalogue = language("en").catalogue("table")
    yield "| reason | in English |\n|---|---|\n"
    for key in catalogue:
        front, _, reason = key.partition(".")
        if front == "refused":
            known = FILLED | FIXED.get(reason, {})
            filled = {name: known.get(name, "…") for name in catalogue.message(key).names()}
            yield f"| `{reason}` | {catalogue.say(key, **filled)} |\n"


def words(kind: mi.Type) -> str:
    """Return in words what a value may be."""
    match kind:
        case mi.AnyType():
            return "any JSON"
        case mi.NoneType():
            return "`null`"
        case mi.BoolType():
            return "`true` or `false`"
        case mi.IntType(ge=least, le=most):
            return "whole number" + _range(least, most)
        case mi.FloatType(ge=least, le=most):
            return "number" + _range(least, most)
        case mi.StrType(pattern=str(pattern), max_length=longest):
            return f"text like `{pattern}`" + (f", at most {longest} characters" if longest else "")
        case mi.StrType(max_length=longest):
            return "text" + (f", at most {longest} characters" if longest else "")
        case mi.LiteralType(values=values):
            order = next((known for known in named_literals() if set(known) == set(values)), values)
            return ", ".join(_json(value) for value in order)
        case mi.DictType(max_length=longest):
            return "object" + (f", at most {longest} fields" if longest else "")
        case mi.VarTupleType(item_type=item):
            return f"list: {words(item)}"
        case mi.UnionType(types=types):
            return " or ".join(words(one) for one in types)
        case mi.StructType(cls=cls):
            return f"[{cls.__name__}](#{cls.__name__.lower()})"
        case _:
            raise TypeError(f"There are no words for {kind}.")


def _range(least: float | None, most: float | None) -> str:
    return "" if least is None or most is None else f" from {least} to {most}"


def _json(value: Any) -> str:  # noqa: ANN401 - any default there may be
    return f"`{json.dumps(value)}`"
