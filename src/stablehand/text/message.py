"""Messages: templates with slots, choices and plurals, in a small part of ICU's MessageFormat.

    {who}                                       the value named `who`
    {do:inf}                                    the same in a form: a case or a mood
    {do:^inf}                                   the same, beginning with a capital
    {who, select, you {You draw} other {{who} draws}}
    {n, plural, one {# card} other {# cards}}   CLDR's categories, or =0, =1, ... for one number

`{form, select, ...}` chooses by the form that the message itself was asked for; a slot without a form hands
that form on. A template is checked when it is read. The browser gets its messages parsed (`page.py`).
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
    """A template that cannot be parsed, or a value that is missing. The text is one sentence."""


class Inflected(ABC):
    """A value with several forms; a slot chooses the form."""

    __slots__ = ()

    @abstractmethod
    def render(self, form: str) -> str:
        """Return the text in a form; "" is the default form."""

    @property
    def branch(self) -> str:
        """The branch that a `select` takes for this value."""
        return OTHER


@dataclass(frozen=True, slots=True)
class Phrase(Inflected):
    """A value given by a function that returns the text in a form.

    >>> card = Phrase(lambda case: {"acc": "карту"}.get(case, "карта"))
    >>> read("Сбрось {what:acc}").say({"what": card})
    'Сбрось карту'
    """

    text: Callable[[str], str]

    def render(self, form: str) -> str:
        """Return the text in a form."""
        return self.text(form)


@dataclass(frozen=True, slots=True)
class Slot:
    """A place for a value; `form` "" is the form that the message was asked for."""

    name: str
    form: str = ""
    is_capital: bool = False


@dataclass(frozen=True, slots=True)
class Choice:
    """A `select` or `plural`: a branch for each value or plural category, always with `other`."""

    name: str
    is_plural: bool
    branches: tuple[tuple[str, Message], ...]

    def branch(self, wanted: str) -> Message | None:
        """Return a branch by its name; None if there is no such branch."""
        for name, message in self.branches:
            if name == wanted:
                return message
        return None


Part: TypeAlias = str | Slot | Choice


@dataclass(frozen=True, slots=True)
class Message:
    """A parsed template."""

    parts: tuple[Part, ...]

    def say(
        self, values: Mapping[str, object], form: str = "", plural: Callable[[int], str] = lambda _: OTHER
    ) -> str:
        """Return the text with values filled in; a missing value is a MessageError.

        `plural` returns the plural category of a number, as the language has it.

        >>> read("{n, plural, one {# card} other {# cards}}").say({"n": 3})
        '3 cards'
        """
        return "".join(
            [part if isinstance(part, str) else _filled(part, values, form, plural) for part in self.parts]
        )

    def slots(self) -> set[str]:
        """Return the names of all slots; a name that only a `select` or `plural` uses is not among them."""
        return {part.name for part in self._all_parts() if isinstance(part, Slot)}

    def names(self) -> set[str]:
        """Return the names of all values that the message needs, in slots and in choices."""
        return {part.name for part in self._all_parts() if not isinstance(part, str)}

    def texts(self) -> Iterator[str]:
        """Return the literal texts, those of all branches included."""
        return (part for part in self._all_parts() if isinstance(part, str))

    def _all_parts(self) -> Iterator[Part]:
        for part in self.parts:
            yield part
            if isinstance(part, Choice):
                for _, branch in part.branches:
                    yield from branch._all_parts()  # noqa: SLF001 - the same class

    def mapped(self, change: Callable[[str], str]) -> Message:
        """Return a copy of the message with its literal texts changed; slots and choices stay."""
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
        raise MessageError(f"The value of {{{part.name}}} is missing.")
    if isinstance(part, Slot):
        if isinstance(value, Inflected):
            text = value.render(part.form or form)
        else:
            text = str(value).replace("-", MINUS) if isinstance(value, int) else str(value)
        return capital(text) if part.is_capital else text
    if part.is_plural:
        if not isinstance(value, int):
            raise MessageError(f"{{{part.name}}} must be a whole number to choose a plural.")
        chosen = part.branch(f"={value}") or part.branch(plural(value))
    else:
        chosen = part.branch(value.branch if isinstance(value, Inflected) else str(value))
    found = chosen or part.branch(OTHER)
    assert found is not None, "a choice without `other` cannot be read"
    return found.say(values, form, plural)


def capital(sentence: str) -> str:
    """Return a sentence with its first letter in upper case, also behind a quotation mark."""
    at = next((at for at, letter in enumerate(sentence) if letter.isalnum()), 0)
    return sentence[:at] + sentence[at : at + 1].upper() + sentence[at + 1 :]


@cache
def read(template: str) -> Message:
    """Return the parsed message of a template; raise MessageError with the template if it is malformed.

    >>> read("{n, plural, one {a}}")
    Traceback (most recent call last):
    stablehand.text.message.MessageError: {n, plural ...} has no branch `other`, in '{n, plural, one {a}}'.
    """
    reader = _Reader(template)
    message = reader.message("")
    if reader.at < len(template):
        raise reader.error("one } too many")
    return message


class _Reader:
    """Parses one template from left to right; `at` is the position reached."""

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
