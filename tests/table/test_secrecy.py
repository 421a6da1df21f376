"""A frame depends only on what its audience may know (design, invariant 5)."""

from __future__ import annotations

import pytest

from stablehand.bots.random import RandomBot
from stablehand.core.build import IS_COMPILED
from stablehand.core.driver import decide
from stablehand.table import protocol as p
from stablehand.table.frames import Audience, Cursor
from stablehand.table.state.clock import due
from stablehand.table.state.facts import Answered
from support.sizes import sized
from support.table_setup import TableHarness, begun
from support.unicorn_games import EVERY_DECK, chosen
from support.unicorn_packs import drawn, options_of, with_all

GAMES = [
    ("fairytale", {}),
    *(("unicorns", chosen(deck)) for deck in EVERY_DECK),
    ("unicorns", options_of(*drawn(4, 2)[3])),
    *(("unicorns", with_all(deck)) for deck in ("base_1e", "base_2e")),
]
EACH = sized(quick=1, full=20 if IS_COMPILED else 4, release=1_800)
"""Games per deck: a hundred in all with a compiled engine, about ten million frames for a release."""


def dealt_again(harness: TableHarness, audience: Audience, since: Cursor, seed: int) -> bytes:
    """Return the frame that an audience would get if all hidden cards were different."""
    match = harness.table.state.match
    assert match is not None
    truth = match.state, match.pending, match.revisable, harness.table.state.key
    try:
        match.state = match.game.determinise(match.state, audience.seat, seed)
        asks = {decision.seat: decision for decision in match.game.pending(match.state)}
        match.pending = {
            other: asked._replace(decision=asks.get(other, asked.decision))
            for other, asked in match.pending.items()
        }
        return audience.frame(harness.now, since)
    finally:
        match.state, match.pending, match.revisable, harness.table.state.key = truth


@pytest.mark.parametrize(("game", "options"), GAMES, ids=str)
@pytest.mark.parametrize("at", range(EACH))
def test_frames_do_not_depend_on_hidden_cards(game: str, options: dict[str, str], at: int) -> None:
    seats = 2 + at % 4
    harness = begun(
        seats, game=game, options=options, seats=seats, key=f"{at + 1:064x}", house=p.House(clock="brisk")
    )
    match = harness.table.state.match
    assert match is not None
    bots = [RandomBot(at, seat) for seat in range(seats)]
    told = {Audience(harness.table, seat, "en"): Cursor() for seat in (*range(seats), None)}
    frames = 0
    while not match.is_over:
        for audience, since in told.items():
            truth = audience.frame(harness.now, since)
            assert dealt_again(harness, audience, since, frames) == truth
            told[audience] = audience.cursor()
            frames += 1
        seat = min(match.pending)
        harness.answer(seat, decide(match.game, match.state, match.pending[seat].decision, bots[seat]))
    assert frames > 50


def test_the_time_of_default_answers_does_not_depend_on_hands() -> None:
    harness = begun([0], game="unicorns", seats=4, house=p.House(pace=1.0))
    match = harness.table.state.match
    assert match is not None
    bots = [RandomBot(3, seat) for seat in range(4)]
    for turn in range(400):
        if match.is_over:
            break
        truth = match.state, match.pending
        mine = [
            due(harness.table.state, harness.table.volatile, seat, one) for seat, one in match.pending.items()
        ]
        match.state = match.game.determinise(match.state, 0, turn)
        asks = {decision.seat: decision for decision in match.game.pending(match.state)}
        assert set(asks) == set(match.pending)
        match.pending = {seat: one._replace(decision=asks[seat]) for seat, one in match.pending.items()}
        assert [
            due(harness.table.state, harness.table.volatile, seat, one) for seat, one in match.pending.items()
        ] == mine
        match.state, match.pending = truth
        seat = min(match.pending)
        option = decide(match.game, match.state, match.pending[seat].decision, bots[seat])
        harness.table.apply(Answered(harness.now, seat, option, "bot"))
