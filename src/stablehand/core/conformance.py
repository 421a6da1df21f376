"""The test suite that every game must pass; it is shipped for authors of games.

>>> import stablehand
>>> from stablehand.core.conformance import check
>>> check(stablehand.load("fairytale"), seats=2, seed=1)

One call plays one random game and tests at every decision what the contract promises. A broken promise raises
an AssertionError that names the promise, the game and the number of answers given.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from stablehand.core.contract import Decision, IllegalAnswer
from stablehand.core.driver import ANSWER_LIMIT
from stablehand.core.events import Recorder
from stablehand.core.journal import Journal, JournalError
from stablehand.core.rng import Rng

if TYPE_CHECKING:
    from stablehand.core.contract import Options, Seat
    from stablehand.core.registry import AnyGame


def check(game: AnyGame, seats: int, seed: int, options: Options | None = None, *, every: int = 1) -> None:
    """Play one random game; test the costly promises at every `every`-th decision, the others at each."""
    _Suite(game, seats, seed, dict(options or {}), every).run()


class _Suite:
    def __init__(self, game: AnyGame, seats: int, seed: int, options: dict[str, object], every: int) -> None:
        self.game = game
        self.seats = seats
        self.seed = seed
        self.options = options
        self.every = every
        self.rng = Rng.from_seed(seed, "conformance")
        self.answers = 0
        self.is_redealt = False

    def run(self) -> None:
        game = self.game
        recorder = Recorder()
        journal = Journal.begin(game.name, self.seats, self.seed, self.options)
        state = game.start(self.seats, self.seed, self.options, recorder=recorder)
        while asks := game.pending(state):
            self.check_decisions(state, asks)
            if self.answers % self.every == 0:
                self.check_state(state, asks)
            decision = self.rng.choice(asks)
            option = self.rng.choice(decision.options)
            clock = game.clock(state)
            game.answer(state, decision.seat, option, recorder=recorder)
            self.promise(game.clock(state) >= clock, "the clock never goes back")
            journal.answer(decision.seat, option)
            self.answers += 1
            self.promise(self.answers < ANSWER_LIMIT, "every game ends")
        self.check_end(state)
        self.check_journal(state, journal, recorder)

    def promise(self, is_kept: bool, what: str) -> None:
        if not is_kept:
            raise AssertionError(
                f"{self.game.name} breaks a promise: {what} ({self.seats} seats, seed {self.seed}, "
                f"options {self.options}, after {self.answers} answers)."
            )

    # What is asked.

    def check_decisions(self, state: Any, asks: tuple[Decision, ...]) -> None:  # noqa: ANN401 - any game's state
        self.promise(len({d.seat for d in asks}) == len(asks), "at most one decision is open for a seat")
        self.promise(not any(self.game.scores(state)), "nobody has won while a decision is open")
        for d in asks:
            self.promise(0 <= d.seat < self.seats, "a decision is asked of a seat at the table")
            self.promise(bool(d.options), "a decision has at least one option")
            self.promise(len(set(d.options)) == len(d.options), "no option is offered twice")
            self.promise(all(type(o) is int for o in d.options), "options are whole numbers")
            self.promise(
                not d.group or set(d.options) <= set(d.group) | _endings(d), "options are of the group"
            )

    def check_state(self, state: Any, asks: tuple[Decision, ...]) -> None:  # noqa: ANN401
        self.promise(not _callables(state), "nothing in a state can be called")
        before = self.game.encode(state)
        self.check_copies(state, asks)
        self.check_refusals(state, asks)
        self.check_sealing(state, asks)
        self.check_revision(state)
        for seat in (None, *range(self.seats)):
            self.check_secrecy(state, seat)
        self.promise(self.game.encode(state) == before, "nothing but an answer changes a state")

    def check_copies(self, state: Any, asks: tuple[Decision, ...]) -> None:  # noqa: ANN401
        """Test that a clone and a decoded copy are equal, independent, and play on identically."""
        game = self.game
        first = asks[0]
        option = self.rng.choice(first.options)
        clone = game.clone(state)
        before = game.encode(state)
        decoded = game.decode(before)
        self.promise(game.encode(clone) == before, "a clone is equal to its original")
        self.promise(game.encode(decoded) == before, "decode gives back what encode wrote")
        self.promise(game.pending(decoded) == asks, "a decoded state asks the same")
        ends = []
        for copy in (clone, decoded):
            recorder = Recorder()
            game.answer(copy, first.seat, option, recorder=recorder)
            ends.append((game.encode(copy), game.pending(copy), recorder.events))
        self.promise(game.encode(state) == before, "a copy plays on without its original")
        self.promise(ends[0] == ends[1], "a clone and a decoded state play on identically")

    def check_refusals(self, state: Any, asks: tuple[Decision, ...]) -> None:  # noqa: ANN401
        """Test that what is not offered is refused and changes nothing."""
        game = self.game
        before = game.encode(state)
        answerable = {d.seat: d for d in (*game.revisable(state), *asks)}
        attempts = [(seat, 0) for seat in range(self.seats) if seat not in answerable]
        attempts += [(self.seats, 0), (-1, 0)]
        for d in answerable.values():
            attempts += [(d.seat, bad) for bad in (-1, max(d.options) + 1, 1 << 40) if bad not in d.options]
        for seat, option in attempts:
            try:
                game.answer(state, seat, option)
            except IllegalAnswer:
                self.promise(game.encode(state) == before, "a refused answer changes nothing")
            else:
                self.promise(False, f"option {option} of seat {seat}, which is not offered, is refused")

    def check_sealing(self, state: Any, asks: tuple[Decision, ...]) -> None:  # noqa: ANN401
        """Test that sealed answers may come in any order."""
        game = self.game
        if len(asks) < 2:
            return
        chosen = [(d.seat, self.rng.choice(d.options)) for d in asks]
        # An answer that is carried out at once is not sealed; in a race the first one may already decide.
        chosen = [
            (seat, option)
            for seat, option in chosen
            if seat in {d.seat for d in game.revisable(_after(game, state, [(seat, option)]))}
        ]
        ends = []
        for order in (chosen, chosen[::-1]):
            copy = game.clone(state)
            for seat, option in order:
                if seat in {d.seat for d in game.pending(copy)}:
                    game.answer(copy, seat, option)
            ends.append(game.encode(copy))
        self.promise(ends[0] == ends[1], "the order of sealed answers does not matter")

    def check_revision(self, state: Any) -> None:  # noqa: ANN401
        """Test that a sealed answer may be replaced until the last is in."""
        game = self.game
        for d in game.revisable(state):
            digests = set()
            for first in d.options:
                copy = game.clone(state)
                game.answer(copy, d.seat, first)
                if d in game.revisable(copy):  # else it was carried out, and has changed the question
                    game.answer(copy, d.seat, d.options[0])
                    digests.add(game.digest(copy))
            self.promise(len(digests) < 2, "of replaced answers only the last counts")

    # What is known.

    def check_secrecy(self, state: Any, seat: Seat | None) -> None:  # noqa: ANN401
        """Re-deal what a seat cannot see: everything it is sent stays the same."""
        game = self.game
        seed = self.rng.below(1 << 30)
        other = game.determinise(state, seat, seed)
        self.is_redealt |= game.encode(other) != game.encode(state)
        view = game.view(state, seat)
        json.dumps(view, allow_nan=False)
        self.promise(game.view(other, seat) == view, f"seat {seat}'s view does not depend on hidden cards")
        self.promise(
            [d.seat for d in game.pending(other)] == [d.seat for d in game.pending(state)],
            f"who is asked does not depend on what seat {seat} cannot see",
        )
        again = game.determinise(game.determinise(state, seat, seed + 1), seat, seed)
        self.promise(
            game.encode(again) == game.encode(other), "determinise depends on knowledge and seed only"
        )
        for d in game.pending(state):
            if d.seat == seat:
                self.check_own_decision(state, other, d)

    def check_own_decision(self, state: Any, other: Any, decision: Decision) -> None:  # noqa: ANN401
        """Test that a seat's decision, its meanings and what sealing shows are the same in both states."""
        game = self.game
        seat = decision.seat
        self.promise(
            decision in game.pending(other), f"seat {seat}'s decision does not depend on hidden cards"
        )
        meanings = [[game.meaning(s, seat, o) for o in decision.options] for s in (state, other)]
        json.dumps(meanings[0], allow_nan=False)
        self.promise(meanings[0] == meanings[1], "an option means the same in equal views")
        self.promise(
            game.refusals(state, seat) == game.refusals(other, seat), "refusals do not depend on hidden cards"
        )
        if len(game.pending(state)) > 1:  # others are still to answer: nothing is revealed yet
            option = self.rng.choice(decision.options)
            seen = []
            for truth in (state, other):
                recorder = Recorder()
                copy = game.clone(truth)
                game.answer(copy, seat, option, recorder=recorder)
                if not any(_is_same(d, decision) for d in (*game.revisable(copy), *_half_picked(game, copy))):
                    return  # it is not sealed: in a race it may already decide, or it is carried out at once
                seen.append((recorder.seen_by(seat), game.view(copy, seat)))
            self.promise(seen[0] == seen[1], f"sealing an answer shows seat {seat} nothing hidden")

    # How it ends.

    def check_end(self, state: Any) -> None:  # noqa: ANN401
        scores = self.game.scores(state)
        self.promise(len(scores) == self.seats, "there is one score per seat")
        self.promise(
            abs(sum(scores) - 1) < 1e-9 or not any(scores), "scores add up to one, or nobody has won"
        )
        self.promise(self.is_redealt, "determinise changes hidden cards at least once")
        self.promise(not self.game.revisable(state), "nothing can be replaced after the end")
        self.promise(self.game.view(state, None)["over"] is True, "the view says that the game is over")

    def check_journal(self, state: Any, journal: Journal, recorder: Recorder) -> None:  # noqa: ANN401
        again = Recorder()
        try:
            end = self.game.encode(Journal.read(journal.write()).replay(again))
        except JournalError:
            end = b""
        self.promise(end == self.game.encode(state), "a journal replays to the same end")
        self.promise(again.events == recorder.events, "a journal replays the same events")


