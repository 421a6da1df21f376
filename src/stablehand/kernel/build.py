"""Whether this is the compiled engine: the same files, made faster by mypyc."""

from __future__ import annotations

from typing import Final

IS_COMPILED: Final = not __file__.endswith(".py")
