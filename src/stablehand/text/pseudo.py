"""The pseudo-locale `xx`: English with accents, and longer. It shows hard-coded strings and tight layouts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from stablehand.text.message import Message

ACCENTS: Final = str.maketrans("AEIOUYaeiouycnsz", "ÂÉÎÖÛÝâéîöûýçñšž")
LONGER: Final = 0.3


def disguised(message: Message) -> Message:
    """Return a message with its texts accented and a third longer; slots and choices stay.

    >>> from stablehand.text.message import read
    >>> disguised(read("Draw {n} cards")).say({"n": 2})
    'Drâw~ 2 çârdš~~'
    """
    return message.mapped(_disguised)


def _disguised(text: str) -> str:
    words = text.rstrip()
    if not any(letter.isalpha() for letter in words):
        return text
    padding = "~" * max(1, round(len(words) * LONGER))
    return words.translate(ACCENTS) + padding + text[len(words) :]
