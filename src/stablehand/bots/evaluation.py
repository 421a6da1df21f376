"""How a bot rates the options of a decision; hints show it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from stablehand.core.contract import Option


class Evaluation(NamedTuple):
    """The rating of one option."""

    option: Option
    tries: int
    """How often it was tried."""
    value: float
    """The expected share of the victory for the seat that decides, from 0 to 1."""


def ranked(evaluations: list[Evaluation]) -> list[Evaluation]:
    """Return evaluations, the best first: by value if tried at least half as often as any, then by tries."""
    most = max(evaluation.tries for evaluation in evaluations)

    def rank(evaluation: Evaluation) -> tuple[int, float, Option]:
        is_sure = 2 * evaluation.tries >= most
        return (most if is_sure else evaluation.tries, evaluation.value, -evaluation.option)

    return sorted(evaluations, key=rank, reverse=True)
