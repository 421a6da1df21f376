"""Write down for others what `table/protocol.py` says: TypeScript types, and the tables of docs/protocol.md.

    python scripts/protocol_types.py [--check]

The types in web/src/protocol.ts are written anew. In the document, each table under `<!-- fields of NAME -->`
gets a row for each field, with what it may be; the last column, what it means, is written by hand and stays.
The table of reasons follows the English sentences.
With --check nothing is written, and the program ends with 1 if something would be.
"""

from __future__ import annotations

import argparse
import ast
import inspect
import json
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal, get_args, get_origin

import msgspec
from msgspec import inspect as mi

from stablehand.table import protocol
from stablehand.table.manners import emotes
from stablehand.table.playing import UNDOS
from stablehand.text.language import language

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT: Final = Path(__file__).resolve().parent.parent
TYPES: Final = ROOT / "web" / "src" / "protocol.ts"
DOCUMENT: Final = ROOT / "docs" / "protocol.md"

UNIONS: Final = {"Command": protocol.AnyCommand, "Frame": protocol.AnyFrame}
HEAD: Final = """\
// What is said over the wire, as docs/protocol.md explains it.
// Written by scripts/protocol_types.py from src/stablehand/table/protocol.py: change it there.

/** The version of the protocol; each table frame carries it. */
export const PROTOCOL = {version};

export type Json =
	| null
	| boolean
	| number
	| string
	| readonly Json[]
	| {{ readonly [key: string]: Json }};

/** JSON as a game makes it: a view, an event, what an option means. */
export type Data = {{ readonly [key: string]: Json }};
"""
WIDTH: Final = 80
FILLED: Final[dict[str, object]] = {"n": 2, "number": 3, "who": "Ann", "emotes": ", ".join(emotes)}
"""What stands in the sentences of the document, by slot."""
FIXED: Final[dict[str, dict[str, object]]] = {"undo_enough": {"n": UNDOS}}
"""What stands there because it is never another, by reason."""
_TABLE: Final = re.compile(r"(<!-- (?:fields of (\w+)|reasons) -->\n\n)((?:\|.*\n)*)")


# ---- what there is to write about


def members(union: object) -> list[type[msgspec.Struct]]:
    """Return the structs of a union, in the order they are written."""
    return list(get_args(union))


def named_literals() -> dict[tuple[object, ...], str]:
    """Return the choices that have a name in the protocol."""
    found = vars(protocol).items()
    return {get_args(value): name for name, value in found if get_origin(value) is Literal}


def structs() -> dict[str, mi.StructType]:
    """Return every struct of the protocol: those inside others first, as they are come upon."""
    found: dict[str, mi.StructType] = {}

    def collect(kind: mi.Type) -> None:
        if isinstance(kind, mi.StructType):
            for field in kind.fields:
                collect(field.type)
            found.setdefault(kind.cls.__name__, kind)
        for inner in _inside(kind):
            collect(inner)

    for union in UNIONS.values():
        collect(mi.type_info(union))
    return found


def _inside(kind: mi.Type) -> tuple[mi.Type, ...]:
    match kind:
        case mi.UnionType():
            return kind.types
        case mi.VarTupleType():
            return (kind.item_type,)
        case _:
            return ()


def comments() -> dict[str, dict[str, str]]:
    """Return what stands below the fields of each class: Python forgets it, the source does not."""
    found: dict[str, dict[str, str]] = {}
    for node in ast.parse(inspect.getsource(protocol)).body:
        if isinstance(node, ast.ClassDef):
            below = found[node.name] = {}
            for field, text in zip(node.body, node.body[1:], strict=False):
                if not isinstance(field, ast.AnnAssign) or not isinstance(field.target, ast.Name):
                    continue
                if isinstance(text, ast.Expr) and isinstance(text.value, ast.Constant):
                    below[field.target.id] = inspect.cleandoc(str(text.value.value))
    return found


# ---- TypeScript


