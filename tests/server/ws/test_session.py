"""A table over WebSockets on a real server: whole games, restarts, and clients with false identities."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import msgspec
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed
from websockets.frames import Frame, Opcode

from stablehand import Journal
from stablehand.server.limits.transport import MOST_FRAMES, PING_BURST
from stablehand.server.live.mailbox import Receive
from stablehand.server.live.registry import UNLOAD_AFTER
from stablehand.server.settings import Limits
from stablehand.server.ws.session import MISTAKES
from stablehand.table import protocol as p
from support.paths import ROOT
from support.sizes import slow_after
from support.socket_players import RunningServer, SocketPlayer, playing, run, serving, together

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

EXAMPLE = ROOT / "examples" / "bot.py"
PLAYED = [
    ("fairytale", {}),
    ("unicorns", {"deck": "base_1e"}),
    ("unicorns", {"deck": "base_2e"}),
    ("unicorns", {"deck": "nsfw_1e"}),
    ("unicorns", {"deck": "nsfw_2e"}),
]


async def closing(server: RunningServer, code: str, **headers: str) -> int:
    """Connect, and return the close code of a server that sends no frame."""
    async with connect(server.address(code), additional_headers=headers) as socket:
        with pytest.raises(ConnectionClosed):
            await socket.recv()
        assert socket.close_code is not None
        return socket.close_code


# ---- whole games


@pytest.mark.parametrize(("game", "options"), slow_after(1, PLAYED, "plays a game of every deck"), ids=str)
def test_a_client_the_example_bot_and_a_built_in_bot_play_a_whole_game(
    game: str, options: dict[str, str], tmp_path: Path
) -> None:
    async def scenario() -> None:
        async with serving(tmp_path, 1, adult="on") as server, server.client() as reader:
            ann = await server.opened(game, 3, options=options)
            async with ann.connected():
                example = await asyncio.create_subprocess_exec(
                    sys.executable, str(EXAMPLE), server.url, ann.code, "Botty", stdout=subprocess.PIPE
                )
                await ann.until(lambda table: table["seats"][1]["is_ready"])
                assert (await ann.send("start", nonce="a" * 32))["type"] == "accepted"
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


def test_an_idle_table_is_unloaded_until_a_client_connects(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with serving(tmp_path) as server:
            ann, awake = await server.opened(), await server.opened(name="Cid")
            registry = server.services.registry
            await registry.tidy()
            assert registry.tables == 2, "a client was connected a moment ago"
            later = registry.now() + UNLOAD_AFTER + 1
            registry.now = lambda: later
            async with awake.connected():
                await registry.tidy()
                assert registry.tables == 1
                async with ann.connected():
                    assert ann.table["you"] == 0
                    assert registry.tables == 2
            assert (await server.joined(ann.code)).seat == 1

    run(scenario)


def test_after_a_restart_the_same_question_is_asked(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with playing(tmp_path, "unicorns") as (_, ann, _):
            await ann.play(4)
            before = await ann.asked()
            log = ann.table["state"]
        async with serving(tmp_path, 1) as server:
            again = SocketPlayer(server, ann.code, 0, ann.token, ann.commands)
            async with again.connected():
                after = await again.asked()
                assert {**after, "seconds": None} == {**before, "seconds": None}
                assert again.table["state"] >= log
                assert again.table["log"][0]["number"] == 0
                assert (await again.answer(after))["type"] == "accepted"

    run(scenario)


def test_a_command_applied_before_a_restart_is_not_applied_again(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with playing(tmp_path) as (_, ann, asked):
            option = asked["options"][0]["option"]
            words = {"state": ann.table["state"], "decision": asked["id"], "option": option}
            first = await ann.send("answer", id="once", **words)
            again = await ann.send("answer", id="once", **words)
            assert (first["type"], again["type"]) == ("accepted", "accepted")
            twice = await ann.send("answer", id="twice", **words)
            assert twice["type"] == "accepted" or twice["reason"] in {"stale", "not_asked"}
        async with serving(tmp_path, 1) as server:
            again_there = SocketPlayer(server, ann.code, 0, ann.token)
            async with again_there.connected():
                state = again_there.table["state"]
                assert (await again_there.send("answer", id="once", **words))["type"] == "accepted"
                assert again_there.table["state"] == state

    run(scenario)


# ---- refusals


def test_an_answer_to_a_past_or_future_state_is_refused(tmp_path: Path) -> None:
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
        "text": "hello", "emote": "cheer", "card": "neigh", "name": "Ann", "knock": 1,
    }  # fmt: skip
    for kind in p.AnyCommand.__args__:
        if kind not in {p.Speak, p.Why, p.Older, p.Hint}:
            info = msgspec.inspect.type_info(kind)
            assert isinstance(info, msgspec.inspect.StructType)
            words = {field.name: fields[field.name] for field in info.fields if field.name in fields}
            yield {"do": info.tag, **words}


def test_a_spectator_can_do_nothing(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with playing(tmp_path) as (server, ann, _):
            watcher = SocketPlayer(server, ann.code)
            async with watcher.connected("?lang=it"):
                await watcher.until(lambda table: table["state"] == ann.table["state"])
                assert (watcher.table["you"], watcher.table["decision"]) == (None, None)
                assert watcher.table["language"] == "it"
                commands = list(every_command())
                assert len(commands) == len(p.AnyCommand.__args__) - 4
                for command in commands:
                    answer = await watcher.send(command.pop("do"), **command)
                    assert (answer["type"], answer["reason"]) == ("refused", "spectator"), command
                assert (await watcher.send("hint"))["reason"] == "no_hint"
                assert (await watcher.send("why", card="neigh"))["type"] == "told"
                assert (await watcher.send("older", before=0))["type"] == "lines"
                assert watcher.table["state"] == ann.table["state"]

    run(scenario)


def test_a_token_opens_its_own_seat_at_its_own_table_and_no_other(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with serving(tmp_path) as server:
            ann = await server.opened(seats=3)
            bob = await server.joined(ann.code)
            cid = await server.opened(name="Cid")
            for token in (cid.token, "0" * 32, "", "x", ann.token[:-1], ann.token.upper()):
                assert await closing(server, ann.code, Authorization=f"Bearer {token}") == 4403
            async with SocketPlayer(server, ann.code, None, bob.token).connected() as who:
                assert who.table["you"] == 1
            # A client with a cookie of another table, or with another name, is a spectator.
            for cookie in (f"stablehand_{cid.code}={cid.token}", f"stablehand_{ann.code}={cid.token}"):
                headers = {"Cookie": cookie, "Origin": server.url}
                async with connect(server.address(ann.code), additional_headers=headers) as socket:
                    assert json.loads(await socket.recv())["you"] is None
            headers = {"Cookie": f"stablehand_{ann.code}={ann.token}", "Origin": server.url}
            async with connect(server.address(ann.code), additional_headers=headers) as socket:
                assert json.loads(await socket.recv())["you"] == 0

    run(scenario)


def test_a_command_cannot_name_its_seat(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with serving(tmp_path) as server:
            ann = await server.opened()
            bob = await server.joined(ann.code)
            async with bob.connected("?seat=0&you=0"):
                assert bob.table["you"] == 1
                await bob.socket.send(json.dumps({"do": "ready", "id": "1", "seat": 0}))
                answer = await bob.reply("")
                assert answer["reason"] == "unreadable"
                assert (await bob.send("start"))["reason"] == "not_host"

    run(scenario)


def test_a_kicked_player_gets_no_more_frames_and_sends_no_more_commands(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with together(tmp_path, 2) as (server, ann, bob):
            await ann.send("kick", seat=1)
            await ann.send("pardon")
            cid = await server.joined(ann.code, "Cid")
            async with cid.connected():
                assert cid.table["you"] == 1
                how, heard = await bob.ended()
                assert how == 4403
                shown = [[seat["name"] for seat in frame.get("seats", ())] for frame in heard]
                assert all(names in ([], ["Ann", "Bob"]) for names in shown)
                assert (heard[-1]["type"], heard[-1]["reason"]) == ("bye", "not_yours")
            assert await closing(server, ann.code, Authorization=f"Bearer {bob.token}") == 4403

    run(scenario)


def test_a_command_of_a_player_being_kicked_is_not_applied(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with together(tmp_path) as (server, ann, bob):
            actor = await server.services.registry.actor(ann.code)
            assert actor is not None
            (line,) = [one for one in actor._connections if one.seat == 1]
            host = next(one for one in actor._connections if one.seat == 0)
            actor.post(Receive(host, p.Kick(id="k", seat=1)))
            actor.post(Receive(line, p.Ready(id="r")))
            table = await actor.read()
            assert not table.state.seats[1].is_ready
            _, heard = await bob.ended()
            assert ("refused", "not_yours") in {(frame["type"], frame.get("reason")) for frame in heard}

    run(scenario)


# ---- limits of connections and messages


def test_the_close_code_distinguishes_a_missing_table_from_a_private_one(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with serving(tmp_path) as server:
            closed = await server.opened(house={"spectators": False})
            assert await closing(server, "bcdfghjk") == 4404
            assert await closing(server, "no-such-code") == 4404
            assert await closing(server, closed.code) == 4403
            async with closed.connected():
                assert closed.table["you"] == 0

    run(scenario)


def test_the_connections_of_one_client_are_limited(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with serving(tmp_path, limits=Limits(connections_per_client=2)) as server:
            ann = await server.opened()
            watcher = SocketPlayer(server, ann.code)
            async with ann.connected():
                async with watcher.connected():
                    assert await closing(server, ann.code) == 4429
                await ann.until(lambda table: table["watching"] == 0)
                async with watcher.connected():
                    assert watcher.table["watching"] == 1

    run(scenario)


def test_frames_are_not_compressed(tmp_path: Path) -> None:
    """With compression the length of a frame would reveal its content (as in CRIME)."""

    async def scenario() -> None:
        async with serving(tmp_path) as server:
            watcher = SocketPlayer(server, (await server.opened()).code)
            async with watcher.connected(compression="deflate"):
                assert watcher.socket.protocol.extensions == []

    run(scenario)


def test_too_long_or_too_fragmented_messages_end_the_connection(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with serving(tmp_path) as server:
            ann = await server.opened()
            async with ann.connected():
                for attack in (_long, _pieces, _pings):
                    watcher = SocketPlayer(server, ann.code)
                    async with watcher.connected():
                        await attack(watcher)
                        how, _ = await watcher.ended()
                        assert how in {1008, 1009}
                assert (await ann.send("ready"))["type"] == "accepted"

    run(scenario)


async def _long(watcher: SocketPlayer) -> None:
    await watcher.socket.send(" " * 20_000)


async def _pieces(watcher: SocketPlayer) -> None:
    await watcher.socket.send("" for _ in range(MOST_FRAMES + 2))


async def _pings(watcher: SocketPlayer) -> None:
    # All in one write: the library’s own pings would wait for each other.
    protocol = watcher.socket.protocol
    sent = b"".join(Frame(Opcode.PING, b"").serialize(mask=True) for _ in range(PING_BURST + 5))
    assert protocol.state.name == "OPEN"
    watcher.socket.transport.write(sent)


def test_unreadable_messages_are_refused_and_many_end_the_connection(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with serving(tmp_path) as server:
            ann = await server.opened()
            async with ann.connected():
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
                assert (await ann.send("ready"))["type"] == "accepted"
                for _ in range(MISTAKES):
                    await ann.socket.send("{")
                how, heard = await ann.ended()
                assert how == 1008
                assert "unreadable" in {frame.get("reason") for frame in heard}

    run(scenario)


def test_accepted_commands_survive_a_stop_of_the_server(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with serving(tmp_path) as server:
            ann = await server.opened()
            line = ann.connected()
            await line.__aenter__()
            assert (await ann.send("rename", name="Anna"))["type"] == "accepted"
        how, _ = await ann.ended()
        assert how == 1012
        await line.__aexit__(None, None, None)
        async with (
            serving(tmp_path) as server,
            SocketPlayer(server, ann.code, 0, ann.token).connected() as again,
        ):
            assert again.table["seats"][0]["name"] == "Anna"

    run(scenario)
