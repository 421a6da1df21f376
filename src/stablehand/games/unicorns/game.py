"""Unstable Unicorns as a `core.contract.Game`."""

from __future__ import annotations

from hashlib import blake2b
from typing import TYPE_CHECKING, Any, ClassVar, cast

from stablehand.core.contract import Decision, IllegalAnswer, check_seed
from stablehand.core.driver import Inner
from stablehand.core.rng import Rng
from stablehand.games.unicorns.knowledge.determinise import determinise, imagine
from stablehand.games.unicorns.knowledge.refusals import refusals
from stablehand.games.unicorns.knowledge.view import meaning, view
from stablehand.games.unicorns.resolution import apply, control, dispatch, look
from stablehand.games.unicorns.resolution.asking import (
    answer_forced,
    decision_of,
    decisions,
    first_unanswered,
    give_answer,
    is_among,
    is_answered,
    options_of,
    request_to,
)
from stablehand.games.unicorns.resolution.machine import run
from stablehand.games.unicorns.state import codec
from stablehand.games.unicorns.state.renumbered import OLD_NUMBERS
from stablehand.games.unicorns.state.rules import SEATS, rules_for, silenced
from stablehand.games.unicorns.state.state import State
from stablehand.games.unicorns.turn import setup

if TYPE_CHECKING:
    from stablehand.core.contract import Json, Option, Options, Seat, View
    from stablehand.core.events import Recorder

__all__ = ["Unicorns", "apply", "control", "dispatch", "look"]


class UnicornsInner(Inner):
    """The way into the game for loops in compiled code."""

    def seat(self, state: Any) -> int:  # noqa: ANN401 - the same for all games
        """Return the seat that is asked first; -1 when the game is over."""
        s: State = state
        if not s.unanswered:
            return -1
        return s.requests[first_unanswered(s)].seat

    def options(self, state: Any) -> tuple[Option, ...]:  # noqa: ANN401 - the same
        """Return the options of that seat."""
        s: State = state
        number = first_unanswered(s)
        request = s.requests[number]
        return request.options if request.most == 1 else options_of(request, s.picks[number])

    def answer(self, state: Any, option: Option) -> None:  # noqa: ANN401 - the same
        """Apply an answer of that seat."""
        s: State = state
        if give_answer(s, first_unanswered(s), option) or (s.rules.silent and answer_forced(s)):
            run(s)

    def decision(self, state: Any) -> Decision:  # noqa: ANN401 - the same
        """Return the question to that seat in full."""
        s: State = state
        number = first_unanswered(s)
        found = decision_of(s.requests[number], s.picks[number])
        assert found is not None
        return found

    def clock(self, state: Any) -> int:  # noqa: ANN401 - the same
        """Return how many turns have begun."""
        s: State = state
        return s.turn

    def clone(self, state: Any) -> State:  # noqa: ANN401 - the same
        """Copy a state."""
        s: State = state
        return s.clone()

    def imagine(self, state: Any, seat: Seat | None, seed: int) -> State:  # noqa: ANN401 - the same
        """Return a random state that fits everything the seat knows, with quick chance."""
        return imagine(state, seat, check_seed(seed))

    def hasten(self, state: Any) -> None:  # noqa: ANN401 - the same
        """From now on, ask nobody who has one option only."""
        s: State = state
        s.rules = silenced(s.rules)


class Unicorns:
    """The rules of the game; an instance holds no state."""

    name = "unicorns"
    inner = UnicornsInner()
    rules_version = 4
    renumbered: ClassVar[dict[int, dict[int, int]]] = {4: OLD_NUMBERS}
    """Read by `core.registry.new_numbers`."""
    seat_counts = SEATS

    def start(
        self,
        seats: Any,  # noqa: ANN401 - a value that is no number is refused in one sentence
        seed: Any = 0,  # noqa: ANN401 - the same
        options: Options | None = None,
        recorder: Recorder | None = None,
    ) -> State:
        """Shuffle, deal, and ask the first seat for its baby."""
        state = State(rules_for(seats, options))
        state.rng_key = Rng.from_seed(check_seed(seed), "unicorns").key
        state.recorder = recorder
        setup.deal(state)
        run(state)
        state.recorder = None
        return state

    def pending(self, state: State) -> tuple[Decision, ...]:
        """Return the open decisions."""
        return decisions(state)

    def revisable(self, state: State) -> tuple[Decision, ...]:
        """Return sealed answers that may be replaced: all but those of a race."""
        found = [self._revisable(state, number) for number in range(len(state.requests))]
        return tuple([decision for decision in found if decision is not None])

    def _revisable(self, state: State, number: int) -> Decision | None:
        """Return the decision of a request whose answer is sealed and may be replaced."""
        request, picks = state.requests[number], state.picks[number]
        return decision_of(request, ()) if is_answered(request, picks) and not state.is_race else None

    def answer(self, state: State, seat: Seat, option: Option, recorder: Recorder | None = None) -> None:
        """Apply an answer and go on until somebody must decide again."""
        requests = state.requests
        asked: int = requests[0].seat if requests else -1
        # Mostly one seat is asked for one pick: testing that before calling `_check` saves 0.1 µs an answer.
        if (
            len(requests) != 1
            or requests[0].most != 1
            or asked != seat
            or not is_among(requests[0].options, option)
            or type(seat) is not int
            or type(option) is not int
        ):
            self._check(state, seat, option)
        state.recorder = recorder
        if give_answer(state, request_to(state, seat), option) or (
            state.rules.silent and answer_forced(state)
        ):
            run(state)
        state.recorder = None

    def _check(self, state: State, seat: Seat, option: Option) -> None:
        """Raise IllegalAnswer for an answer that is not offered."""
        decision = self._asked(state, seat)
        if type(option) is not int or option not in decision.options:
            raise self._refusal(state, decision, option)

    def _asked(self, state: State, seat: Seat) -> Decision:
        """Return the open or revisable decision of a seat; raise IllegalAnswer if there is none."""
        if type(seat) is not int or not 0 <= seat < state.rules.seats:
            raise IllegalAnswer(f"There is no seat {seat!r} at this table.")
        for decision in decisions(state):
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
        """Describe an option that is offered, or another of its group."""
        decision = self._asked(state, seat)
        if option not in decision.options and option not in decision.group:
            raise self._refusal(state, decision, option)
        return cast("dict[str, Json]", meaning(state, decision, option))

    def refusals(self, state: State, seat: Seat) -> dict[str, tuple[str, ...]]:
        """Explain why cards a seat can see are not offered: card id → rule ids."""
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
        revisable = None
        for number, request in enumerate(state.requests):
            if request.seat == seat:
                revisable = self._revisable(state, number)
        return cast("View", view(state, seat, revisable))

    def determinise(self, state: State, seat: Seat | None, seed: int) -> State:
        """Return a random state that fits everything the seat knows."""
        return determinise(state, seat, check_seed(seed))
