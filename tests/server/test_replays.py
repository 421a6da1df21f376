from __future__ import annotations

import pytest

from stablehand.server.replays import Replay
from stablehand.table.refusal import Refusal
from table_club import begun


@pytest.mark.parametrize("game", ["fairytale", "unicorns"])
def test_every_step_of_a_game_can_be_looked_at_as_each_seat_knew_it(game: str) -> None:
    club = begun(3, game=game)
    club.play_on(seed=4)
    match = club.table.match
    assert match is not None
    replay = Replay.of(match.journal, club.table.names())
    seen = replay.seen("en")
    assert seen.steps == len(match.standing)
    assert seen.chapters[0].step == 0
    assert seen.result == club.seen(None).result
    for seat in (0, 1, 2, None):
        step = replay.step(seen.steps, seat, "en")
        assert step.view == match.game.view(match.state, seat)
    told = [line.text for at in range(seen.steps + 1) for line in replay.step(at, 1, "en").lines]
    assert told == [line.text for line in club.seen(1).log]


def test_what_a_seat_did_not_know_then_is_shown_only_with_everything_open() -> None:
    club = begun(3, game="unicorns")
    club.play_on(seed=4)
    match = club.table.match
    assert match is not None
    replay = Replay.of(match.journal, club.table.names())
    hands = [seat["hand"] for seat in replay.step(20, "all", "en").view["zones"]["seats"]]
    assert all(len(hand["cards"]) == hand["size"] for hand in hands)
    hidden = [seat["hand"] for seat in replay.step(20, None, "en").view["zones"]["seats"]]
    assert any(len(hand["cards"]) < hand["size"] for hand in hidden)
    actor = match.standing[19].seat
    assert replay.step(20, actor, "en").answered
    assert replay.step(20, "all", "ru").answered
    assert replay.step(20, None, "en").answered == ""


def test_there_is_nothing_before_the_beginning_or_after_the_end() -> None:
    club = begun(2, seats=2)
    club.play_on(seed=4)
    assert club.table.match is not None
    replay = Replay.of(club.table.match.journal, club.table.names())
    for step, seat in ((-1, None), (len(replay.states), None), (0, 2)):
        with pytest.raises(Refusal):
            replay.step(step, seat, "en")
