"""Whether the engine runs compiled by mypyc, from the same files."""

from __future__ import annotations

from typing import Final

IS_COMPILED: Final = not __file__.endswith(".py")
