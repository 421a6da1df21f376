"""How deeply a message may be nested. Nothing that is sent to a table needs more than a few levels."""

from __future__ import annotations

import re
from typing import Final

DEEPEST: Final = 32
_STRING: Final = re.compile(rb'"(?:[^"\\]|\\.)*"', re.DOTALL)
_BRACKET: Final = re.compile(rb"[\[\]{}]")


def is_too_deep(data: bytes) -> bool:
    """Whether JSON is nested more deeply than `DEEPEST`, even if it is valid.

    >>> is_too_deep(b"[" * 40 + b"]" * 40), is_too_deep(b'{"a": [1, "[[[["]}')
    (True, False)
    """
    depth = 0
    for found in _BRACKET.finditer(_STRING.sub(b"", data)):
        depth += 1 if found[0] in {b"[", b"{"} else -1
        if depth > DEEPEST:
            return True
    return False
