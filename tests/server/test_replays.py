from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from server_guests import BOT, Guest, run, serving
from stablehand.server.replays import Replay
from stablehand.table.refusal import Refusal
from table_club import begun

if TYPE_CHECKING:
    from pathlib import Path


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


def test_one_plays_on_from_a_step_against_bots_at_a_table_like_any_other(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with serving(tmp_path, 1) as house, house.client(headers=BOT) as reader:
            ann = await house.opened()
            replays = f"/api/tables/{ann.code}/replays/1"
            early = await reader.post(f"{replays}/3", json={"name": "Zoe", "seat": 1})
            assert (early.status_code, early.json()["reason"]) == (409, "not_over")
            async with ann.there():
                await ann.say("start")
                await ann.play()
            steps = (await reader.get(replays)).json()["steps"]
            then = (await reader.get(f"{replays}/7?seat=1")).json()
            answer = await reader.post(f"{replays}/7", json={"name": "Zoe", "seat": 1, "level": "easy"})
            assert answer.status_code == 201, answer.text
            seat = answer.json()
            assert (seat["seat"], seat["code"] == ann.code) == (1, False)
            zoe = Guest(house, seat["code"], 1, seat["token"])
            async with zoe.there():
                table = zoe.table
                assert [chair["is_bot"] for chair in table["seats"]] == [True, False]
                assert table["view"]["zones"]["seats"][1] == then["view"]["zones"]["seats"][1]
            tables = house.office.hall.tables
            for step, body, status, reason in (
                (steps, {"seat": 1}, 409, "ended_here"),
                (steps + 1, {"seat": 1}, 404, "no_step"),
                (1 << 70, {"seat": 1}, 404, "no_step"),
                (7, {"seat": 2}, 404, "no_seat"),
                (7, {"seat": -1}, 400, "bad_request"),
                (7, {"seat": 1, "level": "god"}, 400, "bad_request"),
                (7, {"seat": 1, "name": " "}, 409, "name_empty"),
                (7, {}, 400, "bad_request"),
            ):
                refused = await reader.post(f"{replays}/{step}", json={"name": "Zoe", **body})
                assert (refused.status_code, refused.json()["reason"]) == (status, reason)
                assert refused.json()["text"].endswith(".")
            assert house.office.hall.tables == tables

    run(scenario)


def test_a_browser_that_plays_on_has_its_seat_by_a_cookie(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with serving(tmp_path, 1) as house, house.client() as reader:
            ann = await house.opened()
            async with ann.there():
                await ann.say("start")
                await ann.play()
            answer = await reader.post(f"/api/tables/{ann.code}/replays/1/0", json={"name": "Zoe", "seat": 0})
            code = answer.json()["code"]
            assert "token" not in answer.json()
            assert (await reader.get(f"/api/tables/{code}/yours")).json() == [0]

    run(scenario)
