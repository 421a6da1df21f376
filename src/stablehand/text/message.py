"""Messages: templates with slots, choices and plurals, in a small part of ICU's MessageFormat.

    {who}                                       what is called `who`
    {do:inf}                                    the same in a form: a case, a mood; "" is the form asked for
    {do:^inf}                                   the same, beginning with a capital
    {who, select, you {You draw} other {{who} draws}}
    {n, plural, one {# card} other {# cards}}   CLDR's categories, or =0, =1, ... for one number

`{form, select, ...}` chooses by the form the message itself was asked for. The browser reads the same
messages; those that ask for forms are rendered here. A template is checked when it is read.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Final, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

FORM: Final = "form"
OTHER: Final = "other"
MINUS: Final = "\N{MINUS SIGN}"
_NAME: Final = re.compile(r"\s*([A-Za-z_][A-Za-z_0-9]*)\s*")
_FORM: Final = re.compile(r"(\^?)([a-z_]*)\s*")
_BRANCH: Final = re.compile(r"\s*(=[0-9]+|[A-Za-z_][A-Za-z_0-9]*)\s*\{")
_TEXT: Final = re.compile(r"[^{}#]+")


class MessageError(ValueError):
    """A template that cannot be read, or a message that lacks what it speaks of; one sentence."""


class Inflected(ABC):
    """A value that says itself in the form a slot asks for."""

    __slots__ = ()

    @abstractmethod
    def render(self, form: str) -> str:
        """Say it."""

    @property
    def branch(self) -> str:
        """Return the branch it wants of a `select`."""
        return OTHER


@dataclass(frozen=True, slots=True)
class Phrase(Inflected):
    """A value made of a function from form to words.

    >>> card = Phrase(lambda case: {"acc": "карту"}.get(case, "карта"))
    >>> read("Сбрось {what:acc}").say({"what": card})
    'Сбрось карту'
    """

    said: Callable[[str], str]

    def render(self, form: str) -> str:
        """Say it."""
        return self.said(form)


@dataclass(frozen=True, slots=True)
class Slot:
    """A value, in a form."""

    name: str
    form: str = ""
    is_capital: bool = False


@dataclass(frozen=True, slots=True)
class Choice:
    """A branch for each value, or for each plural category."""

    name: str
    is_plural: bool
    branches: tuple[tuple[str, Message], ...]

    def branch(self, wanted: str) -> Message | None:
        """Return a branch by its name."""
        for name, message in self.branches:
            if name == wanted:
                return message
        return None


Part: TypeAlias = str | Slot | Choice


@dataclass(frozen=True, slots=True)
class Message:
    """A template that has been read."""

    parts: tuple[Part, ...]

    def say(
        self, values: Mapping[str, object], form: str = "", plural: Callable[[int], str] = lambda _: OTHER
    ) -> str:
        """Fill it in.

        >>> read("{n, plural, one {# card} other {# cards}}").say({"n": 3})
        '3 cards'
        """
        return "".join(
            [part if isinstance(part, str) else _filled(part, values, form, plural) for part in self.parts]
        )

    def slots(self) -> set[str]:
        """Return the names that are said; those only chosen by are not among them."""
        return {part.name for part in self._walk() if isinstance(part, Slot)}

    def names(self) -> set[str]:
        """Return the names it speaks of, in slots and in choices."""
        return {part.name for part in self._walk() if not isinstance(part, str)}

    def texts(self) -> Iterator[str]:
        """Return the words that stand in it."""
        return (part for part in self._walk() if isinstance(part, str))

    def _walk(self) -> Iterator[Part]:
        for part in self.parts:
            yield part
            if isinstance(part, Choice):
                for _, branch in part.branches:
                    yield from branch._walk()  # noqa: SLF001 - our own kind

    def mapped(self, change: Callable[[str], str]) -> Message:
        """Return the message with its words changed and all else as it is."""
        return Message(tuple(_mapped(part, change) for part in self.parts))


def _mapped(part: Part, change: Callable[[str], str]) -> Part:
    if isinstance(part, str):
        return change(part)
    if isinstance(part, Slot):
        return part
    branches = tuple((name, branch.mapped(change)) for name, branch in part.branches)
    return Choice(part.name, part.is_plural, branches)


def _filled(
    part: Slot | Choice, values: Mapping[str, object], form: str, plural: Callable[[int], str]
) -> str:
    value: object = form if part.name == FORM else values.get(part.name)
    if value is None:
        raise MessageError(f"Nothing is given for {{{part.name}}}.")
    if isinstance(part, Slot):
        if isinstance(value, Inflected):
            said = value.render(part.form or form)
        else:
            said = str(value).replace("-", MINUS) if isinstance(value, int) else str(value)
        return capital(said) if part.is_capital else said
    if part.is_plural:
        if not isinstance(value, int):
            raise MessageError(f"{{{part.name}}} is no number to make a plural of.")
        chosen = part.branch(f"={value}") or part.branch(plural(value))
    else:
        chosen = part.branch(value.branch if isinstance(value, Inflected) else str(value))
    found = chosen or part.branch(OTHER)
    assert found is not None, "a choice without `other` cannot be read"
    return found.say(values, form, plural)


def capital(sentence: str) -> str:
    """Begin a sentence: its first letter is a capital one, also behind a quotation mark."""
    at = next((at for at, letter in enumerate(sentence) if letter.isalnum()), 0)
    return sentence[:at] + sentence[at : at + 1].upper() + sentence[at + 1 :]


@cache
def read(template: str) -> Message:
    """Read a template.

    >>> read("{n, plural, one {a}}")
    Traceback (most recent call last):
    stablehand.text.message.MessageError: {n, plural ...} has no branch `other`, in '{n, plural, one {a}}'.
    """
    reader = _Reader(template)
    message = reader.message("")
    if reader.at < len(template):
        raise reader.error("a } too many")
    return message


class _Reader:
    """Reads one template from left to right."""

    def __init__(self, template: str) -> None:
        self.template = template
        self.at = 0

    def error(self, what: str) -> MessageError:
        return MessageError(f"{what[:1].upper() + what[1:]}, in {self.template!r}.")

    def message(self, counted: str) -> Message:
        """Read until the end or a closing brace; `counted` is the number that # stands for."""
        parts: list[Part] = []
        while self.at < len(self.template):
            sign = self.template[self.at]
            if sign == "}":
                break
            if sign == "{":
                parts.append(self._slot_or_choice())
            elif sign == "#":
                self.at += 1
                parts.append(Slot(counted) if counted else "#")
            elif text := _TEXT.match(self.template, self.at):
                self.at = text.end()
                parts.append(text[0])
        return Message(tuple(parts))

    def _slot_or_choice(self) -> Part:
        name = _NAME.match(self.template, self.at + 1)
        if name is None:
            raise self.error("a { without a name")
        self.at = name.end()
        sign = self.template[self.at : self.at + 1]
        self.at += 1
        if sign == "}":
            return Slot(name[1])
        if sign == ":" and (form := _FORM.match(self.template, self.at)):
            self.at = form.end()
            self._close(name[1])
            return Slot(name[1], form[2], bool(form[1]))
        if sign == ",":
            return self._choice(name[1])
        raise self.error(f"{{{name[1]} is not closed")

    def _choice(self, name: str) -> Choice:
        kind = _NAME.match(self.template, self.at)
        if kind is None or kind[1] not in {"select", "plural"} or self.template[kind.end()] != ",":
            raise self.error(f"{{{name}, ...}} must be a select or a plural")
        self.at = kind.end() + 1
        is_plural = kind[1] == "plural"
        branches: dict[str, Message] = {}
        while found := _BRANCH.match(self.template, self.at):
            if found[1] in branches:
                raise self.error(f"{{{name}, {kind[1]} ...}} has the branch `{found[1]}` twice")
            self.at = found.end()
            branches[found[1]] = self.message(name if is_plural else "")
            self._close(found[1])
        self.at = len(self.template) - len(self.template[self.at :].lstrip())
        self._close(name)
        if OTHER not in branches:
            raise self.error(f"{{{name}, {kind[1]} ...}} has no branch `other`")
        return Choice(name, is_plural, tuple(branches.items()))

    def _close(self, what: str) -> None:
        if self.template[self.at : self.at + 1] != "}":
            raise self.error(f"{{{what} is not closed")
        self.at += 1
