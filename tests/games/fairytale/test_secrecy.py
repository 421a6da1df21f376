"""Non-interference: hidden information does not influence anything that a seat is sent.

At many points of many games everything hidden from a seat is dealt again. The new state is then played from
the start, card by card: it must be a possible game, and every event, view and decision that the seat gets on
the way must be the same as before.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from stablehand import Recorder
from stablehand.core.rng import Rng
from stablehand.games.fairytale import GAME
from stablehand.games.fairytale.play import flow, questions
from stablehand.games.fairytale.state.state import PICKS, State
from support.games import TABLES, Table
from support.sizes import SCALE, slow_except

if TYPE_CHECKING:
    from stablehand.games.fairytale.state.state import Trail

Step = tuple[int, int, int, str, int]
"""The seat that answered, the round, the step, the topic, and the number of the pick in that stage."""


class RecordedGame:
    """A random game with a record of its answers."""

    def __init__(self, table: Table, seed: int) -> None:
        self.table = table
        self.rng = Rng.from_seed(seed, "told")
        self.recorder = Recorder()
        self.state = GAME.start(table.seats, seed, table.options, recorder=self.recorder)
        self.steps: list[tuple[Step, int]] = []

    def move(self) -> bool:
        """Give one random answer; return False if no decision is pending."""
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
    """Return the cards each seat was dealt in a round of a determinised state."""
    trails = trails_of(truth, round_)
    is_past = round_ <= len(truth.chapters)
    packets: list[list[int]] = [[] for _ in range(seats)]
    for holder, trail in enumerate(trails):
        left = [] if is_past else truth.hands[holder]
        dealt_to = trail[0][0] if trail else holder
        packets[dealt_to] = sorted([*(card for _, card in trail), *left])
    return packets


def replay(recorded: RecordedGame, truth: State) -> tuple[State, Recorder]:
    """Play a determinised state from the start: its packets and picks, otherwise the same answers."""
    s = State(truth.rules)
    dealt = [
        card
        for round_ in range(1, truth.round + 1)
        for packet in first_packets(truth, round_, recorded.table.seats)
        for card in packet
    ]
    s.deck = truth.deck + dealt[::-1]
    recorder = Recorder()
    flow._deal(s, recorder)
    now = (truth.round, truth.step, questions.topic(truth))
    for (seat, round_, step, topic, at), option in recorded.steps:
        if (round_, step, topic) == now and truth.sealed[seat]:
            card = truth.sealed[seat][at]
        elif topic == "keep":
            card = next(trail[step][1] for trail in trails_of(truth, round_) if trail[step][0] == seat)
        else:
            card = option
        GAME.answer(s, seat, card, recorder=recorder)
    return s, recorder


def compare(recorded: RecordedGame, seat: int | None, seed: int) -> None:
    state = recorded.state
    other = GAME.determinise(state, seat, seed)
    twin, recorder = replay(recorded, other)
    assert GAME.encode(twin) == GAME.encode(other), "the new state is not a possible game"
    assert recorder.seen_by(seat) == recorded.recorder.seen_by(seat)
    assert GAME.view(twin, seat) == GAME.view(state, seat)
    for mine, yours in (
        (GAME.pending(state), GAME.pending(twin)),
        (GAME.revisable(state), GAME.revisable(twin)),
    ):
        assert [d for d in mine if d.seat == seat] == [d for d in yours if d.seat == seat]
        assert [d.seat for d in mine] == [d.seat for d in yours]


@pytest.mark.parametrize(
    "table", slow_except(TABLES[::5], TABLES, "plays a game at 28 tables"), ids=lambda table: table.name
)
def test_hidden_cards_do_not_influence_what_a_seat_is_sent(table: Table) -> None:
    """Check every seat after every few decisions; the offset differs by table and game."""
    stride = 2 * table.seats - 1
    for game in range(SCALE):
        recorded = RecordedGame(table, seed=TABLES.index(table) + 1000 * game)
        number = 0
        while recorded.move():
            number += 1
            if (number + game + TABLES.index(table)) % stride == 0:
                for seat in (None, *range(table.seats)):
                    compare(recorded, seat, seed=number)
        for seat in (None, *range(table.seats)):
            compare(recorded, seat, seed=number)
        assert recorded.state.is_over


def test_determinise_deals_hidden_cards_again() -> None:
    """Determinise must not just return the truth: hands, sealed picks and the deck differ."""
    recorded = RecordedGame(TABLES[-1], seed=5)
    for _ in range(8):
        recorded.move()
    state = recorded.state
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
