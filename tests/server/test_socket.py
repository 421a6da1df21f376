"""A table over its socket, on a real server: whole games, restarts, and those who are not what they say."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed
from websockets.frames import Frame, Opcode

from server_guests import Guest, House, playing, run, serving, together
from stablehand import Journal
from stablehand.server.hall import DROWSY
from stablehand.server.settings import Limits
from stablehand.server.socket import MISTAKES
from stablehand.server.thrifty import BURST, PIECES
from stablehand.table import protocol as p

if TYPE_CHECKING:
    from collections.abc import Iterator

EXAMPLE = Path(__file__).parent.parent.parent / "examples" / "bot.py"
PLAYED = [
    ("fairytale", {}),
    ("unicorns", {"deck": "base_1e"}),
    ("unicorns", {"deck": "base_2e"}),
    ("unicorns", {"deck": "nsfw_1e"}),
    ("unicorns", {"deck": "nsfw_2e"}),
]


async def closing(house: House, code: str, **headers: str) -> int:
    """Connect, and return the code that the server closes with, before it says anything."""
    async with connect(house.address(code), additional_headers=headers) as socket:
        with pytest.raises(ConnectionClosed):
            await socket.recv()
        assert socket.close_code is not None
        return socket.close_code


# ---- whole games


@pytest.mark.parametrize(("game", "options"), PLAYED, ids=str)
def test_a_client_the_example_bot_and_a_built_in_bot_play_a_whole_game(
    game: str, options: dict[str, str], tmp_path: Path
) -> None:
    async def scenario() -> None:
        async with serving(tmp_path, 1, adult="on") as house, house.client() as reader:
            ann = await house.opened(game, 3, options=options)
            async with ann.there():
                example = await asyncio.create_subprocess_exec(
                    sys.executable, str(EXAMPLE), house.url, ann.code, "Botty", stdout=subprocess.PIPE
                )
                await ann.until(lambda table: table["seats"][1]["is_ready"])
                assert (await ann.say("start", nonce="a" * 32))["type"] == "accepted"
                assert await ann.play()
                result = ann.table["result"]
                said, _ = await example.communicate()
            assert result
            assert example.returncode == 0
            assert said.decode().strip()
            journal = Journal.read((await reader.get(f"/api/tables/{ann.code}/journals/1")).content)
            assert journal.proof is not None
            journal.proof.check(journal.seed)
            assert {answer.seat for answer in journal.answers()} == {0, 1, 2}
            journal.replay()

    run(scenario)


def test_the_example_is_short_and_in_the_document() -> None:
    example = EXAMPLE.read_text("utf-8")
    assert len(example.splitlines()) <= 30
    assert f"```python\n{example}```" in (EXAMPLE.parent.parent / "docs" / "bot-api.md").read_text("utf-8")


def test_a_table_that_nobody_is_at_sleeps_until_somebody_comes(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with serving(tmp_path) as house:
            ann, awake = await house.opened(), await house.opened(name="Cid")
            hall = house.office.hall
            await hall.tidy()
            assert hall.tables == 2, "somebody was there a moment ago"
            later = hall.now() + DROWSY + 1
            hall.now = lambda: later
            async with awake.there():
                await hall.tidy()
                assert hall.tables == 1
                async with ann.there():
                    assert ann.table["you"] == 0
                    assert hall.tables == 2
            assert (await house.joined(ann.code)).seat == 1

    run(scenario)


def test_after_a_restart_the_same_question_is_asked(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with playing(tmp_path, "unicorns") as (_, ann, _):
            await ann.play(4)
            before = await ann.asked()
            log = ann.table["state"]
        async with serving(tmp_path, 1) as house:
            again = Guest(house, ann.code, 0, ann.token, ann.commands)
            async with again.there():
                after = await again.asked()
                assert {**after, "seconds": None} == {**before, "seconds": None}
                assert again.table["state"] >= log
                assert again.table["log"][0]["number"] == 0
                assert (await again.answer(after))["type"] == "accepted"

    run(scenario)


def test_a_command_that_was_done_before_a_restart_is_not_done_again(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with playing(tmp_path) as (_, ann, asked):
            option = asked["options"][0]["option"]
            words = {"state": ann.table["state"], "decision": asked["id"], "option": option}
            first = await ann.say("answer", id="once", **words)
            again = await ann.say("answer", id="once", **words)
            assert (first["type"], again["type"]) == ("accepted", "accepted")
            twice = await ann.say("answer", id="twice", **words)
            assert twice["type"] == "accepted" or twice["reason"] in {"stale", "not_asked"}
        async with serving(tmp_path, 1) as house:
            again_there = Guest(house, ann.code, 0, ann.token)
            async with again_there.there():
                state = again_there.table["state"]
                assert (await again_there.say("answer", id="once", **words))["type"] == "accepted"
                assert again_there.table["state"] == state

    run(scenario)


# ---- what is refused


def test_an_answer_to_a_state_gone_by_or_not_yet_come_is_refused(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with playing(tmp_path) as (_, ann, asked):
            refused = {
                "stale": {"decision": asked["id"] - 1},
                "future": {"state": ann.table["state"] + 1000},
                "not_offered": {"option": 1 << 30},
            }
            for reason, words in refused.items():
                answer = await ann.answer(asked, **words)
                assert (answer["type"], answer["reason"]) == ("refused", reason)
                assert answer["text"]
            assert (await ann.answer(asked))["type"] == "accepted"

    run(scenario)


def every_command() -> Iterator[dict[str, Any]]:
    """Return one of each command."""
    fields = {
        "seat": 0, "level": "easy", "state": 1, "decision": 1, "option": 0, "agree": True, "on": True,
        "text": "hello", "emote": "cheer", "card": "neigh",
    }  # fmt: skip
    for kind in p.AnyCommand.__args__:
        if kind not in {p.Speak, p.Why, p.Hint}:
            info = msgspec.inspect.type_info(kind)
            assert isinstance(info, msgspec.inspect.StructType)
            words = {field.name: fields[field.name] for field in info.fields if field.name in fields}
            yield {"do": info.tag, **words}


def test_a_spectator_can_do_nothing(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with playing(tmp_path) as (house, ann, _):
            watcher = Guest(house, ann.code)
            async with watcher.there("?lang=it"):
                await watcher.until(lambda table: table["state"] == ann.table["state"])
                assert (watcher.table["you"], watcher.table["decision"]) == (None, None)
                assert watcher.table["language"] == "it"
                commands = list(every_command())
                assert len(commands) == len(p.AnyCommand.__args__) - 3
                for command in commands:
                    answer = await watcher.say(command.pop("do"), **command)
                    assert (answer["type"], answer["reason"]) == ("refused", "spectator"), command
                assert (await watcher.say("hint"))["reason"] == "no_hint"
                assert (await watcher.say("why", card="neigh"))["type"] == "told"
                assert watcher.table["state"] == ann.table["state"]

    run(scenario)


def test_a_token_opens_its_own_seat_at_its_own_table_and_no_other(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with serving(tmp_path) as house:
            ann = await house.opened(seats=3)
            bob = await house.joined(ann.code)
            cid = await house.opened(name="Cid")
            for token in (cid.token, "0" * 32, "", "x", ann.token[:-1], ann.token.upper()):
                assert await closing(house, ann.code, Authorization=f"Bearer {token}") == 4403
            async with Guest(house, ann.code, None, bob.token).there() as who:
                assert who.table["you"] == 1
            # A cookie of another table, or under another's name, makes a spectator.
            for cookie in (f"stablehand_{cid.code}={cid.token}", f"stablehand_{ann.code}={cid.token}"):
                headers = {"Cookie": cookie, "Origin": house.url}
                async with connect(house.address(ann.code), additional_headers=headers) as socket:
                    assert json.loads(await socket.recv())["you"] is None
            headers = {"Cookie": f"stablehand_{ann.code}={ann.token}", "Origin": house.url}
            async with connect(house.address(ann.code), additional_headers=headers) as socket:
                assert json.loads(await socket.recv())["you"] == 0

    run(scenario)


def test_nobody_can_name_the_seat_they_speak_for(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with serving(tmp_path) as house:
            ann = await house.opened()
            bob = await house.joined(ann.code)
            async with bob.there("?seat=0&you=0"):
                assert bob.table["you"] == 1
                await bob.socket.send(json.dumps({"do": "ready", "id": "1", "seat": 0}))
                answer = await bob.reply("")
                assert answer["reason"] == "unreadable"
                assert (await bob.say("start"))["reason"] == "not_host"

    run(scenario)


def test_whoever_loses_a_seat_sees_and_does_no_more(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with together(tmp_path, 2) as (house, ann, bob):
            await ann.say("kick", seat=1)
            cid = await house.joined(ann.code, "Cid")
            async with cid.there():
                assert cid.table["you"] == 1
                how, heard = await bob.ended()
                assert how == 4403
                shown = [[chair["name"] for chair in frame.get("seats", ())] for frame in heard]
                assert all(names in ([], ["Ann", "Bob"]) for names in shown)
                assert (heard[-1]["type"], heard[-1]["reason"]) == ("bye", "not_yours")
            assert await closing(house, ann.code, Authorization=f"Bearer {bob.token}") == 4403

    run(scenario)


def test_a_command_of_somebody_sent_away_at_that_moment_is_not_done(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with together(tmp_path) as (house, ann, _):
            keeper = await house.office.hall.keeper(ann.code)
            assert keeper is not None
            (line,) = [one for one in keeper._connections if one.seat == 1]
            keeper.wish(lambda table, now: table.receive(0, p.Kick(id="k", seat=1), now))
            asked = keeper.do(lambda table, now: table.receive(keeper.speaks_for(line), p.Ready(id="r"), now))
            with pytest.raises(Exception, match="not_yours"):
                await asked

    run(scenario)


# ---- at the door


def test_where_there_is_no_table_or_nothing_to_see_the_connection_says_so(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with serving(tmp_path) as house:
            closed = await house.opened(house={"spectators": False})
            assert await closing(house, "bcdfghjk") == 4404
            assert await closing(house, "no-such-code") == 4404
            assert await closing(house, closed.code) == 4403
            async with closed.there():
                assert closed.table["you"] == 0

    run(scenario)


def test_one_client_has_only_so_many_connections(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with serving(tmp_path, limits=Limits(connections_per_client=2)) as house:
            ann = await house.opened()
            watcher = Guest(house, ann.code)
            async with ann.there():
                async with watcher.there():
                    assert await closing(house, ann.code) == 4429
                await ann.until(lambda table: table["watching"] == 0)
                async with watcher.there():
                    assert watcher.table["watching"] == 1

    run(scenario)


def test_nothing_is_squeezed_together(tmp_path: Path) -> None:
    """Or how long a frame is would tell what of it one knows already (as CRIME did)."""

    async def scenario() -> None:
        async with serving(tmp_path) as house:
            watcher = Guest(house, (await house.opened()).code)
            async with watcher.there(compression="deflate"):
                assert watcher.socket.protocol.extensions == []

    run(scenario)


def test_what_is_too_long_or_in_too_many_pieces_ends_the_connection(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with serving(tmp_path) as house:
            ann = await house.opened()
            async with ann.there():
                for attack in (_long, _pieces, _pings):
                    watcher = Guest(house, ann.code)
                    async with watcher.there():
                        await attack(watcher)
                        async with asyncio.timeout(20):
                            how, _ = await watcher.ended()
                        assert how in {1008, 1009}
                assert (await ann.say("ready"))["type"] == "accepted"

    run(scenario)


async def _long(watcher: Guest) -> None:
    await watcher.socket.send(" " * 20_000)


async def _pieces(watcher: Guest) -> None:
    await watcher.socket.send("" for _ in range(PIECES + 2))


async def _pings(watcher: Guest) -> None:
    # All in one piece: the library’s own pings would wait for each other.
    protocol = watcher.socket.protocol
    sent = b"".join(Frame(Opcode.PING, b"").serialize(mask=True) for _ in range(BURST + 5))
    assert protocol.state.name == "OPEN"
    watcher.socket.transport.write(sent)


def test_nonsense_is_answered_and_too_much_of_it_ends_the_connection(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with serving(tmp_path) as house:
            ann = await house.opened()
            async with ann.there():
                for text in (
                    "",
                    "{",
                    "[1]",
                    '{"do":"fly","id":"1"}',
                    '{"do":"ready"}',
                    "[" * 5000,
                    b"\xff\x00",
                ):
                    await ann.socket.send(text)
                    assert (await ann.reply(""))["reason"] == "unreadable"
                assert (await ann.say("ready"))["type"] == "accepted"
                for _ in range(MISTAKES):
                    await ann.socket.send("{")
                how, heard = await ann.ended()
                assert how == 1008
                assert "unreadable" in {frame.get("reason") for frame in heard}

    run(scenario)


def test_when_the_server_stops_what_was_accepted_is_there_after_it(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with serving(tmp_path) as house:
            ann = await house.opened()
            line = ann.there()
            await line.__aenter__()
            assert (await ann.say("ready", nonce="b" * 32))["type"] == "accepted"
        how, _ = await ann.ended()
        assert how == 1012
        await line.__aexit__(None, None, None)
        async with serving(tmp_path) as house, Guest(house, ann.code, 0, ann.token).there() as again:
            assert again.table["seats"][0]["is_ready"]

    run(scenario)