def typescript() -> str:
    """Return the types as a module."""
    parts = [HEAD.format(version=protocol.PROTOCOL)]
    parts += [
        _alias(name, [json.dumps(value) for value in values]) for values, name in named_literals().items()
    ]
    below = comments()
    parts += [_interface(kind, below.get(name, {})) for name, kind in structs().items()]
    parts += [_alias(name, [cls.__name__ for cls in members(union)]) for name, union in UNIONS.items()]
    return "\n".join(parts)


def _alias(name: str, choices: list[str]) -> str:
    line = f"export type {name} = {' | '.join(choices)};\n"
    if len(line) <= WIDTH:
        return line
    return f"export type {name} =\n" + "\n".join(f"\t| {choice}" for choice in choices) + ";\n"


def _interface(kind: mi.StructType, below: dict[str, str]) -> str:
    cls = kind.cls
    is_command = issubclass(cls, protocol.Command)
    lines = [*_comment(inspect.getdoc(cls) or "", ""), f"export interface {cls.__name__} {{"]
    if kind.tag_field:
        lines.append(f"\treadonly {kind.tag_field}: {json.dumps(kind.tag)};")
    for field in kind.fields:
        # A command may leave out what has a default; a frame always has everything.
        mark = "?" if is_command and not field.required else ""
        lines += _comment(below.get(field.name, ""), "\t")
        lines.append(f"\treadonly {field.encode_name}{mark}: {_type(field.type, is_command=is_command)};")
    return "\n".join([*lines, "}\n"])


def _type(kind: mi.Type, *, is_command: bool) -> str:
    match kind:
        case mi.AnyType():
            return "Json"
        case mi.NoneType():
            return "null"
        case mi.BoolType():
            return "boolean"
        case mi.IntType() | mi.FloatType():
            return "number"
        case mi.StrType():
            return "string"
        case mi.LiteralType(values=values):
            inline = " | ".join(json.dumps(value) for value in values)
            return next(
                (name for known, name in named_literals().items() if set(known) == set(values)), inline
            )
        case mi.DictType():
            return "Data"
        case mi.VarTupleType(item_type=item):
            inner = _type(item, is_command=is_command)
            return f"readonly ({inner})[]" if "|" in inner else f"readonly {inner}[]"
        case mi.UnionType(types=types):
            return " | ".join(_type(one, is_command=is_command) for one in types)
        case mi.StructType(cls=cls, fields=fields):
            if not is_command:
                return cls.__name__
            assert not any(field.required for field in fields), f"{cls} is neither wholly nor partly sent"
            return f"Partial<{cls.__name__}>"
        case _:
            raise TypeError(f"There is no TypeScript for {kind}.")


def _comment(text: str, indent: str) -> list[str]:
    lines = text.splitlines()
    if len(lines) < 2:
        return [f"{indent}/** {line} */" for line in lines]
    return [f"{indent}/**", *(f"{indent} * {line}".rstrip() for line in lines), f"{indent} */"]


# ---- the document


def documented(text: str) -> str:
    """Return the document with its tables as they should be."""
    known = structs()

    def table(found: re.Match[str]) -> str:
        head, name, rows = found.groups()
        return head + "".join(_rows(known[name], rows) if name else _reasons())

    return _TABLE.sub(table, text)


def _rows(kind: mi.StructType, before: str) -> Iterator[str]:
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
    """Say what a value may be."""
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


# ---- the program


def stale() -> dict[Path, str]:
    """Return what should stand in the files that say something else."""
    wanted = {TYPES: typescript(), DOCUMENT: documented(DOCUMENT.read_text("utf-8"))}
    return {
        path: text
        for path, text in wanted.items()
        if not path.exists() or path.read_text("utf-8") != text
    }  # fmt: skip


def main() -> int:
    """Write what is to be written, or say what would be."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--check", action="store_true", help="write nothing; end with 1 if something is stale"
    )
    args = parser.parse_args()
    found = stale()
    for path, text in found.items():
        print(f"{path.relative_to(ROOT)} is {'stale' if args.check else 'written'}.")
        if not args.check:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, "utf-8")
    return 1 if args.check and found else 0


if __name__ == "__main__":
    sys.exit(main())
