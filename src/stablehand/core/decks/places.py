"""Where in a TOML file a value stands, which `tomllib` does not tell: for errors with line and column.

The file must be TOML already, so this only follows it. What it cannot follow has the place of the nearest
table around it.
"""

from __future__ import annotations

import re
from contextlib import suppress
from typing import Final

_KEY: Final = re.compile(r"""[ \t]*([A-Za-z0-9_-]+|"[^"\n]*"|'[^'\n]*')[ \t]*""")
_HEADER: Final = re.compile(r"(\[\[?)([^\]\n]*)\]\]?")
_SKIPPED: Final = re.compile(r"(?:[ \t\n]|#[^\n]*)*")
_ESCAPE: Final = re.compile(r"\\(u[0-9A-Fa-f]{4}|U[0-9A-Fa-f]{8}|[^\n \t])")
_PLAIN: Final = re.compile(r"[^,\]}\n#]*")
_LINE_END: Final = re.compile(r"\\[ \t]*\n\s*")

Path = tuple[str | int, ...]


class Places:
    r"""The places of the values of a TOML text.

    >>> places = Places('id = "x"\n[[card]]\nability = "Draw"\n')
    >>> places.of(("card", 0, "ability")), places.of(("card", 0, "ability"), 2), places.of(("nothing",))
    ((3, 11), (3, 14), (1, 1))
    """

    def __init__(self, text: str) -> None:
        self.text = text.replace("\r\n", "\n")
        self.starts: dict[Path, int] = {(): 0}
        """The offset of each value, by its path."""
        self._tables: dict[Path, int] = {}
        """How many tables each list of tables has so far."""
        with suppress(RecursionError, IndexError):  # deeper than we follow, or not TOML
            self._read()

    def of(self, path: Path, offset: int = -1) -> tuple[int, int]:
        """Return line and column of a value, or of a letter of a text, counted from 1."""
        while path not in self.starts:
            path, offset = path[:-1], -1
        at = self.starts[path]
        if offset >= 0 and self.text[at : at + 1] in {'"', "'"}:
            at = self._letter(at, offset)
        line = self.text.count("\n", 0, at) + 1
        return line, at - (self.text.rfind("\n", 0, at) + 1) + 1

    def _read(self) -> None:
        table: Path = ()
        at = self._skip(0)
        while at < len(self.text):
            header = _HEADER.match(self.text, at)
            if header:
                keys: Path = tuple(part.strip().strip("\"'") for part in header[2].split("."))
                table = self._table(keys, is_list=header[1] == "[[")
                self.starts.setdefault(table, at)
                at = self._skip(header.end())
            else:
                at = self._skip(self._pair(at, table))

    def _table(self, keys: Path, *, is_list: bool) -> Path:
        """Return the path of a table with this header, counting those of a list."""
        path: Path = ()
        for number, key in enumerate(keys):
            path = (*path, key)
            if is_list and number == len(keys) - 1:
                self._tables[path] = self._tables.get(path, -1) + 1
            if path in self._tables:
                path = (*path, self._tables[path])
        return path

    def _pair(self, at: int, table: Path) -> int:
        """Follow a key and its value; return where they end."""
        path = table
        key = _KEY.match(self.text, at)
        while key:
            path = (*path, key[1].strip("\"'"))
            at = key.end()
            if self.text[at] != ".":
                break
            key = _KEY.match(self.text, at + 1)
        if self.text[at] != "=":
            raise IndexError
        return self._value(self._skip(at + 1), path)

    def _value(self, at: int, path: Path) -> int:
        self.starts[path] = at
        first = self.text[at]
        if first in "\"'":
            return self._end_of_text(at)
        if first not in "[{":
            return _end(_PLAIN, self.text, at)
        closing = "]" if first == "[" else "}"
        at, number = self._skip(at + 1), 0
        while self.text[at] != closing:
            at = self._value(at, (*path, number)) if first == "[" else self._pair(at, path)
            number += 1
            at = self._skip(at)
            if self.text[at] == ",":
                at = self._skip(at + 1)
        return at + 1

    def _skip(self, at: int) -> int:
        """Return where spaces, ends of lines and remarks end."""
        return _end(_SKIPPED, self.text, at)

    # ---- texts in quotes

    def _end_of_text(self, at: int) -> int:
        inner, quotes = self._opened(at)
        at = inner
        while not self.text.startswith(quotes, at):
            at += len(self._sign(at, quotes))
            if at >= len(self.text):
                raise IndexError
        at += len(quotes)
        while len(quotes) == 3 and self.text[at : at + 1] == quotes[0]:  # a quote may stand before the end
            at += 1
        return at

    def _letter(self, at: int, offset: int) -> int:
        """Return where a letter of a text stands in the file."""
        at, quotes = self._opened(at)
        while True:
            sign = self._sign(at, quotes)
            if _LINE_END.fullmatch(sign):
                at += len(sign)
            elif offset == 0 or at + len(sign) >= len(self.text):
                return at
            else:
                at, offset = at + len(sign), offset - 1

    def _opened(self, at: int) -> tuple[int, str]:
        """Return where a text begins, and the quotes around it."""
        quote = self.text[at]
        if not self.text.startswith(quote * 3, at):
            return at + 1, quote
        at += 3
        return (at + 1 if self.text[at : at + 1] == "\n" else at), quote * 3

    def _sign(self, at: int, quotes: str) -> str:
        """Return the sign at a place as it is written: a letter, or what stands for one."""
        if quotes[0] == '"' and self.text[at : at + 1] == "\\":
            for pattern in (_LINE_END, _ESCAPE):
                if found := pattern.match(self.text, at):
                    return found[0]
        return self.text[at]


def _end(pattern: re.Pattern[str], text: str, at: int) -> int:
    """Return where the match of a pattern that matches nothing, too, ends."""
    found = pattern.match(text, at)
    assert found is not None
    return found.end()
