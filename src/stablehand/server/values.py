"""What a setting may be: how each kind of value is read from a text, checked, and said.

A file has typed values (`port = 8400`), the environment and flags have texts; `parse` makes of a text what a
file would have had, and `check` then looks at either.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from collections.abc import Sequence

_HOST = re.compile(r"[A-Za-z0-9]([A-Za-z0-9.-]{0,251}[A-Za-z0-9])?|[0-9A-Fa-f:.]{2,45}")
_TRUTHS = {
    "true": True,
    "yes": True,
    "on": True,
    "1": True,
    "false": False,
    "no": False,
    "off": False,
    "0": False,
}


class Kind:
    """A kind of value."""

    wanted = ""
    """What it must be, as the end of a sentence."""
    is_secret = False
    """Whether a wrong one is not repeated in the complaint."""

    def parse(self, text: str) -> object:
        """Return what a text means; what it cannot mean is left as it is, for `check` to refuse."""
        return text

    def check(self, value: object) -> object:
        """Return the value as the server has it; a wrong one is a ValueError."""
        raise NotImplementedError

    def write(self, value: object) -> str:
        """Return a value as a table of settings shows it."""
        return f"`{value}`" if value not in {None, ""} else "none"


class Text(Kind):
    """Any text."""

    wanted = "a text"

    def __init__(self, *, is_secret: bool = False) -> None:
        self.is_secret = is_secret

    def check(self, value: object) -> str:
        """Return the text."""
        if not isinstance(value, str) or not value.isprintable():
            raise ValueError
        return value


class Truth(Kind):
    """Yes or no."""

    wanted = "true or false"

    def parse(self, text: str) -> object:
        """Read the usual words."""
        return _TRUTHS.get(text.strip().lower(), text)

    def check(self, value: object) -> bool:
        """Return the truth value."""
        if not isinstance(value, bool):
            raise ValueError  # noqa: TRY004 - one error class for bad input
        return value

    def write(self, value: object) -> str:
        """Write it as a file has it."""
        return f"`{str(value).lower()}`"


class Number(Kind):
    """A whole number within bounds."""

    def __init__(self, least: int, most: int) -> None:
        self.least = least
        self.most = most
        self.wanted = f"a whole number from {least} to {most}"

    def parse(self, text: str) -> object:
        """Read digits; int() would also take other scripts' and underscores."""
        return int(text) if re.fullmatch(r"\s*[0-9]{1,18}\s*", text, re.ASCII) else text

    def check(self, value: object) -> int:
        """Return the number."""
        if isinstance(value, bool) or not isinstance(value, int) or not self.least <= value <= self.most:
            raise ValueError
        return value


class Choice(Kind):
    """One of a few words."""

    def __init__(self, words: Sequence[str]) -> None:
        self.words = tuple(words)
        self.wanted = f"{', '.join(words[:-1])} or {words[-1]}"

    def parse(self, text: str) -> object:
        """Read a word."""
        return text.strip().lower()

    def check(self, value: object) -> str:
        """Return the word."""
        if value not in self.words or not isinstance(value, str):
            raise ValueError
        return value


class Folder(Kind):
    """A folder; whether it can be used is the store's to find out."""

    wanted = "a folder"

    def check(self, value: object) -> Path:
        """Return the path, from the root."""
        if not isinstance(value, str) or not value or not value.isprintable():
            raise ValueError
        return Path(value).expanduser().absolute()


class Host(Kind):
    """A machine's name or address."""

    wanted = "a host’s name or address"

    def check(self, value: object) -> str:
        """Return the name."""
        if not isinstance(value, str) or not _HOST.fullmatch(value):
            raise ValueError
        return value


class Origin(Kind):
    """A site's address, without a path: what browsers send as `Origin`."""

    wanted = "an address such as https://games.example"

    def __init__(self, *, is_optional: bool = False) -> None:
        self.is_optional = is_optional

    def check(self, value: object) -> str:
        """Return the address as browsers write it: lower case, no usual port, no slash at the end."""
        if value == "" and self.is_optional:
            return ""
        if not isinstance(value, str):
            raise ValueError  # noqa: TRY004 - one error class for bad input
        parts = urlsplit(value)
        host, port = parts.hostname or "", parts.port
        if parts.scheme not in {"http", "https"} or not _HOST.fullmatch(host):
            raise ValueError
        if parts.path not in {"", "/"} or parts.query or parts.fragment or "@" in parts.netloc:
            raise ValueError
        named = f"[{host}]" if ":" in host else host
        usual = {"http": 80, "https": 443}[parts.scheme]
        return f"{parts.scheme}://{named}" + (f":{port}" if port not in {None, usual} else "")


class Several(Kind):
    """A list, each of a kind; in a text with commas."""

    def __init__(self, kind: Kind, least: int = 0) -> None:
        self.kind = kind
        self.least = least
        self.wanted = f"a list, each {kind.wanted}" + (", not empty and none twice" if least else "")

    def parse(self, text: str) -> object:
        """Read what stands between commas."""
        return [self.kind.parse(part.strip()) for part in text.split(",") if part.strip()]

    def check(self, value: object) -> tuple[object, ...]:
        """Return all of them."""
        if not isinstance(value, list) or len(value) < self.least:
            raise ValueError
        checked = tuple(self.kind.check(part) for part in value)
        if len(set(checked)) < len(checked):
            raise ValueError
        return checked

    def write(self, value: object) -> str:
        """Write it as a file has it."""
        assert isinstance(value, tuple)
        quoted = [f'"{part}"' for part in value]
        return f"`[{', '.join(quoted)}]`"
