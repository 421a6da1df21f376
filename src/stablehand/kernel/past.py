"""Where a game comes from that begins in the middle: the games before it, each as far as it counts.

Somebody takes a seat in the middle of a game that is over, and plays on from there. By then everybody may
know that game's deck and hands, so what the seat could not know is dealt again, by the seed of the game that
goes on. A game that came about like this can be gone on from in turn: then there are several pasts.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Sequence

    from stablehand.kernel.contract import Option, Options, Seat
    from stablehand.kernel.events import Recorder
    from stablehand.kernel.shelf import AnyGame

_SEED: Final = re.compile(r"[0-9a-f]{64}")


@dataclass(frozen=True, slots=True)
class Past:
    """A game as far as it is gone on from, and the seat whose knowledge is kept."""

    seed: int
    answers: tuple[tuple[Seat, Option], ...]
    seat: Seat

    def write(self) -> dict[str, object]:
        """Return it as JSON that any reader can hold."""
        return {
            "answers": [list(answer) for answer in self.answers],
            "seat": self.seat,
            "seed": f"{self.seed:064x}",
        }

    @classmethod
    def read(cls, value: object) -> Past:
        """Read what `write` wrote; anything else is a ValueError."""
        match value:
            case {"answers": list() | tuple() as answers, "seat": int(seat), "seed": str(seed), **rest}:
                is_whole = not rest and type(seat) is int and bool(_SEED.fullmatch(seed))
            case _:
                raise ValueError("A past has answers, a seat and a seed.")
        if not is_whole:
            raise ValueError(
                "A past has answers, a seat from 0 and a seed of 64 hex digits, and nothing else."
            )
        return cls(int(seed, 16), tuple(_answer(answer) for answer in answers), seat)


def begin(
    game: AnyGame,
    seats: int,
    seed: int,
    options: Options,
    pasts: Sequence[Past],
    recorder: Recorder | None = None,
) -> Any:  # noqa: ANN401 - any game's state
    """Return the first state of a game, whatever it comes from; what happened before it is not told again."""
    if not pasts:
        return game.start(seats, seed, options, recorder=recorder)
    state = game.start(seats, pasts[0].seed, options)
    for past, luck in zip(pasts, [*(later.seed for later in pasts[1:]), seed], strict=True):
        for seat, option in past.answers:
            game.answer(state, seat, option)
        if past.seat not in range(seats):
            raise ValueError(f"There is no seat {past.seat} whose knowledge could be kept.")
        state = game.determinise(state, past.seat, luck)
    return state


def _answer(value: object) -> tuple[Seat, Option]:
    match value:
        case [int(seat), int(option)] if type(seat) is int and type(option) is int:
            return seat, option
        case _:
            raise ValueError("An answer of a past is a seat and an option.")
