"""The tokens of the card language, and the error that says where a text is wrong."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from stablehand.games.unicorns.vocabulary.schema import NotAWord

LONGEST: Final = 2000
"""Characters of a text; the longest printed card needs a tenth of that."""
END: Final = "end"

_TOKEN: Final = re.compile(
    r"""(?P<name>[A-Za-z_][A-Za-z_0-9]*) | (?P<number>-?[0-9]+) | (?P<text>"[^"\n]*"|'[^'\n]*')
      | (?P<sign>[().,|=]) | (?P<space>[ \t\r\n]+)""",
    re.VERBOSE,
)
_MOST_DIGITS: Final = 4
_MOST_SHOWN: Final = 40


@dataclass(frozen=True, slots=True)
class Token:
    """A name, a number, a text in quotes, a sign, or the end."""

    kind: str
    text: str
    at: int
    """Where it begins in the whole text."""

    @property
    def shown(self) -> str:
        """Return how an error names it."""
        return "the end" if self.kind == END else quoted(self.text)


class CardTextError(NotAWord):
    """Raised for a text that is not a card's abilities: one sentence, and where in the text it is."""

    def __init__(self, message: str, text: str, at: int) -> None:
        line = text.count("\n", 0, at) + 1
        column = at - (text.rfind("\n", 0, at) + 1) + 1
        stop = "" if message.endswith("?") else "."
        super().__init__(f"line {line}, column {column}: {message}{stop}")
        self.message = message
        """The sentence without its place and its full stop."""
        self.at = at
        """The offset in the text."""


def tokens_of(text: str) -> list[Token]:
    """Return the tokens of a text, the last of which is its end; raise CardTextError for other signs."""
    if len(text) > LONGEST:
        raise CardTextError(f"an ability has at most {LONGEST} characters, not {len(text)}", text, LONGEST)
    found, at = [], 0
    while at < len(text):
        match = _TOKEN.match(text, at)
        if match is None:
            raise CardTextError(_stray(text, at), text, at)
        kind = str(match.lastgroup)
        if kind == "number" and len(match[0]) > _MOST_DIGITS:
            raise CardTextError(f"the number {quoted(match[0])} is too big for a card", text, at)
        if kind != "space":
            found.append(Token(kind, match[0], at))
        at = match.end()
    return [*found, Token(END, "", len(text))]


def quoted(text: str) -> str:
    """Return a piece of a text in quotes, on one line and not too long."""
    shown = " ".join(text.split())
    return repr(shown if len(shown) <= _MOST_SHOWN else f"{shown[: _MOST_SHOWN - 1]}…")


def _stray(text: str, at: int) -> str:
    if text[at] in "\"'":
        return "this text in quotes has no end"
    return f"{text[at]!r} means nothing in the card language"
