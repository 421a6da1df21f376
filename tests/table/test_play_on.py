"""A table whose game continues from the middle of another: it is played and stored like any other."""

from __future__ import annotations

import pytest

from stablehand.core.fairness import Proof
from stablehand.table import protocol as p
from stablehand.table.commands.requests import PlayOn
from support.table_setup import TableHarness, begun, opened, restored

GAMES = ["fairytale", "unicorns"]


def continued(game: str, to: int, seat: int = 1) -> tuple[TableHarness, TableHarness]:
    """Return a table whose game is over, and one that continues from the middle of it."""
    over = begun(3, game=game)
    over.play_on(seed=4)
    assert over.table.state.match is not None
    harness = opened(game=game, key="ab" * 32, house=p.House(stand_in="easy"))
    branches = over.table.state.match.journal.branches_at(to, seat)
    harness.table.admit(PlayOn("Zoe", seat, "token", branches), harness.now)
    harness.table.connect(seat, harness.now)
    return over, harness


@pytest.mark.parametrize("game", GAMES)
def test_the_player_continues_with_bots_and_knows_what_the_seat_knew(game: str) -> None:
    over, harness = continued(game, 15)
    assert over.table.state.match is not None
    assert harness.table.state.stage == "playing"
    assert [seat.level for seat in harness.table.state.seats] == ["easy", None, "easy"]
    states = list(map(over.table.state.match.game.clone, over.table.state.match.journal.steps()))
    assert harness.seen(1).view == over.table.state.match.game.view(states[15], 1)
    assert harness.seen(1).log == ()


@pytest.mark.parametrize("game", GAMES)
def test_a_continued_game_ends_is_restored_and_its_shuffle_verifies(game: str) -> None:
    _, harness = continued(game, 15)
    harness.play_on(seed=2, answers=5)
    back = restored(harness)
    back.table.connect(1, back.now)
    for seat in (0, 1, None):
        assert back.seen(seat).view == harness.seen(seat).view
        assert back.seen(seat).log == harness.seen(seat).log
    harness.play_on(seed=3)
    assert harness.table.state.stage == "over"
    match = harness.table.state.match
    assert match is not None
    Proof.of(harness.table.state.key, harness.table.state.nonces).check(match.journal.seed)
    assert match.game.digest(match.journal.replay()) == match.game.digest(match.state)


def test_undo_stops_where_the_continued_game_began() -> None:
    _, harness = continued("fairytale", 15)
    view = harness.seen(1).view
    harness.answer(1)
    harness.do(1, p.Undo)
    assert harness.seen(1).view == view
    assert not harness.seen(1).can_undo


def test_a_rematch_of_a_continued_game_starts_from_the_beginning() -> None:
    _, harness = continued("fairytale", 15)
    harness.play_on(seed=2)
    harness.do(1, p.Rematch)
    harness.do(1, p.Start)
    match = harness.table.state.match
    assert match is not None
    assert match.journal.branches == ()
