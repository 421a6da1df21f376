"""Names and titles that strangers choose: short, of one line, and nothing in them that cannot be seen."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

MOST_LETTERS: Final = 60
"""Characters of a name; the longest printed one has 41."""
MOST_ID: Final = 40
MOST_MARKS: Final = 2
"""Marks on one letter: no script of our languages has more, and a pile of them runs over its neighbours."""
ID: Final = re.compile(rf"[a-z][a-z0-9_]{{0,{MOST_ID - 1}}}")
_UNSEEN: Final = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
"""Control signs, signs that turn the direction of writing, and signs that mean nothing."""


def fault_in_label(label: object) -> str:
    """Return what is wrong with a name or a title, as the end of a sentence; "" if nothing is.

    >>> fault_in_label("Lantern Unicorn"), fault_in_label("ﬁne")
    ('', "must be written with usual letters: 'fine'")
    """
    if not isinstance(label, str) or not label.strip():
        return f"must be a text, not {label!r:.60}"
    if len(label) > MOST_LETTERS:
        return f"must have at most {MOST_LETTERS} characters, not {len(label)}"
    if sign := next((sign for sign in label if unicodedata.category(sign) in _UNSEEN), ""):
        return f"must not have the sign U+{ord(sign):04X}, which cannot be seen"
    usual = unicodedata.normalize("NFKC", label)
    if usual != label:
        return f"must be written with usual letters: {usual!r:.80}"
    if label != " ".join(label.split()):
        return "must not have spaces at its ends, or several in a row"
    marks = 0
    for sign in label:
        marks = marks + 1 if unicodedata.category(sign) in {"Mn", "Me"} else 0
        if marks > MOST_MARKS:
            return f"must not have more than {MOST_MARKS} marks on one letter"
    return ""


def unseen_in(text: str) -> str:
    """Return the first sign of a text that cannot be seen, except for spaces and ends of lines; or ""."""
    return next((sign for sign in text if sign not in "\n\r\t" and unicodedata.category(sign) in _UNSEEN), "")


def fault_in_id(found: object) -> str:
    """Return what is wrong with the id of a deck or a card, as the end of a sentence; "" if nothing is."""
    if isinstance(found, str) and ID.fullmatch(found):
        return ""
    return (
        f"must be a snake_case word of at most {MOST_ID} small letters, digits and underscores, "
        f"not {found!r:.60}"
    )
