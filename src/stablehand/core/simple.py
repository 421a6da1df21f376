"""A base class for small games: a subclass writes six methods, the class implements the rest of `Game`.

The state is one dict of JSON values, so that copying, storing and comparing need no code. That is slower than
a state of one's own; a game that is to be played millions of times implements `core.contract.Game` itself.
"""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from copy import deepcopy
from hashlib import blake2b
from typing import TYPE_CHECKING, Any, ClassVar, TypeAlias

from stablehand.core.contract import Decision, IllegalAnswer, Kind, check_seats, check_seed
from stablehand.core.rng import Rng

if TYPE_CHECKING:
    from stablehand.core.contract import Json, Option, Options, Seat, View
    from stablehand.core.events import Recorder

Data: TypeAlias = dict[str, Any]
"""The state of a game: JSON values only, with strings as keys. `start` adds the key "seats"."""


class SimpleGame(ABC):
    """A game of one dict. A subclass sets `name` and `seat_counts` and implements the abstract methods."""

    name: ClassVar[str]
    seat_counts: ClassVar[range]
    rules_version: ClassVar[int] = 1

    # ---- the rules

    @abstractmethod
    def deal(self, seats: int, rng: Rng) -> Data:
        """Return the state at the beginning."""

    @abstractmethod
    def asked(self, data: Data) -> dict[Seat, list[Option]]:
        """Return the options of each seat that must decide now; an empty dict when the game is over."""

    @abstractmethod
    def apply(self, data: Data, seat: Seat, option: Option, recorder: Recorder | None) -> None:
        """Change the state by an answer, which was offered; tell the recorder, if any, what happened."""

    @abstractmethod
    def winners(self, data: Data) -> list[Seat]:
        """Return who has won, once nobody is asked any more; an empty list if nobody has."""

    @abstractmethod
    def visible(self, data: Data, seat: Seat | None) -> dict[str, Json]:
        """Return what a seat (None: a spectator) may know, as part of its view."""

    @abstractmethod
    def redeal(self, data: Data, seat: Seat | None, rng: Rng) -> None:
        """Deal again what a seat cannot know. Sort the hidden cards first: their order must not matter."""

    def describe(self, data: Data, option: Option) -> dict[str, Json]:
        """Return what an option is; clients show `verb` and `card`."""
        del data
        return {"verb": "choose", "card": str(option)}

    # ---- the contract

    def start(
        self, seats: int, seed: int = 0, options: Options | None = None, recorder: Recorder | None = None
    ) -> Data:
        """Start a game; raise ValueError if options are given."""
        del recorder
        check_seats(self.name, seats, self.seat_counts)
        if options:
            raise ValueError(f"{self.name} has no options, not even {min(options)!r}.")
        return {**self.deal(seats, Rng.from_seed(check_seed(seed), self.name)), "seats": seats}

    def pending(self, state: Data) -> tuple[Decision, ...]:
        """Return the open decisions."""
        return tuple(
            Decision(seat, Kind.CARD, tuple(options), self.name)
            for seat, options in self.asked(state).items()
        )

    def revisable(self, state: Data) -> tuple[Decision, ...]:
        """Return (): answers are never sealed."""
        del state
        return ()

    def answer(self, state: Data, seat: Seat, option: Option, recorder: Recorder | None = None) -> None:
        """Apply an answer; raise IllegalAnswer, and change nothing, if it is not offered."""
        offered = self.asked(state).get(seat)
        if type(seat) is not int or offered is None:
            raise IllegalAnswer(f"Seat {seat!r} is not asked anything now.")
        if type(option) is not int or option not in offered:
            raise IllegalAnswer(f"{option!r} is not offered to seat {seat}.")
        self.apply(state, seat, option, recorder)

    def meaning(self, state: Data, seat: Seat, option: Option) -> dict[str, Json]:
        """Return what an option of a seat is."""
        if option not in self.asked(state).get(seat, ()):
            raise IllegalAnswer(f"{option!r} is not offered to seat {seat}.")
        return self.describe(state, option)

    def refusals(self, state: Data, seat: Seat) -> dict[str, tuple[str, ...]]:
        """Return {}: why something is not offered is not explained."""
        del state, seat
        return {}

    def clock(self, state: Data) -> int:
        """Return the value of "turn" in the state, 0 if it has none."""
        return int(state.get("turn", 0))

    def scores(self, state: Data) -> tuple[float, ...]:
        """Split the victory among the winners; all zero before the end."""
        won = () if self.asked(state) else self.winners(state)
        return tuple(1 / len(won) if seat in won else 0.0 for seat in range(state["seats"]))

    def clone(self, state: Data) -> Data:
        """Copy a state."""
        return deepcopy(state)

    def encode(self, state: Data) -> bytes:
        """Write a state as canonical bytes."""
        return json.dumps(state, sort_keys=True, separators=(",", ":")).encode()

    def decode(self, data: bytes) -> Data:
        """Read what `encode` wrote; raise ValueError for anything else."""
        state = json.loads(data)
        if not isinstance(state, dict) or state.get("seats") not in self.seat_counts:
            raise ValueError(f"This is not a state of {self.name}.")
        return state

    def digest(self, state: Data) -> str:
        """Return a short hash of the encoded state, in hex digits."""
        return blake2b(self.encode(state), digest_size=8).hexdigest()

    def view(self, state: Data, seat: Seat | None) -> View:
        """Return what a seat may know."""
        asked = self.asked(state)
        return {
            "game": self.name,
            "seat": seat,
            "options": {},
            "asked": list(asked),
            "decision": self._decision(state, asked[seat]) if seat in asked else None,
            "revisable": None,
            "over": not asked,
            "winners": [] if asked else list(self.winners(state)),
            **self.visible(state, seat),
        }

    def _decision(self, state: Data, options: list[Option]) -> dict[str, Json]:
        described: list[Json] = [{"option": option, **self.describe(state, option)} for option in options]
        return {
            "kind": Kind.CARD.value,
            "why": self.name,
            "options": described,
            "group": [],
            "least": 1,
            "most": 1,
            "picked": [],
        }

    def determinise(self, state: Data, seat: Seat | None, seed: int) -> Data:
        """Return a possible truth: a random state that fits what a seat knows."""
        truth = self.clone(state)
        self.redeal(truth, seat, Rng.from_seed(check_seed(seed), "determinise"))
        return truth
