"""What a bot thought: how it liked each option, for hints and for the curious."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from stablehand.kernel.contract import Option


class Opinion(NamedTuple):
    """One option as a bot sees it."""

    option: Option
    tries: int
    """How often it was tried."""
    value: float
    """The share of the victory it promises the one who decides, from 0 to 1."""


def ranked(opinions: list[Opinion]) -> list[Opinion]:
    """Return opinions, the best first: by tries, then by value."""
    return sorted(opinions, key=lambda opinion: (-opinion.tries, -opinion.value, opinion.option))
