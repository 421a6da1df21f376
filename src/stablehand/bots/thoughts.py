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
    """Return opinions, the best first: by value what was tried about as often as anything, then by tries."""
    most = max(opinion.tries for opinion in opinions)

    def rank(opinion: Opinion) -> tuple[int, float, Option]:
        is_sure = 2 * opinion.tries >= most
        return (most if is_sure else opinion.tries, opinion.value, -opinion.option)

    return sorted(opinions, key=rank, reverse=True)
