"""A table whose game goes on from the middle of another: like any other, and kept like any other."""

from __future__ import annotations

import pytest

from stablehand.kernel.fairness import Proof
from stablehand.table import lobby
from stablehand.table import protocol as p
from table_club import Club, again, begun, opened

GAMES = ["fairytale", "unicorns"]


def gone_on(game: str, to: int, seat: int = 1) -> tuple[Club, Club]:
    """Return a table whose game is over, and one that goes on from the middle of it."""
    over = begun(3, game=game)
    over.play_on(seed=4)
    assert over.table.match is not None
    club = opened(game=game, key="ab" * 32, house=p.House(stand_in="easy"))
    pasts = over.table.match.journal.past(to, seat)
    lobby.play_on(club.table, seat, "Zoe", "token", pasts, club.now)
    club.table.connect(seat)
    return over, club


@pytest.mark.parametrize("game", GAMES)
def test_the_player_sits_there_among_bots_and_knows_what_the_seat_knew(game: str) -> None:
    over, club = gone_on(game, 15)
    assert over.table.match is not None
    assert club.table.stage == "playing"
    assert [chair.level for chair in club.table.chairs] == ["easy", None, "easy"]
    states = list(map(over.table.match.game.clone, over.table.match.journal.steps()))
    assert club.seen(1).view == over.table.match.game.view(states[15], 1)
    assert club.seen(1).log == ()


@pytest.mark.parametrize("game", GAMES)
def test_it_is_played_to_its_end_comes_back_after_a_crash_and_its_shuffle_verifies(game: str) -> None:
    _, club = gone_on(game, 15)
    club.play_on(seed=2, answers=5)
    back = again(club)
    back.table.connect(1)
    for seat in (0, 1, None):
        assert back.seen(seat).view == club.seen(seat).view
        assert back.seen(seat).log == club.seen(seat).log
    club.play_on(seed=3)
    assert club.table.stage == "over"
    match = club.table.match
    assert match is not None
    Proof.of(club.table.key, club.table.nonces).check(match.journal.seed)
    assert match.game.digest(match.journal.replay()) == match.game.digest(match.state)


def test_an_answer_can_be_taken_back_but_not_beyond_where_it_began() -> None:
    _, club = gone_on("fairytale", 15)
    view = club.seen(1).view
    club.answer(1)
    club.do(1, p.Undo)
    assert club.seen(1).view == view
    assert not club.seen(1).can_undo


def test_the_next_game_at_that_table_begins_at_the_beginning() -> None:
    _, club = gone_on("fairytale", 15)
    club.play_on(seed=2)
    club.do(1, p.Rematch)
    club.do(1, p.Start)
    match = club.table.match
    assert match is not None
    assert match.journal.pasts == ()
