"""Branches: games that start from the middle of other games.

A player takes a seat in the middle of a finished game and plays on from there. By then everybody may know
that game's deck and hands, so what the seat could not know is dealt again, by the new game's seed. Such a
game can be branched from in turn; then it has several branches, oldest first. In journals and stored facts
the key is "pasts", an older name that files keep.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from stablehand.core.contract import Option, Options, Seat
    from stablehand.core.events import Recorder
    from stablehand.core.registry import AnyGame

_SEED: Final = re.compile(r"[0-9a-f]{64}")


@dataclass(frozen=True, slots=True)
class Branch:
    """The answers of an earlier game up to the branch, and the seat whose knowledge is kept."""

    seed: int
    answers: tuple[tuple[Seat, Option], ...]
    seat: Seat

    def write(self) -> dict[str, object]:
        """Return the branch as JSON-able data.

        The seed is in hex, since many JSON parsers cannot hold integers of 256 bits; only the header of a
        journal has its own seed as an integer.
        """
        return {
            "answers": [list(answer) for answer in self.answers],
            "seat": self.seat,
            "seed": f"{self.seed:064x}",
        }

    def renumbered(self, numbers: Mapping[Option, Option]) -> Branch:
        """Return the branch with new numbers for options (`core.registry.new_numbers`)."""
        answers = tuple((seat, numbers.get(option, option)) for seat, option in self.answers)
        return Branch(self.seed, answers, self.seat)

    @classmethod
    def read(cls, value: object) -> Branch:
        """Read what `write` wrote; raise ValueError for anything else."""
        match value:
            case {"answers": list() | tuple() as answers, "seat": int(seat), "seed": str(seed), **rest}:
                is_whole = not rest and type(seat) is int and bool(_SEED.fullmatch(seed))
            case _:
                raise ValueError("A branch has answers, a seat and a seed.")
        if not is_whole:
            raise ValueError(
                "A branch has answers, a seat from 0 and a seed of 64 hex digits, and nothing else."
            )
        return cls(int(seed, 16), tuple(_answer(answer) for answer in answers), seat)


def begin(
    game: AnyGame,
    seats: int,
    seed: int,
    options: Options,
    branches: Sequence[Branch],
    recorder: Recorder | None = None,
) -> Any:  # noqa: ANN401 - any game's state
    """Return the first state of a game, branched or not; events before the branch are not recorded."""
    if not branches:
        return game.start(seats, seed, options, recorder=recorder)
    state = game.start(seats, branches[0].seed, options)
    next_seeds = [*(later.seed for later in branches[1:]), seed]
    for branch, next_seed in zip(branches, next_seeds, strict=True):
        for seat, option in branch.answers:
            game.answer(state, seat, option)
        if branch.seat not in range(seats):
            raise ValueError(f"A branch names seat {branch.seat}, which is not at this table.")
        state = game.determinise(state, branch.seat, next_seed)
    return state


def _answer(value: object) -> tuple[Seat, Option]:
    match value:
        case [int(seat), int(option)] if type(seat) is int and type(option) is int:
            return seat, option
        case _:
            raise ValueError("An answer of a branch is a seat and an option.")
