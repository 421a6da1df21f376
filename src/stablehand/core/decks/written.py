"""A deck of one's own as text: canonical JSON, which is the value of the option `deck`.

So a journal, a stored table or a task for another process holds the whole deck and needs no file. Equal
decks have equal texts, whatever their comments and spaces, and equal digests.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from hashlib import blake2b
from typing import TYPE_CHECKING, Any, Final

from stablehand.core.decks.files import DeckError, parse_deck

if TYPE_CHECKING:
    from typing import TypeGuard

LARGEST: Final = 64 * 1024
"""Characters of a deck, as a file and as an option; the largest of ours has a third of that."""
BETWEEN: Final = "@"
"""Between the id and the digest of a deck in its name: "house@1f0c…"."""
_DIGEST_BYTES: Final = 6


def is_own(deck: object) -> TypeGuard[str | Mapping[str, object]]:
    """Return whether the value of an option is a deck itself, and not the name of one."""
    return isinstance(deck, Mapping) or (isinstance(deck, str) and deck.startswith("{"))


def read_table(deck: str | Mapping[str, object]) -> dict[str, Any]:
    """Return the table of a deck from its text as JSON; raise DeckError for anything else."""
    if isinstance(deck, Mapping):
        return dict(deck)
    check_size(deck)
    try:
        table = json.loads(deck)
    except (ValueError, RecursionError) as error:
        raise DeckError("A deck of one's own is a JSON object, and this text is not JSON.") from error
    assert isinstance(table, dict), "a JSON text that begins with a brace is an object"
    return table


def read_file(text: str, where: str) -> dict[str, Any]:
    """Return the table of a deck from the text of its TOML file; raise DeckError for anything else."""
    check_size(text)
    return parse_deck(text, where)


def check_size(text: str) -> None:
    """Raise DeckError for a text that is too long to be a deck."""
    if len(text) > LARGEST:
        raise DeckError(f"A deck has at most {LARGEST} characters, not {len(text)}.")


def canonical(table: Mapping[str, Any]) -> str:
    """Return the text of a deck; raise DeckError if JSON cannot say it, or at too great length."""
    try:
        text = json.dumps(table, ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False)
        text.encode()
    except (TypeError, ValueError, RecursionError) as error:  # a date, nan, a thousand layers, half a letter
        raise DeckError("A deck has texts, whole numbers, truth values, lists and tables only.") from error
    check_size(text)
    return text


def digest(text: str) -> str:
    """Return the short hash of a deck by which people compare decks, in hex digits."""
    return blake2b(text.encode(), digest_size=_DIGEST_BYTES, person=b"stablehand deck").hexdigest()


def name_of(text: str, table: Mapping[str, Any]) -> str:
    """Return the name of a deck in messages and lists: its id and its digest."""
    return f"{table['id']}{BETWEEN}{digest(text)}"
