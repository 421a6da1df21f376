"""Fairy Tale as a `core.contract.Game`."""

from __future__ import annotations

from hashlib import blake2b
from typing import TYPE_CHECKING, Any, cast

from stablehand.core.contract import Decision, IllegalAnswer, check_seed
from stablehand.core.driver import Inner
from stablehand.core.rng import Rng
from stablehand.games.fairytale.knowledge.determinise import determinise
from stablehand.games.fairytale.knowledge.seen import knowledge
from stablehand.games.fairytale.knowledge.view import meaning, view
from stablehand.games.fairytale.play import flow, questions
from stablehand.games.fairytale.play.score import winners
from stablehand.games.fairytale.state import codec
from stablehand.games.fairytale.state.rules import SEATS, rules_for

if TYPE_CHECKING:
    from stablehand.core.contract import Json, Option, Options, Seat, View
    from stablehand.core.events import Recorder
    from stablehand.games.fairytale.state.state import State
    from stablehand.games.fairytale.vocabulary import CardNo


class FairyTaleInner(Inner):
    """The way into the game for loops in compiled code."""

    def seat(self, state: Any) -> int:  # noqa: ANN401 - the same for all games
        """Return the seat that is asked first; -1 when the game is over."""
        s: State = state
        return s.asked

    def options(self, state: Any) -> tuple[Option, ...]:  # noqa: ANN401 - the same
        """Return the options of that seat."""
        s: State = state
        decision = s.asks[s.asked]
        return () if decision is None else decision.options

    def answer(self, state: Any, option: Option) -> None:  # noqa: ANN401 - the same
        """Apply an answer of that seat."""
        s: State = state
        seat = s.asked
        picks = s.sealed[seat]
        flow.take(s, seat, (*picks, option) if picks else (option,), None)
        flow.move_on(s)

    def decision(self, state: Any) -> Decision:  # noqa: ANN401 - the same
        """Return the question to that seat in full."""
        s: State = state
        found = s.asks[questions.first_asked(s)]
        assert found is not None
        return found

    def clock(self, state: Any) -> int:  # noqa: ANN401 - the same
        """Return the round."""
        s: State = state
        return s.round

    def clone(self, state: Any) -> State:  # noqa: ANN401 - the same
        """Copy a state."""
        s: State = state
        return s.clone()

    def imagine(self, state: Any, seat: Seat | None, seed: int) -> State:  # noqa: ANN401 - the same
        """Return a random state that fits everything the seat knows, dealt by quick chance."""
        return determinise(knowledge(state, seat), Rng.quick(check_seed(seed)))


class FairyTale:
    """The rules of the game; an instance holds no state."""

    name = "fairytale"
    inner = FairyTaleInner()
    rules_version = 2
    seat_counts = SEATS

    def start(
        self,
        seats: Any,  # noqa: ANN401 - a value that is no number is refused in one sentence
        seed: Any = 0,  # noqa: ANN401 - the same
        options: Options | None = None,
        recorder: Recorder | None = None,
    ) -> State:
        """Shuffle and deal."""
        return flow.begin(rules_for(seats, options), check_seed(seed), recorder)

    def pending(self, state: State) -> tuple[Decision, ...]:
        """Return the open decisions."""
        return tuple([decision for decision in state.asks if decision is not None])

    def revisable(self, state: State) -> tuple[Decision, ...]:
        """Return the choices of those who are done while others are not (FT-DRAFT-1, FT-EFF-3)."""
        found = [self._revisable(state, seat) for seat in range(state.rules.seats)]
        return tuple([decision for decision in found if decision is not None])

    def _revisable(self, state: State, seat: Seat) -> Decision | None:
        if state.sealed[seat] and state.asks[seat] is None:
            return questions.question(state, seat, ())
        return None

    def answer(
        self,
        state: State,
        seat: Any,  # noqa: ANN401 - the same
        option: Any,  # noqa: ANN401 - the same
        recorder: Recorder | None = None,
    ) -> None:
        """Seal an answer; when all have answered, carry out the step."""
        decision = self._asked(state, seat)
        if type(option) is not int or option not in decision.options:
            raise self._refusal(state, decision, option)
        picks = state.sealed[seat] if state.asks[seat] is decision else ()
        flow.take(state, seat, (*picks, option) if picks else (option,), recorder)
        flow.move_on(state, recorder)

    def _asked(self, state: State, seat: Any) -> Decision:  # noqa: ANN401 - the same
        """Return the open or revisable decision of a seat; raise IllegalAnswer if there is none."""
        if type(seat) is not int or not 0 <= seat < state.rules.seats:
            raise IllegalAnswer(f"There is no seat {seat!r} at this table.")
        decision = state.asks[seat] or self._revisable(state, seat)
        if decision is None:
            rules = ("FT-END-1",) if state.is_over else questions.RULES[questions.topic(state)]
            reason = "the game is over" if state.is_over else "it is not asked anything now"
            raise IllegalAnswer(f"Seat {seat} cannot answer: {reason}.", rules)
        return decision

    def _refusal(self, state: State, decision: Decision, option: object) -> IllegalAnswer:
        cards = state.rules.ids
        rules = questions.RULES[questions.topic(state)]
        if type(option) is not int or not 0 <= option < len(cards):
            return IllegalAnswer(f"{option!r} is not an option.", rules, decision)
        card = cards[option]
        rules += tuple(
            rule for rule in self.refusals(state, decision.seat).get(card, ()) if rule not in rules
        )
        return IllegalAnswer(f"Seat {decision.seat} cannot choose {card} now.", rules, decision)

    def meaning(self, state: State, seat: Seat, option: Option) -> dict[str, Json]:
        """Describe an option that is offered, or another of its group."""
        decision = self._asked(state, seat)
        if option not in decision.options and option not in decision.group:
            raise self._refusal(state, decision, option)
        return cast("dict[str, Json]", meaning(state, seat, option))

    def refusals(self, state: State, seat: Seat) -> dict[str, tuple[str, ...]]:
        """Explain why cards a seat can see are not offered: card id → rule ids."""
        decision = state.asks[seat] or self._revisable(state, seat)
        if decision is None:
            return {}
        offered = {*decision.options, *decision.group}
        found: dict[CardNo, tuple[str, ...]] = {}
        for card, rules in questions.refusals(state, seat):
            if card not in offered:
                found[card] = tuple(dict.fromkeys(found.get(card, ()) + rules))
        return {state.rules.ids[card]: rules for card, rules in sorted(found.items())}

    def clock(self, state: State) -> int:
        """Return the round."""
        return state.round

    def scores(self, state: State) -> tuple[float, ...]:
        """Split the victory among the winners."""
        won = winners(state)
        return tuple([1 / len(won) if seat in won else 0.0 for seat in range(state.rules.seats)])

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
        revisable = None if seat is None else self._revisable(state, seat)
        return cast("View", view(state, seat, revisable))

    def determinise(self, state: State, seat: Seat | None, seed: int) -> State:
        """Return a random state that fits everything the seat knows."""
        return determinise(knowledge(state, seat), Rng.from_seed(check_seed(seed), "determinise"))
