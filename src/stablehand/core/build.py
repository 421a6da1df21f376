"""Whether the engine runs compiled by mypyc, from the same files, and its whole numbers in registers.

`i64` is `int` to whoever reads, checks or interprets the sources. The build hook gives the compiler mypyc's
own in its place: a machine word, which is neither made nor counted as an object. It wraps round where an
`int` grows, so it is for numbers that stay small, and whoever multiplies sees to it that the product fits 63
bits. Import it for type checkers only (`TYPE_CHECKING`): the compiled engine needs no package of the
compiler.
"""

from __future__ import annotations

from typing import Final, TypeAlias

IS_COMPILED: Final = not __file__.endswith(".py")

i64: TypeAlias = int  # noqa: PYI042 - its name in the compiler
