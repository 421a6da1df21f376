"""The kinds of settings: how a value is parsed from text, checked, and written in the reference.

A file has typed values (`port = 8400`), the environment and flags have texts. `parse` turns a text into the
value that a file would have, and `check` checks both.
"""

from __future__ import annotations

import ipaddress
import re
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from collections.abc import Sequence

_HOST = re.compile(r"[A-Za-z0-9]([A-Za-z0-9.-]{0,251}[A-Za-z0-9])?|[0-9A-Fa-f:.]{2,45}")
_FLAGS = {
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
    """A kind of value; the base class."""

    wanted = ""
    """What a value must be, as the end of a sentence."""
    is_secret = False
    """Whether an error message must not repeat the value."""

    def parse(self, text: str) -> object:
        """Return the value of a text, or the text itself, which `check` refuses, if it has none."""
        return text

    def check(self, value: object) -> object:
        """Return the normalised value; raise ValueError if it is wrong."""
        raise NotImplementedError

    def write(self, value: object) -> str:
        """Return a value as the reference shows it."""
        return f"`{value}`" if value not in {None, ""} else "none"


class Text(Kind):
    """Any printable text."""

    wanted = "a text"

    def __init__(self, *, is_secret: bool = False) -> None:
        self.is_secret = is_secret

    def check(self, value: object) -> str:
        """Return the text; raise ValueError if it is not printable."""
        if not isinstance(value, str) or not value.isprintable():
            raise ValueError
        return value


class Flag(Kind):
    """True or false."""

    wanted = "true or false"

    def parse(self, text: str) -> object:
        """Return the value of a word such as "yes" or "off"."""
        return _FLAGS.get(text.strip().lower(), text)

    def check(self, value: object) -> bool:
        """Return the value; raise ValueError if it is no bool."""
        if not isinstance(value, bool):
            raise ValueError  # noqa: TRY004 - one error class for bad input
        return value

    def write(self, value: object) -> str:
        """Write it as TOML."""
        return f"`{str(value).lower()}`"


class Number(Kind):
    """A whole number within bounds."""

    def __init__(self, least: int, most: int) -> None:
        self.least = least
        self.most = most
        self.wanted = f"a whole number from {least} to {most}"

    def parse(self, text: str) -> object:
        """Return the number of ASCII digits; `int` would also accept other scripts and underscores."""
        return int(text) if re.fullmatch(r"\s*[0-9]{1,18}\s*", text, re.ASCII) else text

    def check(self, value: object) -> int:
        """Return the number; raise ValueError if it is out of bounds."""
        if isinstance(value, bool) or not isinstance(value, int) or not self.least <= value <= self.most:
            raise ValueError
        return value


class Choice(Kind):
    """One of a few words."""

    def __init__(self, words: Sequence[str]) -> None:
        self.words = tuple(words)
        self.wanted = f"{', '.join(words[:-1])} or {words[-1]}"

    def parse(self, text: str) -> object:
        """Return the word in lower case."""
        return text.strip().lower()

    def check(self, value: object) -> str:
        """Return the word; raise ValueError if it is not one of them."""
        if value not in self.words or not isinstance(value, str):
            raise ValueError
        return value


class Folder(Kind):
    """A folder. Whether it exists and can be written is not checked here."""

    wanted = "a folder"

    def check(self, value: object) -> Path:
        """Return the absolute path."""
        if not isinstance(value, str) or not value or not value.isprintable():
            raise ValueError
        return Path(value).expanduser().absolute()


class Host(Kind):
    """A host name or address."""

    wanted = "a host name or address"

    def check(self, value: object) -> str:
        """Return the host; raise ValueError if it has wrong characters."""
        if not isinstance(value, str) or not _HOST.fullmatch(value):
            raise ValueError
        return value


class Network(Kind):
    """An address or a network. A name is refused: what it means may change while the server runs."""

    wanted = "an address or a network such as 10.0.0.0/8"

    def check(self, value: object) -> str:
        """Return the address or network as it is written usually; raise ValueError if it is neither."""
        if not isinstance(value, str):
            raise ValueError  # noqa: TRY004 - one error class for bad input
        network = ipaddress.ip_network(value)
        return str(network if "/" in value else network.network_address)


class Origin(Kind):
    """The origin of a site, as browsers send it: a URL without a path."""

    wanted = "a URL such as https://games.example"

    def __init__(self, *, is_optional: bool = False) -> None:
        self.is_optional = is_optional

    def check(self, value: object) -> str:
        """Return the origin as browsers write it: lower case, no default port, no slash at the end."""
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
        default = {"http": 80, "https": 443}[parts.scheme]
        return f"{parts.scheme}://{named}" + (f":{port}" if port not in {None, default} else "")


class Several(Kind):
    """A list of values of one kind, separated by commas in a text."""

    def __init__(self, kind: Kind, least: int = 0) -> None:
        self.kind = kind
        self.least = least
        self.wanted = f"a list, each {kind.wanted}" + (", not empty, without repeats" if least else "")

    def parse(self, text: str) -> object:
        """Return the parts between commas."""
        return [self.kind.parse(part.strip()) for part in text.split(",") if part.strip()]

    def check(self, value: object) -> tuple[object, ...]:
        """Return the values as a tuple; raise ValueError if one is wrong or repeated."""
        if not isinstance(value, list) or len(value) < self.least:
            raise ValueError
        checked = tuple(self.kind.check(part) for part in value)
        if len(set(checked)) < len(checked):
            raise ValueError
        return checked

    def write(self, value: object) -> str:
        """Write it as TOML."""
        assert isinstance(value, tuple)
        quoted = [f'"{part}"' for part in value]
        return f"`[{', '.join(quoted)}]`"
