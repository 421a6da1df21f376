"""Non-interference: what a seat cannot see has no influence on anything it is sent.

At many points of many games everything a seat cannot see is dealt anew. The new truth is then played from the
start, card by card: it must be a game that can really happen, and all the seat is told on the way, all it
sees and all it is asked must be what it was.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from games import SCALE, TABLES, Table
from stablehand import Recorder
from stablehand.fairytale import GAME, flow, questions
from stablehand.fairytale.state import PICKS, State
from stablehand.kernel.rng import Rng

if TYPE_CHECKING:
    from stablehand.fairytale.state import Trail

Step = tuple[int, int, int, str, int]
"""Who answered, in which round and step, to what, and which pick of that stage it was."""


class Told:
    """A random game, and how it was answered."""

    def __init__(self, table: Table, seed: int) -> None:
        self.table = table
        self.rng = Rng.from_seed(seed, "told")
        self.recorder = Recorder()
        self.state = GAME.start(table.seats, seed, table.options, recorder=self.recorder)
        self.steps: list[tuple[Step, int]] = []

    def move(self) -> bool:
        """Give one random answer; whether somebody was asked."""
        state = self.state
        asks = GAME.pending(state)
        if not asks:
            return False
        decision = self.rng.choice(asks)
        option = self.rng.choice(decision.options)
        at = len(state.sealed[decision.seat])
        step = (decision.seat, state.round, state.step, questions.topic(state), at)
        self.steps.append((step, option))
        GAME.answer(state, decision.seat, option, recorder=self.recorder)
        return True


def trails_of(truth: State, round_: int) -> tuple[Trail, ...]:
    return truth.chapters[round_ - 1].trails if round_ <= len(truth.chapters) else tuple(truth.trails)


def first_packets(truth: State, round_: int, seats: int) -> list[list[int]]:
    """Return what each seat was dealt in a round of a possible truth."""
    trails = trails_of(truth, round_)
    is_past = round_ <= len(truth.chapters)
    packets: list[list[int]] = [[] for _ in range(seats)]
    for holder, trail in enumerate(trails):
        left = [] if is_past else truth.hands[holder]
        dealt_to = trail[0][0] if trail else holder
        packets[dealt_to] = sorted([*(card for _, card in trail), *left])
    return packets


def replay(told: Told, truth: State) -> tuple[State, Recorder]:
    """Play a possible truth from the start: other packets and other picks, the same everything else."""
    s = State(truth.rules)
    dealt = [
        card
        for round_ in range(1, truth.round + 1)
        for packet in first_packets(truth, round_, told.table.seats)
        for card in packet
    ]
    s.deck = truth.deck + dealt[::-1]
    recorder = Recorder()
    flow._deal(s, recorder)
    now = (truth.round, truth.step, questions.topic(truth))
    for (seat, round_, step, topic, at), option in told.steps:
        if (round_, step, topic) == now and truth.sealed[seat]:
            card = truth.sealed[seat][at]
        elif topic == "keep":
            card = next(trail[step][1] for trail in trails_of(truth, round_) if trail[step][0] == seat)
        else:
            card = option
        GAME.answer(s, seat, card, recorder=recorder)
    return s, recorder


def compare(told: Told, seat: int | None, seed: int) -> None:
    state = told.state
    other = GAME.determinise(state, seat, seed)
    twin, recorder = replay(told, other)
    assert GAME.encode(twin) == GAME.encode(other), "the new truth can really happen"
    assert recorder.seen_by(seat) == told.recorder.seen_by(seat)
    assert GAME.view(twin, seat) == GAME.view(state, seat)
    for mine, yours in (
        (GAME.pending(state), GAME.pending(twin)),
        (GAME.revisable(state), GAME.revisable(twin)),
    ):
        assert [d for d in mine if d.seat == seat] == [d for d in yours if d.seat == seat]
        assert [d.seat for d in mine] == [d.seat for d in yours]


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.name)
def test_what_a_seat_cannot_see_does_not_reach_it(table: Table) -> None:
    """Every seat at every few decisions of a game, beginning elsewhere at every table and in every game."""
    stride = 2 * table.seats - 1
    for game in range(SCALE):
        told = Told(table, seed=TABLES.index(table) + 1000 * game)
        number = 0
        while told.move():
            number += 1
            if (number + game + TABLES.index(table)) % stride == 0:
                for seat in (None, *range(table.seats)):
                    compare(told, seat, seed=number)
        for seat in (None, *range(table.seats)):
            compare(told, seat, seed=number)
        assert told.state.is_over


def test_a_new_truth_is_dealt_anew() -> None:
    """Determinise may not just hand out the truth: hands, sealed picks and the deck differ."""
    told = Told(TABLES[-1], seed=5)
    for _ in range(8):
        told.move()
    state = told.state
    truths = [GAME.determinise(state, 0, seed) for seed in range(20)]
    for other in range(1, 5):
        assert len({tuple(truth.hands[other]) for truth in truths}) > 1 or other == 1
        assert len({tuple(truth.kept[other]) for truth in truths}) > 1
    assert len({tuple(truth.deck) for truth in truths}) == 20
    assert all(truth.hands[0] == state.hands[0] and truth.kept[0] == state.kept[0] for truth in truths)
    sealed = [seat for seat in range(1, 5) if state.sealed[seat]]
    assert sealed
    assert all(len({truth.sealed[seat] for truth in truths}) > 1 for seat in sealed)


def test_a_seats_own_sealed_answer_is_kept() -> None:
    state = GAME.start(3, 1)
    option = GAME.pending(state)[1].options[-1]
    GAME.answer(state, 1, option)
    assert {GAME.determinise(state, 1, seed).sealed[1] for seed in range(10)} == {(option,)}
    assert len({GAME.determinise(state, 0, seed).sealed[1] for seed in range(10)}) > 1
    assert all(GAME.determinise(state, None, seed).step == state.step < PICKS for seed in range(3))
