"""What each field of a word must be, as its source says.

The source lies beside the compiled word, which itself forgets all but the simplest hints.
"""

from __future__ import annotations

import ast
from functools import cache
from importlib.resources import files
from typing import Any, get_type_hints

from stablehand.unicorns import words


@cache
def hints_of(word: type) -> dict[str, Any]:
    """Return what each field of a word must be."""
    written = type(word.__name__, (), {"__annotations__": _written()[word.__name__]})
    return get_type_hints(written, vars(words))


@cache
def _written() -> dict[str, dict[str, str]]:
    """Return the hints of every word, as text."""
    sources = [file for file in files(words).iterdir() if file.name.endswith(".py")]
    return {
        word.name: {
            field.target.id: ast.unparse(field.annotation)
            for field in word.body
            if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name)
        }
        for source in sources
        for word in ast.parse(source.read_text("utf-8")).body
        if isinstance(word, ast.ClassDef)
    }
