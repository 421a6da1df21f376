"""English in disguise: longer, accented and bracketed, to see what a layout and a forgotten string do."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from stablehand.text.message import Message

ACCENTS: Final = str.maketrans("AEIOUYaeiouycnsz", "ÂÉÎÖÛÝâéîöûýçñšž")
LONGER: Final = 0.3


def disguised(message: Message) -> Message:
    """Return a message whose words are accented and a third longer; slots stay what they are.

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
