from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from stablehand.server.learn.replays import Knowing, Replay
from stablehand.table.refusal import Refusal
from support.socket_players import BOT, SocketPlayer, run, serving
from support.table_setup import begun

if TYPE_CHECKING:
    from pathlib import Path

    from stablehand.table.protocol import Line


@pytest.mark.parametrize("game", ["fairytale", "unicorns"])
def test_every_step_of_a_game_is_shown_as_each_seat_saw_it(game: str) -> None:
    harness = begun(3, game=game)
    harness.play_on(seed=4)
    match = harness.table.state.match
    assert match is not None
    replay = Replay.of(match.journal, harness.table.state.names())
    seen = replay.seen("en")
    assert seen.steps == len(match.standing)
    assert seen.chapters[0].step == 0
    assert seen.result == harness.seen(None).result
    for seat in (0, 1, 2, None):
        step = replay.step(seen.steps, seat, "en")
        assert step.view == match.game.view(match.state, seat)
    told = [line.text for at in range(seen.steps + 1) for line in replay.step(at, 1, "en").lines]
    assert told == [line.text for line in harness.seen(1).log]


def test_hidden_cards_are_shown_only_with_all_cards_open() -> None:
    harness = begun(3, game="unicorns")
    harness.play_on(seed=4)
    match = harness.table.state.match
    assert match is not None
    replay = Replay.of(match.journal, harness.table.state.names())
    hands = [seat["hand"] for seat in replay.step(20, "all", "en").view["zones"]["seats"]]
    assert all(len(hand["cards"]) == hand["size"] for hand in hands)
    hidden = [seat["hand"] for seat in replay.step(20, None, "en").view["zones"]["seats"]]
    assert any(len(hand["cards"]) < hand["size"] for hand in hidden)
    actor = match.standing_answer(19).seat
    assert replay.step(20, actor, "en").answered
    assert replay.step(20, "all", "ru").answered
    assert replay.step(20, None, "en").answered == ""


@pytest.mark.parametrize("game", ["fairytale", "unicorns"])
def test_with_all_cards_open_the_log_tells_what_each_seat_saw(game: str) -> None:
    harness = begun(3, game=game)
    harness.play_on(seed=4)
    match = harness.table.state.match
    assert match is not None
    replay = Replay.of(match.journal, harness.table.state.names())

    def log(knowing: Knowing) -> list[Line]:
        return [line for at in range(len(replay.states)) for line in replay.step(at, knowing, "en").lines]

    secret = {number for number, event in enumerate(match.recorder.events) if event.secret and event.audience}
    assert secret
    for line in log("all"):
        event = match.recorder.events[line.number]
        shown = {**event.open, **(event.secret if line.number in secret else {})}
        assert line.event == {"what": event.what, "rules": list(event.rules), **shown}
    for line in log(None):
        assert line.event == match.recorder.events[line.number].seen_by(None)


def test_a_step_before_the_start_or_after_the_end_is_refused() -> None:
    harness = begun(2, seats=2)
    harness.play_on(seed=4)
    assert harness.table.state.match is not None
    replay = Replay.of(harness.table.state.match.journal, harness.table.state.names())
    for step, seat in ((-1, None), (len(replay.states), None), (0, 2)):
        with pytest.raises(Refusal):
            replay.step(step, seat, "en")


def test_a_player_continues_from_a_step_against_bots(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with serving(tmp_path, 1) as server, server.client(headers=BOT) as reader:
            ann = await server.opened()
            replays = f"/api/tables/{ann.code}/replays/1"
            early = await reader.post(f"{replays}/3", json={"name": "Zoe", "seat": 1})
            assert (early.status_code, early.json()["reason"]) == (409, "not_over")
            async with ann.connected():
                await ann.send("start")
                await ann.play()
            steps = (await reader.get(replays)).json()["steps"]
            then = (await reader.get(f"{replays}/7?seat=1")).json()
            answer = await reader.post(f"{replays}/7", json={"name": "Zoe", "seat": 1, "level": "easy"})
            assert answer.status_code == 201, answer.text
            seat = answer.json()
            assert (seat["seat"], seat["code"] == ann.code) == (1, False)
            zoe = SocketPlayer(server, seat["code"], 1, seat["token"])
            async with zoe.connected():
                table = zoe.table
                assert [seat["is_bot"] for seat in table["seats"]] == [True, False]
                assert table["view"]["zones"]["seats"][1] == then["view"]["zones"]["seats"][1]
            tables = server.services.registry.tables
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
            assert server.services.registry.tables == tables

    run(scenario)


def test_a_browser_that_continues_a_game_gets_a_cookie_for_its_seat(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with serving(tmp_path, 1) as server, server.client() as reader:
            ann = await server.opened()
            async with ann.connected():
                await ann.send("start")
                await ann.play()
            answer = await reader.post(f"/api/tables/{ann.code}/replays/1/0", json={"name": "Zoe", "seat": 0})
            code = answer.json()["code"]
            assert "token" not in answer.json()
            assert (await reader.get(f"/api/tables/{code}/yours")).json() == [0]

    run(scenario)