def _endings(decision: Decision) -> set[int]:
    """Return the options by which a group may be left before it is full."""
    return set(decision.options) - set(decision.group) if decision.least < decision.most else set()


def _half_picked(game: AnyGame, state: Any) -> list[Decision]:  # noqa: ANN401 - any game's state
    """Return decisions of which some picks have been made."""
    return [d for d in game.pending(state) if d.picked]


def _after(game: AnyGame, state: Any, answers: list[tuple[Seat, int]]) -> Any:  # noqa: ANN401 - any game's state
    copy = game.clone(state)
    for seat, option in answers:
        game.answer(copy, seat, option)
    return copy


def _is_same(one: Decision, other: Decision) -> bool:
    """Whether two decisions are the same question, whatever has been picked for it."""
    return one.seat == other.seat and (one.group or one.options) == (other.group or other.options)


def _callables(thing: object) -> bool:
    """Whether anything that can be called hangs on a state, by its fields, lists, tuples or dicts."""
    if thing is None or isinstance(thing, str | bytes | int | float):
        return False
    if isinstance(thing, list | tuple | set | frozenset):
        return any(_callables(part) for part in thing)
    if isinstance(thing, dict):
        return any(_callables(part) for part in thing.values())
    if callable(thing):
        return True
    # A compiled class has no slots; it names its fields in another way.
    names = {
        name
        for kind in type(thing).__mro__
        for name in (*getattr(kind, "__slots__", ()), *getattr(kind, "__mypyc_attrs__", ()))
    }
    fields = [getattr(thing, name) for name in names if not name.startswith("__") and hasattr(thing, name)]
    return any(_callables(part) for part in (*fields, *getattr(thing, "__dict__", {}).values()))
