"""Numbers as a language writes them, and a bar for a share."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from stablehand.cli.reader import Reader

WIDTH = 16
"""Characters of a bar."""


def number(figure: float, places: int, reader: Reader) -> str:
    """Return a number with the decimal point and group separator of the language."""
    signs = {".": reader.say("number.point"), ",": reader.say("number.group")}
    return "".join(signs.get(sign, sign) for sign in f"{figure:,.{places}f}")


def percent(share: float, reader: Reader) -> str:
    """Return a share as a percentage."""
    return reader.say("simulate.percent", n=number(100 * share, 1, reader))


def bar(share: float, low: float, high: float, fair: float, *, fancy: bool = True) -> str:
    """Return a bar from 0 to 1: a share, its interval, and the share of equal bots.

    >>> bar(0.6, 0.45, 0.75, 0.25, fancy=False)
    '....|..==o===...'
    """
    ground, fair_sign, between, here = "·│━●" if fancy else ".|=o"
    signs = [ground] * WIDTH
    signs[_at(fair)] = fair_sign
    for at in range(_at(low), _at(high) + 1):
        signs[at] = between
    signs[_at(share)] = here
    return "".join(signs)


def _at(share: float) -> int:
    return min(int(share * WIDTH), WIDTH - 1)
