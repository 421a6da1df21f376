"""The keeper of a table: the one task that changes it.

Wishes come in by `do`. Those that are there go together: they are done, what has happened is stored, and only
after the commit is anybody told. So nothing that was said can be lost, and no lock is needed anywhere. If the
store fails, the keeper gives up and the table is read again from what was stored.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

from stablehand.server.log import logger
from stablehand.server.store.records import FactRow
from stablehand.server.thinkers import Task, level_spec
from stablehand.table import facts
from stablehand.table import protocol as p
from stablehand.table.frames import Audience
from stablehand.table.refusal import Refusal
from stablehand.table.thinking import conclude, wanted

if TYPE_CHECKING:
    from collections.abc import Callable

    from stablehand.kernel.contract import Seat
    from stablehand.server.connection import Connection
    from stablehand.server.store.writer import Writer
    from stablehand.server.thinkers import Thinkers
    from stablehand.table.table import Table
    from stablehand.table.thinking import Thinking

T = TypeVar("T")

_log = logger("keeper")


class Asleep(Exception):  # noqa: N818 - says what the keeper is
    """The keeper has stopped; whoever asks the hall gets another."""


@dataclass(slots=True)
class _Wish:
    deed: Callable[[Table, int], Any]
    after: Callable[[Any, Refusal | None], None] | None


class Keeper:
    """Owns one table and its connections."""

    def __init__(
        self, table: Table, stored: int, writer: Writer, thinkers: Thinkers | None, now: Callable[[], int]
    ) -> None:
        self.table = table
        self._stored = stored
        self._writer = writer
        self._thinkers = thinkers
        self._now = now
        self._wishes: asyncio.Queue[_Wish] = asyncio.Queue()
        self._connections: dict[Connection, str] = {}
        """Who listens, and the hash of the token that shows whose seat it is ("": nobody looks)."""
        self._coming: set[Connection] = set()
        self._audiences: dict[tuple[Seat | None, str, str], Audience] = {}
        self._thoughts: set[asyncio.Task[None]] = set()
        self._task: asyncio.Task[None] | None = None
        self.is_asleep = False

    def start(self) -> None:
        """Begin to keep the table."""
        self._task = asyncio.create_task(self._run())

    async def stop(self) -> None:
        """Finish what has been asked for, store it, tell it, and end."""
        if self._task is not None and not self._task.done():
            await self._wishes.put(_Wish(_stop, None))
            await asyncio.wait([self._task])

    @property
    def connections(self) -> int:
        """How many there are."""
        return len(self._connections)

    # ---- wishes

    def wish(
        self,
        deed: Callable[[Table, int], Any],
        after: Callable[[Any, Refusal | None], None] | None = None,
    ) -> None:
        """Have something done; `after` hears, after the commit, what came of it or why it was refused."""
        if self.is_asleep:
            raise Asleep
        self._wishes.put_nowait(_Wish(deed, after))

    async def do(self, deed: Callable[[Table, int], T]) -> T:
        """Have something done and return what came of it, after the commit; raise Refusal if it was not."""
        done: asyncio.Future[T] = asyncio.get_running_loop().create_future()

        def after(result: T, refusal: Refusal | None) -> None:
            if done.cancelled():
                return
            if refusal is None:
                done.set_result(result)
            else:
                done.set_exception(refusal)

        self.wish(deed, after)
        task = self._task
        assert task is not None
        both: list[asyncio.Future[T] | asyncio.Future[None]] = [done, task]
        await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
        if not done.done():
            raise Asleep
        return done.result()

    def join(self, connection: Connection, token: str = "") -> None:
        """Let somebody listen from now on, as long as this is their seat's; first comes the whole table."""

        def come(table: Table, _: int) -> None:
            if connection in self._coming:
                self._coming.discard(connection)
                table.connect(connection.seat)
                self._connections[connection] = token

        self.wish(come)
        self._coming.add(connection)

    def part(self, connection: Connection) -> None:
        """Let somebody listen no more."""

        def go(table: Table, now: int) -> None:
            if self._connections.pop(connection, None) is not None:
                table.disconnect(connection.seat, now)

        self._coming.discard(connection)
        if not self.is_asleep:
            self.wish(go)

    def speaks_for(self, connection: Connection) -> Seat | None:
        """Return the seat that a connection speaks for now; a seat that was given up is refused."""
        if self._is_stranger(connection):
            raise Refusal("not_yours")
        return connection.seat

    def _is_stranger(self, connection: Connection) -> bool:
        """Whether a connection is of somebody whose seat is no longer theirs."""
        token = self._connections.get(connection, "")
        return bool(token) and self.table.seat_of(token) != connection.seat

    def _see_off(self, now: int) -> None:
        """Let those go who have lost their seat: they must not see what comes next."""
        for connection in [one for one in self._connections if self._is_stranger(one)]:
            text = self.audience(connection).say("refused.not_yours")
            del self._connections[connection]
            self.table.disconnect(connection.seat, now)
            connection.tell(p.Bye("not_yours", text))
            connection.finish()

    def audience(self, connection: Connection) -> Audience:
        """Return who speaks to a connection."""
        key = connection.audience
        if key not in self._audiences:
            self._audiences[key] = Audience(self.table, *key)
        return self._audiences[key]

    # ---- the task

    async def _run(self) -> None:
        try:
            while not self.is_asleep:
                await self._round(await self._gather())
        except Exception as error:  # noqa: BLE001 - whatever it is, this table is read again and others go on
            _log.error("keeper_gave_up", table=self.table.id, exc_info=error)
        finally:
            self._end()

    async def _gather(self) -> list[_Wish]:
        """Wait for wishes or for time to be up, and take all that are there."""
        wake = self.table.wake_at()
        wishes = []
        try:
            timeout = None if wake is None else max(0, wake - self._now()) / 1000
            async with asyncio.timeout(timeout):
                wishes.append(await self._wishes.get())
        except TimeoutError:
            pass
        while not self._wishes.empty():
            wishes.append(self._wishes.get_nowait())
        return wishes

    async def _round(self, wishes: list[_Wish]) -> None:
        """Do wishes and what is due, store it, tell it."""
        table, now = self.table, self._now()
        outcomes: list[tuple[_Wish, Any, Refusal | None]] = []
        changes = table.changes
        for wish in wishes:
            if wish.deed is _stop:
                self.is_asleep = True
                continue
            try:
                outcomes.append((wish, wish.deed(table, now), None))
            except Refusal as no:
                outcomes.append((wish, None, no))
        table.tick(now)
        await self._store()
        for wish, result, refusal in outcomes:
            if wish.after is not None:
                wish.after(result, refusal)
        self._see_off(now)
        self._show(now, is_changed=table.changes != changes)
        self._think()

    async def _store(self) -> None:
        news = self.table.take_news()
        if not news:
            return
        first = self._stored
        rows = [
            FactRow(self.table.id, first + at, facts.write(fact), fact.at) for at, fact in enumerate(news)
        ]
        await self._writer.append(rows)
        self._stored += len(rows)

    def _show(self, now: int, *, is_changed: bool) -> None:
        """Send everybody the table if it has changed; those who know the same are sent the same bytes."""
        made: dict[tuple[object, ...], bytes] = {}
        for connection in list(self._connections):
            if connection.is_dropped or not (is_changed or connection.is_behind):
                continue
            connection.is_behind = False
            audience = self.audience(connection)
            key = (connection.audience, connection.cursor)
            if key not in made:
                made[key] = audience.frame(now, connection.cursor)
            connection.send(made[key])
            connection.cursor = audience.cursor()

    def _think(self) -> None:
        if self._thinkers is None or self.is_asleep:
            return
        for question in wanted(self.table):
            thought = asyncio.create_task(self._ask(self._thinkers, question))
            self._thoughts.add(thought)
            thought.add_done_callback(self._thoughts.discard)

    async def _ask(self, thinkers: Thinkers, question: Thinking) -> None:
        task = Task(
            question.game,
            question.state,
            question.seat,
            level_spec(question.level, question.seconds),
            question.seed,
            question.seconds,
            self.table.id,
        )
        option = await thinkers.think(task)
        if not self.is_asleep:
            self.wish(lambda table, _: conclude(table, question.seat, question.id, option))

    def _end(self) -> None:
        self.is_asleep = True
        for thought in self._thoughts:
            thought.cancel()
        for connection in [*self._connections, *self._coming]:
            connection.finish()


def _stop(table: Table, now: int) -> None:
    raise AssertionError(f"not to be done at {now} on {table.code}")
