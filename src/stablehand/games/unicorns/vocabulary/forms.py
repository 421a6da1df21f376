"""How the words of the language are written as text: names with arguments, and names that stand alone.

Everything is read off the vocabulary itself: a word is written by its class (`May(…)`) or by a function that
makes it (`destroy(…)`), a fixed value by its constant (`UNICORN`, `ENTERS`). `parse` and `write` use the same
forms, so what one writes the other reads.
"""

from __future__ import annotations

import ast
from dataclasses import MISSING, dataclass, fields
from functools import cache
from types import UnionType
from typing import TYPE_CHECKING, Any, Final, Literal, Union, get_args, get_origin

from stablehand.games.unicorns import vocabulary
from stablehand.games.unicorns.vocabulary import Filter, Word
from stablehand.games.unicorns.vocabulary.schema import VOCABULARY, hints_of, resolved, sources

if TYPE_CHECKING:
    from collections.abc import Callable

REQUIRED: Final = object()
"""Where an argument has no default."""
WHOLE_CARD: Final = "card"
"""The function that makes the abilities of a card: around them in the sources, and allowed around a text."""


@dataclass(frozen=True, slots=True)
class Argument:
    """An argument of a form."""

    name: str
    hint: Any
    """Its annotation."""
    default: object = REQUIRED
    is_rest: bool = False
    """Whether it takes all further arguments."""


@dataclass(frozen=True, slots=True)
class Form:
    """A name that is written with arguments in brackets."""

    name: str
    build: Callable[..., Any]
    arguments: tuple[Argument, ...]
    makes: type
    """The word that it makes."""

    @property
    def usage(self) -> str:
        """Return how it is written: "Look(n, take=…, rest=…)"."""
        told = [
            f"{one.name}, …" if one.is_rest else one.name if one.default is REQUIRED else f"{one.name}=…"
            for one in self.arguments
        ]
        return f"{self.name}({', '.join(told)})"


@cache
def forms() -> dict[str, Form]:
    """Return every form by its name."""
    found = {name: _of_word(name, word) for name, word in VOCABULARY.items()}
    for name, source in sources().items():
        if isinstance(source, ast.FunctionDef):
            found[name] = _of_function(source, getattr(vocabulary, name))
    return found


@cache
def constants() -> dict[str, object]:
    """Return every fixed value by its name."""
    return {
        name: thing
        for name, thing in vars(vocabulary).items()
        if name.isupper() and (isinstance(thing, str) or type(thing).__name__ in VOCABULARY)
    }


@cache
def makers(word: type) -> tuple[Form, ...]:
    """Return the functions that make a word, those with the fewest arguments first."""
    found = [form for form in forms().values() if form.makes is word and form.build is not word]
    return tuple(sorted(found, key=lambda form: len(form.arguments)))


@cache
def refinements() -> dict[str, str]:
    """Return what can follow a filter after a dot, with the place that it names; "" is another card."""
    own = {field.name for field in fields(Filter)}
    names = [
        name
        for name, thing in vars(Filter).items()
        if name[0] != "_" and name not in own and hasattr(thing, "__get__") and not callable(thing)
    ]
    return {name: getattr(Filter(), name).place for name in names}


@cache
def name_of_text(text: str, hint: Any) -> str:  # noqa: ANN401 - any annotation
    """Return the constant for a text; "" if it is written in quotes.

    The values of a field have constants all or none: `When(ENTERS, …)`, but `Needs(BASIC, "enter")`.
    """
    named = {value: name for name, value in constants().items() if isinstance(value, str)}
    if get_origin(hint) is Literal and not all(value in named for value in get_args(hint) if value):
        return ""
    return named.get(text, "")


@cache
def described(hint: Any) -> str:  # noqa: ANN401 - any annotation
    """Return what fits an annotation, as the object of a sentence."""
    *told, last = dict.fromkeys(_descriptions(hint))
    return f"{', '.join(told)} or {last}" if told else last


def _descriptions(hint: Any) -> list[str]:  # noqa: ANN401 - any annotation
    origin = get_origin(hint)
    if origin in {Union, UnionType}:
        return [told for part in get_args(hint) for told in _descriptions(part)]
    if origin is Literal:
        return [name_of_text(value, hint) or f'"{value}"' for value in get_args(hint) if value]
    if origin is tuple:
        return ["a list (…, …)"]
    if hint in _PLAIN:
        return [_PLAIN[hint]]
    if hint is Word:
        return ["something to do (May(…), Draw(…), destroy(…), …)"]
    if hint is Filter:
        return ["a filter such as UNICORN"]
    named = [name for name, value in constants().items() if type(value) is hint]
    return [f"{form.name}(…)" for form in makers(hint)] + named or [f"{hint.__name__}(…)"]


_PLAIN: Final[dict[Any, str]] = {
    int: "a whole number",
    bool: "True or False",
    str: 'a text such as DESTROYED or "panda"',
    type(None): "None",
}


def _of_word(name: str, word: type) -> Form:
    hints = hints_of(word)
    arguments = tuple(
        Argument(field.name, hints[field.name], REQUIRED if field.default is MISSING else field.default)
        for field in fields(word)
    )
    return Form(name, word, arguments, word)


def _of_function(source: ast.FunctionDef, build: Callable[..., Any]) -> Form:
    given = source.args
    rest = [] if given.vararg is None else [given.vararg]
    annotated = {one.arg: ast.unparse(one.annotation) for one in (*given.args, *rest) if one.annotation}
    hints = resolved({**annotated, "return": ast.unparse(source.returns)} if source.returns else annotated)
    defaults = [REQUIRED] * (len(given.args) - len(given.defaults)) + [
        ast.literal_eval(value) for value in given.defaults
    ]
    arguments = [
        Argument(one.arg, hints[one.arg], default) for one, default in zip(given.args, defaults, strict=True)
    ]
    arguments += [Argument(one.arg, hints[one.arg], is_rest=True) for one in rest]
    return Form(source.name, build, tuple(arguments), hints["return"])
