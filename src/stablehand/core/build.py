"""Whether the engine is compiled: the same files, built by mypyc."""

from __future__ import annotations

from typing import Final

IS_COMPILED: Final = not __file__.endswith(".py")
