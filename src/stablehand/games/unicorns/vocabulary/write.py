"""Write a card's abilities as text, in the one form that `parse` reads back unchanged.

Words are written by the functions that make them (`destroy(a(UNICORN))`, not `Act("destroy", …)`), required
arguments in order and without names, truth values and what differs from its default with them.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, get_args, get_origin

from stablehand.games.unicorns.vocabulary import ANY_CARD, Ability, Filter, named
from stablehand.games.unicorns.vocabulary.forms import (
    REQUIRED,
    Argument,
    Form,
    constants,
    forms,
    makers,
    name_of_text,
    refinements,
)
from stablehand.games.unicorns.vocabulary.schema import check, is_kinds, names_of_kinds, part_of

if TYPE_CHECKING:
    from stablehand.games.unicorns.vocabulary import Abilities


def write(abilities: Abilities) -> str:
    """Return the text of abilities; raise NotAWord for anything else.

    >>> from stablehand.games.unicorns.vocabulary import ENTERS, Lands, May, UPGRADE, When, a, steal
    >>> write((When(ENTERS, May(steal(a(UPGRADE)))), Lands()))
    'When(ENTERS, May(steal(a(UPGRADE)))), Lands()'
    """
    check(abilities)
    return ", ".join(_value(ability, Ability) for ability in abilities)


def _value(thing: Any, hint: Any) -> str:  # noqa: ANN401 - any value, any annotation
    if isinstance(thing, str):
        return name_of_text(thing, _of_texts(hint)) or f'"{thing}"'
    if thing is None or isinstance(thing, bool | int):
        return str(thing)
    if isinstance(thing, tuple):
        return _list([_value(part, part_of(hint, number)) for number, part in enumerate(thing)])
    if isinstance(thing, Filter):
        return _filter(thing)
    alone = [name for name, value in constants().items() if type(value) is type(thing) and value == thing]
    return alone[0] if alone else _call(thing)


def _of_texts(hint: Any) -> Any:  # noqa: ANN401 - any annotation
    """Return the annotation of a text: the part of a union that is one."""
    return next((part for part in get_args(hint) if part is str), hint) if get_origin(hint) is None else hint


def _list(parts: list[str]) -> str:
    return f"({parts[0]},)" if len(parts) == 1 else f"({', '.join(parts)})"


def _call(word: Any) -> str:  # noqa: ANN401 - any word
    """Return a word as the shortest function that makes it, else as its class."""
    cls: type = type(word)
    for form in makers(cls):
        given = {one.name: getattr(word, one.name, None) for one in form.arguments if not one.is_rest}
        rest = [part for one in form.arguments if one.is_rest for part in getattr(word, one.name)]
        if form.build(*rest, **given) == word:
            return _written(form, word)
    return _written(forms()[cls.__name__], word)


def _written(form: Form, word: object) -> str:
    told: list[str] = []
    for argument in form.arguments:
        value = getattr(word, argument.name)
        if argument.is_rest:
            told += [_value(part, argument.hint) for part in value]
        elif argument.default is REQUIRED or value != argument.default:
            told.append(_argument(form, argument, value))
    return f"{form.name}({', '.join(told)})"


def _argument(form: Form, argument: Argument, value: object) -> str:
    is_named = argument.default is not REQUIRED or isinstance(value, bool)
    if is_kinds(form.name, argument.name) and isinstance(value, int):
        text = _list([f'"{kind}"' for kind in names_of_kinds(value)])
    else:
        text = _value(value, argument.hint)
    return f"{argument.name}={text}" if is_named else text


def _filter(of: Filter) -> str:
    """Return a filter as kinds, a tag or a name, and its place."""
    base = replace(of, place="", is_other=False)
    places = [name for name, place in refinements().items() if place and place == of.place]
    places += [name for name, place in refinements().items() if not place and of.is_other]
    text = _base(base)
    if places and " " in text and "(" not in text:
        text = f"({text})"
    return ".".join((text, *places))


def _base(base: Filter) -> str:
    filters = {name: value for name, value in constants().items() if isinstance(value, Filter)}
    for name, value in filters.items():
        if value == base:
            return name
    if base == named(base.name):
        return f'{named.__name__}("{base.name}")'
    if base != Filter(base.kinds):
        return _written(forms()[Filter.__name__], base)
    parts, left = [], base.kinds
    for name, value in filters.items():
        if value == Filter(value.kinds) and value.kinds != ANY_CARD and value.kinds & left == value.kinds:
            parts.append(name)
            left &= ~value.kinds
    return " | ".join(parts)
