"""Eight players at one table: the server restarts in a response window, and a bot plays for one of them."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from contextlib import AsyncExitStack, asynccontextmanager
from typing import TYPE_CHECKING, Any

from websockets.asyncio.client import connect

from stablehand.server.store import Store, url_for
from stablehand.table.state import facts as f
from support.socket_players import Frame, RunningServer, SocketPlayer, run, serving
from support.table_setup import NAMES

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable
    from pathlib import Path

SEATS = 8
LEAVER = 5


class ListeningPlayer:
    """A client that reads frames all the time and answers when asked."""

    def __init__(self, identity: SocketPlayer, news: asyncio.Condition) -> None:
        self.identity = identity
        self.news = news
        self.table: Frame = {}
        self.answered: dict[int, str] = {}
        """The command that answered each question, all of them accepted."""
        self.commands = 0
        self.reached = 0
        """The state after the last accepted command."""
        self._replies: dict[str, asyncio.Future[Frame]] = {}
        self._socket: Any = None

    @asynccontextmanager
    async def connected(self, server: RunningServer) -> AsyncIterator[None]:
        """Connect, and read frames until the end of the block."""
        self.table = {}
        proof = {"Authorization": f"Bearer {self.identity.token}"}
        async with connect(
            server.address(self.identity.code), additional_headers=proof, max_size=None
        ) as socket:
            self._socket = socket
            listening = asyncio.create_task(self._listen())
            try:
                yield
            finally:
                listening.cancel()

    async def _listen(self) -> None:
        async for data in self._socket:
            frame: Frame = json.loads(data)
            if frame["type"] == "table":
                async with self.news:
                    self.table = frame
                    self.news.notify_all()
            else:
                self._replies.pop(frame["id"]).set_result(frame)

    @property
    def question(self) -> Frame | None:
        """The decision that is not answered yet; None if there is none."""
        asked: Frame | None = self.table["decision"]
        return None if not asked or asked["is_revision"] or asked["id"] in self.answered else asked

    async def send(self, do: str, /, **words: Any) -> str:  # noqa: ANN401 - parts of a command
        """Send a command, wait until it is accepted, and return its id."""
        self.commands += 1
        name = f"{self.identity.seat}-{self.commands}"
        self._replies[name] = asyncio.get_running_loop().create_future()
        await self._socket.send(json.dumps({"do": do, "id": name} | words))
        reply = await self._replies[name]
        assert reply["type"] == "accepted", reply
        self.reached = reply["state"]
        return name

    async def answer(self) -> None:
        """Play a card if possible, otherwise choose the first option."""
        asked = self.question
        assert asked is not None
        verbs = {option["meaning"]["verb"]: option["option"] for option in reversed(asked["options"])}
        is_window = asked["kind"] == "respond"
        option = asked["options"][0]["option"] if is_window else verbs.get("play")
        words = {"state": self.table["state"], "decision": asked["id"]}
        chosen = asked["options"][0]["option"] if option is None else option
        self.answered[asked["id"]] = await self.send("answer", option=chosen, **words)


class PlayerGroup:
    """The clients of all players."""

    def __init__(self) -> None:
        self.news = asyncio.Condition()
        self.players: list[ListeningPlayer] = []

    async def gather(self, server: RunningServer) -> None:
        """Open a table and give each player a seat."""
        house_rules = {"pace": 0, "stand_in": "easy", "window": 0}
        host = await server.opened("unicorns", SEATS, NAMES[0], house=house_rules)
        others = [await server.joined(host.code, name) for name in NAMES[1:SEATS]]
        self.players = [ListeningPlayer(seated, self.news) for seated in (host, *others)]

    @asynccontextmanager
    async def connected(self, server: RunningServer) -> AsyncIterator[None]:
        """Connect all players and wait until they see the same state."""
        async with AsyncExitStack() as stack:
            for player in self.players:
                await stack.enter_async_context(player.connected(server))
            await self.until(lambda: all(seat["is_here"] for seat in self.players[0].table["seats"]))
            yield

    async def until(self, condition: Callable[[], bool]) -> None:
        """Wait until all see the same state, with every accepted command, and the condition holds."""

        def all_see() -> bool:
            if not all(player.table for player in self.players):
                return False
            states = {player.table["state"] for player in self.players}
            return (
                len(states) == 1
                and min(states) >= max(player.reached for player in self.players)
                and condition()
            )

        async with self.news:
            await self.news.wait_for(all_see)

    def asked(self) -> list[ListeningPlayer]:
        """Return the players with an open decision."""
        return [player for player in self.players if player.question]

    def responders(self) -> list[ListeningPlayer]:
        """Return the players who may respond to a card."""
        return [player for player in self.asked() if player.table["decision"]["kind"] == "respond"]

    async def play_until(self, condition: Callable[[], bool]) -> None:
        """Answer open decisions until the condition holds."""
        await self.until(lambda: condition() or bool(self.asked()))
        while not condition():
            await self.asked()[0].answer()
            await self.until(lambda: condition() or bool(self.asked()))


def seen(player: ListeningPlayer) -> tuple[object, ...]:
    """Return the parts of the tables that a restart must not change."""
    table = player.table
    return table["view"], table["decision"], table["prompt"], [seat["name"] for seat in table["seats"]]


def test_a_game_survives_a_restart_in_a_window_and_a_stand_in_bot(tmp_path: Path) -> None:
    group = PlayerGroup()

    async def until_restart() -> list[tuple[object, ...]]:
        async with serving(tmp_path) as server:
            await group.gather(server)
            async with group.connected(server):
                host, *others = group.players
                for player in others:
                    await player.send("ready", nonce=f"{player.identity.seat:032x}")
                await host.send("start", nonce="f" * 32)
                await group.until(lambda: host.table["stage"] == "playing")
                await group.play_until(lambda: len(group.responders()) == SEATS - 1)
                for player in group.responders()[:3]:
                    await player.answer()
                await group.until(lambda: len(group.responders()) == SEATS - 4)
                return [seen(player) for player in group.players]

    async def after_restart(shown: list[tuple[object, ...]]) -> None:
        async with serving(tmp_path, 1) as server, group.connected(server):
            assert [seen(player) for player in group.players] == shown
            assert len(group.responders()) == SEATS - 4
            host, leaver = group.players[0], group.players[LEAVER]
            await group.play_until(lambda: not group.responders())

            await leaver.send("leave")
            await group.until(lambda: bool(host.table["seats"][LEAVER]["is_bot"]))
            assert leaver.question is None
            log = len(leaver.answered)
            turn = host.table["view"]["turn"]
            await group.play_until(lambda: bool(host.table["view"]["turn"] > turn + 1))
            assert len(leaver.answered) == log

            await leaver.send("return")
            await group.until(lambda: not host.table["seats"][LEAVER]["is_bot"])
            await group.play_until(lambda: len(leaver.answered) >= log + 2)

    async def scenario() -> None:
        await after_restart(await until_restart())

    run(scenario)
    with Store(url_for(tmp_path, None)) as store:
        record = store.find(group.players[0].identity.code)
        assert record is not None
        facts = [f.read(body) for body in store.facts(record.id)]
    answers = [fact for fact in facts if isinstance(fact, f.Answered)]
    told = Counter(
        (player.identity.seat, name) for player in group.players for name in player.answered.values()
    )
    assert Counter((answer.seat, answer.command) for answer in answers if answer.by == "player") == told
    assert sum(isinstance(fact, f.Resumed) for fact in facts) == 1
    left, back = (at for at, fact in enumerate(facts) if isinstance(fact, f.Seated))
    by_bot = [at for at, fact in enumerate(facts) if isinstance(fact, f.Answered) and fact.by == "bot"]
    assert by_bot
    assert all(left < at < back and facts[at].seat == LEAVER for at in by_bot)  # type: ignore[union-attr]
