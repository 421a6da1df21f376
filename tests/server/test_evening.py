"""Eight friends at one table, a restart while a card may be answered, a bot for somebody who is away."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from contextlib import AsyncExitStack, asynccontextmanager
from typing import TYPE_CHECKING, Any

from websockets.asyncio.client import connect

from server_guests import Frame, Guest, House, run, serving
from stablehand.server.store import Store, url_for
from stablehand.table import facts as f
from table_club import NAMES

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable
    from pathlib import Path

SEATS = 8
LEAVER = 5


class Friend:
    """Somebody who listens all the time and answers when asked."""

    def __init__(self, guest: Guest, news: asyncio.Condition) -> None:
        self.guest = guest
        self.news = news
        self.table: Frame = {}
        self.answered: dict[int, str] = {}
        """The command that answered each question, all of them accepted."""
        self.commands = 0
        self.reached = 0
        """The state that the last thing done led to."""
        self._replies: dict[str, asyncio.Future[Frame]] = {}
        self._socket: Any = None

    @asynccontextmanager
    async def there(self, house: House) -> AsyncIterator[None]:
        """Be at the table."""
        self.table = {}
        proof = {"Authorization": f"Bearer {self.guest.token}"}
        async with connect(house.address(self.guest.code), additional_headers=proof, max_size=None) as socket:
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
        """What is asked and not answered yet."""
        asked: Frame | None = self.table["decision"]
        return None if not asked or asked["is_revision"] or asked["id"] in self.answered else asked

    async def say(self, do: str, /, **words: Any) -> str:  # noqa: ANN401 - parts of a command
        """Have something done."""
        self.commands += 1
        name = f"{self.guest.seat}-{self.commands}"
        self._replies[name] = asyncio.get_running_loop().create_future()
        await self._socket.send(json.dumps({"do": do, "id": name} | words))
        reply = await self._replies[name]
        assert reply["type"] == "accepted", reply
        self.reached = reply["state"]
        return name

    async def answer(self) -> None:
        """Play a card if one can, else do the first that is offered."""
        asked = self.question
        assert asked is not None
        verbs = {option["meaning"]["verb"]: option["option"] for option in reversed(asked["options"])}
        is_window = asked["kind"] == "respond"
        option = asked["options"][0]["option"] if is_window else verbs.get("play")
        words = {"state": self.table["state"], "decision": asked["id"]}
        chosen = asked["options"][0]["option"] if option is None else option
        self.answered[asked["id"]] = await self.say("answer", option=chosen, **words)


class Company:
    """All of them."""

    def __init__(self) -> None:
        self.news = asyncio.Condition()
        self.friends: list[Friend] = []

    async def gather(self, house: House) -> None:
        """Open a table and sit down, all on seats of their own."""
        house_rules = {"pace": 0, "stand_in": "easy", "window": 0}
        host = await house.opened("unicorns", SEATS, NAMES[0], house=house_rules)
        others = [await house.joined(host.code, name) for name in NAMES[1:SEATS]]
        self.friends = [Friend(guest, self.news) for guest in (host, *others)]

    @asynccontextmanager
    async def there(self, house: House) -> AsyncIterator[None]:
        """Be at the table, all of them, and see the same."""
        async with AsyncExitStack() as stack:
            for friend in self.friends:
                await stack.enter_async_context(friend.there(house))
            await self.until(lambda: all(chair["is_here"] for chair in self.friends[0].table["seats"]))
            yield

    async def until(self, is_so: Callable[[], bool]) -> None:
        """Wait until everybody sees the same state, with all that was done, and it is so."""

        def all_see() -> bool:
            if not all(friend.table for friend in self.friends):
                return False
            states = {friend.table["state"] for friend in self.friends}
            return (
                len(states) == 1 and min(states) >= max(friend.reached for friend in self.friends) and is_so()
            )

        async with self.news:
            await self.news.wait_for(all_see)

    def asked(self) -> list[Friend]:
        """Return who is asked."""
        return [friend for friend in self.friends if friend.question]

    def responders(self) -> list[Friend]:
        """Return who may answer a card."""
        return [friend for friend in self.asked() if friend.table["decision"]["kind"] == "respond"]

    async def play_until(self, is_so: Callable[[], bool]) -> None:
        """Let whoever is asked answer, until it is so."""
        await self.until(lambda: is_so() or bool(self.asked()))
        while not is_so():
            await self.asked()[0].answer()
            await self.until(lambda: is_so() or bool(self.asked()))


def seen(friend: Friend) -> tuple[object, ...]:
    """Return what a restart must not change."""
    table = friend.table
    return table["view"], table["decision"], table["prompt"], [chair["name"] for chair in table["seats"]]


def test_an_evening_with_a_restart_in_a_window_and_a_bot_for_a_while(tmp_path: Path) -> None:
    company = Company()

    async def before_the_restart() -> list[tuple[object, ...]]:
        async with serving(tmp_path) as house:
            await company.gather(house)
            async with company.there(house):
                host, *others = company.friends
                for friend in others:
                    await friend.say("ready", nonce=f"{friend.guest.seat:032x}")
                await host.say("start", nonce="f" * 32)
                await company.until(lambda: host.table["stage"] == "playing")
                await company.play_until(lambda: len(company.responders()) == SEATS - 1)
                for friend in company.responders()[:3]:
                    await friend.answer()
                await company.until(lambda: len(company.responders()) == SEATS - 4)
                return [seen(friend) for friend in company.friends]

    async def after_it(shown: list[tuple[object, ...]]) -> None:
        async with serving(tmp_path, 1) as house, company.there(house):
            assert [seen(friend) for friend in company.friends] == shown
            assert len(company.responders()) == SEATS - 4
            host, leaver = company.friends[0], company.friends[LEAVER]
            await company.play_until(lambda: not company.responders())

            await leaver.say("leave")
            await company.until(lambda: bool(host.table["seats"][LEAVER]["is_bot"]))
            assert leaver.question is None
            log = len(leaver.answered)
            turn = host.table["view"]["turn"]
            await company.play_until(lambda: bool(host.table["view"]["turn"] > turn + 1))
            assert len(leaver.answered) == log

            await leaver.say("return")
            await company.until(lambda: not host.table["seats"][LEAVER]["is_bot"])
            await company.play_until(lambda: len(leaver.answered) >= log + 2)

    async def scenario() -> None:
        await after_it(await before_the_restart())

    run(scenario)
    with Store(url_for(tmp_path, None)) as store:
        record = store.find(company.friends[0].guest.code)
        assert record is not None
        facts = [f.read(body) for body in store.facts(record.id)]
    answers = [fact for fact in facts if isinstance(fact, f.Answered)]
    told = Counter(
        (friend.guest.seat, name) for friend in company.friends for name in friend.answered.values()
    )
    assert Counter((answer.seat, answer.command) for answer in answers if answer.by == "player") == told
    assert sum(isinstance(fact, f.Resumed) for fact in facts) == 1
    left, back = (at for at, fact in enumerate(facts) if isinstance(fact, f.Seated))
    by_bot = [at for at, fact in enumerate(facts) if isinstance(fact, f.Answered) and fact.by == "bot"]
    assert by_bot
    assert all(left < at < back and facts[at].seat == LEAVER for at in by_bot)  # type: ignore[union-attr]
