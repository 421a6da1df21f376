"""Unstable Unicorns behind the contract every game keeps (`kernel.contract`)."""

from __future__ import annotations

from hashlib import blake2b
from typing import TYPE_CHECKING, Any

from stablehand.kernel.contract import Decision, IllegalAnswer, check_seed
from stablehand.kernel.rng import Rng
from stablehand.unicorns import codec, commit, control, looks, steps, turn
from stablehand.unicorns.imagine import imagine
from stablehand.unicorns.machine import answer_forced, decision_of, give_answer, run
from stablehand.unicorns.options import SEATS, rules_for
from stablehand.unicorns.refuse import refusals
from stablehand.unicorns.state import blank
from stablehand.unicorns.view import meaning, view

if TYPE_CHECKING:
    from stablehand.kernel.contract import Json, Option, Options, Seat, View
    from stablehand.kernel.events import Recorder
    from stablehand.unicorns.state import State

__all__ = ["Unicorns", "commit", "control", "looks", "steps"]


def _is_among(options: tuple[Option, ...], option: Option) -> bool:
    """Whether an option is offered: compiled, a third of the price of `in`."""
    for other in options:  # noqa: SIM110 - the same
        if other == option:
            return True
    return False


class Unicorns:
    """The game; it has no state of its own."""

    name = "unicorns"
    rules_version = 2
    seat_counts = SEATS

    def start(
        self,
        seats: Any,  # noqa: ANN401 - said in a sentence if it is no number
        seed: Any = 0,  # noqa: ANN401 - the same
        options: Options | None = None,
        recorder: Recorder | None = None,
    ) -> State:
        """Shuffle, deal, and ask for the first baby."""
        state = blank(rules_for(seats, options))
        state.rng_key = Rng.from_seed(check_seed(seed), "unicorns").key
        state.recorder = recorder
        turn.deal(state)
        run(state)
        state.recorder = None
        return state

    def pending(self, state: State) -> tuple[Decision, ...]:
        """Return the open decisions."""
        return state.asks

    def revisable(self, state: State) -> tuple[Decision, ...]:
        """Return sealed answers that may be replaced: all but those of a race."""
        if state.is_race:
            return ()
        return tuple(
            decision
            for request, picks in zip(state.requests, state.picks, strict=True)
            if picks and decision_of(request, picks) is None and (decision := decision_of(request, ()))
        )

    def answer(self, state: State, seat: Seat, option: Option, recorder: Recorder | None = None) -> None:
        """Take an answer and go on until somebody must decide again."""
        requests = state.requests
        # Mostly one seat is asked for one pick: to look there before calling `_check` saves 0.1 µs an answer.
        if (
            len(requests) != 1
            or requests[0].single is None
            or requests[0].seat != seat
            or not _is_among(requests[0].options, option)
            or type(seat) is not int
            or type(option) is not int
        ):
            self._check(state, seat, option)
        state.recorder = recorder
        if give_answer(state, seat, option) or (state.rules.silent and answer_forced(state)):
            run(state)
        state.recorder = None

    def _check(self, state: State, seat: Seat, option: Option) -> None:
        """Refuse an answer that is not offered."""
        decision = self._asked(state, seat)
        if type(option) is not int or option not in decision.options:
            raise self._refusal(state, decision, option)

    def _asked(self, state: State, seat: Seat) -> Decision:
        """Return what a seat may answer now, be it for the first time or once more."""
        if type(seat) is not int or not 0 <= seat < state.rules.seats:
            raise IllegalAnswer(f"There is no seat {seat!r} at this table.")
        for decision in state.asks:
            if decision.seat == seat:
                return decision
        for decision in self.revisable(state):
            if decision.seat == seat:
                return decision
        reason = "the game is over" if state.is_over else "it is not asked anything now"
        rules = ("UU-END-1",) if state.is_over else ("UU-TURN-1",)
        raise IllegalAnswer(f"Seat {seat} cannot answer: {reason}.", rules)

    def _refusal(self, state: State, decision: Decision, option: object) -> IllegalAnswer:
        cards = state.rules.catalog.cards
        if type(option) is not int or not 0 <= option < len(cards):
            return IllegalAnswer(f"{option!r} is not an option.", ("UU-TURN-1",), decision)
        card = cards[option].id
        rules = refusals(state, decision.seat).get(card, ("UU-TURN-4",))
        return IllegalAnswer(f"Seat {decision.seat} cannot choose {card} now.", rules, decision)

    def meaning(self, state: State, seat: Seat, option: Option) -> dict[str, Json]:
        """Say what an option is: one that is offered, or another of its group."""
        decision = self._asked(state, seat)
        if option not in decision.options and option not in decision.group:
            raise self._refusal(state, decision, option)
        return meaning(state, decision, option)

    def refusals(self, state: State, seat: Seat) -> dict[str, tuple[str, ...]]:
        """Say why cards in sight of a seat are not offered."""
        return refusals(state, seat)

    def clock(self, state: State) -> int:
        """Return how many turns have begun."""
        return state.turn

    def scores(self, state: State) -> tuple[float, ...]:
        """Split the victory among the winners; nobody may have won (UU-END-6)."""
        share = 1 / len(state.winners) if state.winners else 0.0
        return tuple(share if seat in state.winners else 0.0 for seat in range(state.rules.seats))

    def clone(self, state: State) -> State:
        """Copy a state."""
        return state.clone()

    def encode(self, state: State) -> bytes:
        """Write a state as canonical bytes."""
        return codec.encode(state)

    def decode(self, data: bytes) -> State:
        """Read a state."""
        return codec.decode(data)

    def digest(self, state: State) -> str:
        """Return a short hex name of a state."""
        return blake2b(codec.encode(state), digest_size=8).hexdigest()

    def view(self, state: State, seat: Seat | None) -> View:
        """Build what a seat may know."""
        return view(state, seat, self.revisable(state))

    def determinise(self, state: State, seat: Seat | None, seed: int) -> State:
        """Draw a possible truth."""
        return imagine(state, seat, check_seed(seed))
