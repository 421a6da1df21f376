"""The actor of a table: the one task that changes it.

Messages wait in a mailbox (`mailbox.py`). Each round takes all of them as one batch, applies them, stores the
new facts, and replies after the commit. Clients never see a change that is not stored, and no lock is needed.
If the store fails, the actor stops and the table is restored from what was stored.
"""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING, Final, TypeVar, assert_never

from stablehand.server.botpool.tasks import Task, level_spec
from stablehand.server.live.mailbox import Admit, Close, Join, Part, Receive, Stop, Sync, Thought
from stablehand.server.log import logger
from stablehand.server.store.records import FactRow
from stablehand.table import protocol as p
from stablehand.table.commands.admission import Admission
from stablehand.table.frames import Audiences, Cursor
from stablehand.table.refusal import Refusal
from stablehand.table.state.snapshot import write_snapshot

if TYPE_CHECKING:
    from collections.abc import Callable

    from stablehand.server.botpool.pool import BotPool
    from stablehand.server.live.mailbox import Message
    from stablehand.server.store.writer import Writer
    from stablehand.server.ws.outbox import Connection
    from stablehand.table.commands.requests import AnyRequest
    from stablehand.table.frames import Audience, AudienceKey
    from stablehand.table.state.clock import BotTask
    from stablehand.table.table import Table

T = TypeVar("T")
Outcome = p.Told | p.Lines | Admission | Refusal | None
"""The result of a message: a reply, the seat that was given, a refusal, or nothing to report."""

MOST_PER_SEAT: Final = 8
"""The most connections of one seat: a few devices with a few pages each. Each is sent every change."""
MOST_SPECTATORS: Final = 64
"""The most connections of all spectators of a table."""
SNAPSHOT_EVERY: Final = 1_000
"""A snapshot is stored each time this many facts have been added."""
TICK_PAUSES: Final = (1_000, 5_000, 20_000, 60_000)
"""Milliseconds until a failed tick is tried again, by the number of failures in a row."""

_log = logger("actor")


class ActorStopped(Exception):  # noqa: N818 - says what the actor is
    """The actor has stopped. The registry starts another one for the same table."""


class TableActor:
    """Owns one table and its connections."""

    def __init__(self, table: Table, writer: Writer, pool: BotPool | None, now: Callable[[], int]) -> None:
        self.table = table
        """Read it through `read`: in the middle of a round it holds facts that are not stored."""
        self._writer = writer
        self._pool = pool
        self._now = now
        self._mailbox: asyncio.Queue[Message] = asyncio.Queue()
        self._connections: dict[Connection, str] = {}
        """Each connection with the hash of the token that proves its seat; empty for a spectator."""
        self._joining: set[Connection] = set()
        self._replies: set[asyncio.Future[Admission] | asyncio.Future[None]] = set()
        """Futures that somebody awaits."""
        self._audiences = Audiences(table)
        self._thoughts: set[asyncio.Task[None]] = set()
        self._task: asyncio.Task[None] | None = None
        self._is_committed = True
        self._failed_ticks = 0
        self._tick_after = 0
        """The time at which a failed tick is tried again."""
        self.is_stopped = False

    def start(self) -> None:
        """Start the task."""
        self._task = asyncio.create_task(self._run())

    async def stop(self) -> None:
        """Finish what is in the mailbox, store it, send the replies, and end."""
        if self._task is not None and not self._task.done():
            await self._mailbox.put(Stop())
            await asyncio.wait([self._task])

    @property
    def connections(self) -> int:
        """The number of connections."""
        return len(self._connections)

    def is_full_for(self, seat: int | None) -> bool:
        """Return whether a seat, or all spectators together, have as many connections as they may."""
        same = sum(one.seat == seat for one in (*self._connections, *self._joining))
        return same >= (MOST_SPECTATORS if seat is None else MOST_PER_SEAT)

    # ---- the ways in

    def post(self, message: Message) -> None:
        """Put a message into the mailbox; raise ActorStopped if nobody reads it any more."""
        if self.is_stopped:
            raise ActorStopped
        self._mailbox.put_nowait(message)

    async def admit(self, request: AnyRequest) -> Admission:
        """Give somebody a seat, after the commit, or ask the others; raise Refusal if it is not given."""
        reply: asyncio.Future[Admission] = asyncio.get_running_loop().create_future()
        self.post(Admit(request, reply))
        return await self._reply_to(reply)

    async def close_table(self) -> None:
        """Close the table for good; return after the commit."""
        reply: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.post(Close(reply))
        await self._reply_to(reply)

    async def read(self) -> Table:
        """Return the table when everything that arrived before is applied and stored.

        Use it before the next `await`: until then no round can begin, so it has no change that is not stored.
        """
        while True:
            reply: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            self.post(Sync(reply))
            await self._reply_to(reply)
            if self._is_committed:
                return self.table

    async def _reply_to(self, reply: asyncio.Future[T]) -> T:
        replies: set[asyncio.Future[T]] = self._replies  # type: ignore[assignment]  # of whichever kind
        replies.add(reply)
        try:
            return await reply
        finally:
            replies.discard(reply)

    def join(self, connection: Connection, token: str = "") -> None:
        """Send the table to a connection from now on, as long as the token proves its seat."""
        self.post(Join(connection, token))
        self._joining.add(connection)

    def part(self, connection: Connection) -> None:
        """Stop sending frames to a connection."""
        self._joining.discard(connection)
        if not self.is_stopped:
            self.post(Part(connection))

    def audience(self, connection: Connection) -> Audience:
        """Return the audience that a connection belongs to."""
        return self._audiences.of(connection.audience)

    # ---- the task

    async def _run(self) -> None:
        try:
            while not self.is_stopped:
                await self._round(await self._gather())
        except Exception as error:  # noqa: BLE001 - whatever it is: this table is restored, the others go on
            _log.error("actor_failed", table=self.table.state.id, exc_info=error)
        finally:
            self._end()

    async def _gather(self) -> list[Message]:
        """Wait for a message or until something is due; return all messages that are there."""
        wake = self._wake_at()
        messages = []
        try:
            timeout = None if wake is None else max(0, wake - self._now()) / 1000
            async with asyncio.timeout(timeout):
                messages.append(await self._mailbox.get())
        except TimeoutError:
            pass
        while not self._mailbox.empty():
            messages.append(self._mailbox.get_nowait())
        return messages

    async def _round(self, messages: list[Message]) -> None:
        """Apply messages and what is due, store it, reply, and send the table to everybody."""
        table, now = self.table, self._now()
        changes = table.changes
        self._is_committed = False
        outcomes = [(message, self._handle(message, now)) for message in messages]
        self._tick(now)
        await self._store()
        self._is_committed = True
        for message, outcome in outcomes:
            self._reply(message, outcome)
        self._disconnect_lost_seats(now)
        self._send_frames(now, is_changed=table.changes != changes)
        # Frames go out before anybody thinks, so that their time tells nothing of what bots may choose. Those
        # who read the table do so now too, before the next round changes it.
        await asyncio.sleep(0)
        self._start_bot_tasks()

    def _handle(self, message: Message, now: int) -> Outcome:
        try:
            return self._apply(message, now)
        except Refusal as refusal:
            return refusal
        except Exception as error:  # noqa: BLE001 - one message must not end the table for everybody
            # The table has taken the message back; whoever sent it is told.
            kind = message.command if isinstance(message, Receive) else message
            _log.error("command_failed", table=self.table.state.id, kind=type(kind).__name__, exc_info=error)
            return Refusal("failed")

    def _wake_at(self) -> int | None:
        """Return when something is due; None if only a message can change anything."""
        try:
            wake = self.table.wake_at()
        except Exception as error:  # noqa: BLE001 - messages are handled all the same
            if (now := self._now()) >= self._tick_after:
                self._count_failed_tick(now, error)
            return self._tick_after
        return None if wake is None else max(wake, self._tick_after)

    def _tick(self, now: int) -> None:
        """Do what is due. If that fails, nobody is disconnected: it is tried again after a while."""
        if now < self._tick_after:
            return
        try:
            self.table.tick(now)
            self._failed_ticks = 0
        except Exception as error:  # noqa: BLE001 - the table has taken it back, and the players can go on
            self._count_failed_tick(now, error)

    def _count_failed_tick(self, now: int, error: Exception) -> None:
        self._tick_after = now + TICK_PAUSES[min(self._failed_ticks, len(TICK_PAUSES) - 1)]
        self._failed_ticks += 1
        _log.error("tick_failed", table=self.table.state.id, count=self._failed_ticks, exc_info=error)

    def _apply(self, message: Message, now: int) -> Outcome:
        """Apply a message to the table; replies are sent after the commit."""
        match message:
            case Receive():
                return self._receive(message.connection, message.command, now)
            case Join():
                if message.connection in self._joining:  # otherwise it has parted already
                    self._joining.discard(message.connection)
                    self.table.connect(message.connection.seat, now)
                    self._connections[message.connection] = message.token
            case Part():
                if self._connections.pop(message.connection, None) is not None:
                    self.table.disconnect(message.connection.seat, now)
            case Admit():
                return self.table.admit(message.request, now)
            case Close():
                self.table.close(now)
            case Thought():
                self.table.conclude(message.seat, message.question, message.option)
            case Stop():
                self.is_stopped = True
            case Sync():
                pass
            case _:
                assert_never(message)
        return None

    def _receive(self, connection: Connection, command: p.AnyCommand, now: int) -> p.Told | p.Lines | None:
        if isinstance(command, p.Speak):
            connection.lang = command.language
            connection.cursor, connection.is_behind = Cursor(), True
            return None
        if self._has_lost_seat(connection):
            raise Refusal("not_yours")
        if isinstance(command, p.Why):
            return self.audience(connection).why(command.id, command.card)
        if isinstance(command, p.Older):
            return self.audience(connection).older(command.id, command.before)
        self.table.receive(connection.seat, command, now)
        return None

    async def _store(self) -> None:
        unstored = self.table.take_unstored()
        if not unstored:
            return
        table_id, first = self.table.state.id, self.table.state.fact_count - len(unstored)
        await self._writer.append(
            [FactRow(table_id, number, body, at) for number, (body, at) in enumerate(unstored, start=first)]
        )
        if self.table.state.fact_count // SNAPSHOT_EVERY > first // SNAPSHOT_EVERY:
            await self._keep_snapshot()

    async def _keep_snapshot(self) -> None:
        """Store a snapshot. If that fails, restoring the table is slower; nothing is lost."""
        state = self.table.state
        try:
            await self._writer.keep_snapshot(state.id, state.fact_count, write_snapshot(state))
        except Exception as error:  # noqa: BLE001 - the facts are stored, and nothing else is needed
            _log.warning("snapshot_failed", table=state.id, exc_info=error)

    def _reply(self, message: Message, outcome: Outcome) -> None:
        """Send the result of a message, through the connection's queue or the future."""
        if isinstance(message, Receive):
            connection, command = message.connection, message.command
            if isinstance(outcome, Refusal):
                connection.tell(self.audience(connection).refused(command.id, outcome))
            elif isinstance(outcome, p.Told | p.Lines):
                connection.tell(outcome)
            else:
                connection.tell(p.Accepted(command.id, self.table.state.fact_count))
        elif isinstance(message, Admit | Close | Sync) and not message.reply.done():
            if isinstance(outcome, Refusal):
                message.reply.set_exception(outcome)
            else:
                message.reply.set_result(outcome)  # type: ignore[arg-type]  # the seat, or None

    def _has_lost_seat(self, connection: Connection) -> bool:
        """Whether the seat of a connection now belongs to somebody else, or to nobody."""
        token = self._connections.get(connection, "")
        return bool(token) and self.table.state.seat_of(token) != connection.seat

    def _disconnect_lost_seats(self, now: int) -> None:
        """Disconnect connections that have lost their seat: they must not see what comes next."""
        owners = self.table.state.owners()
        for connection, token in list(self._connections.items()):
            if not token or owners.get(token) == connection.seat:
                continue
            text = self.audience(connection).say("refused.not_yours")
            del self._connections[connection]
            self.table.disconnect(connection.seat, now)
            connection.tell(p.Bye("not_yours", text))
            connection.finish()

    def _send_frames(self, now: int, *, is_changed: bool) -> None:
        """Send the table to all connections if it has changed; equal audiences get the same bytes."""
        groups: dict[tuple[AudienceKey, Cursor], list[Connection]] = {}
        for connection in self._connections:
            if not connection.is_dropped and (is_changed or connection.is_behind):
                groups.setdefault((connection.audience, connection.cursor), []).append(connection)
        for connections, made in zip(groups.values(), self._audiences.frames(groups, now), strict=True):
            if isinstance(made, Exception):  # the others are sent theirs
                _log.error("frame_failed", table=self.table.state.id, exc_info=made)
                continue
            for connection in connections:
                connection.cursor, connection.is_behind = made[1], False
                connection.send(made[0])

    # ---- bots

    def _start_bot_tasks(self) -> None:
        """Give the bots' open questions to the pool."""
        if self._pool is None or self.is_stopped:
            return
        try:
            tasks = self.table.take_bot_tasks()
        except Exception as error:  # noqa: BLE001 - the table answers for the bots when their time is up
            _log.error("tasks_failed", table=self.table.state.id, exc_info=error)
            return
        for task in tasks:
            thought = asyncio.create_task(self._ask_bot(self._pool, task))
            self._thoughts.add(thought)
            thought.add_done_callback(self._thoughts.discard)

    async def _ask_bot(self, pool: BotPool, task: BotTask) -> None:
        spec = level_spec(task.level, task.seconds)
        option = await pool.choose(
            Task(
                *(task.game, task.state, task.seat, spec, task.seed, task.seconds),
                *(self.table.state.id, task.within, task.hold),
            )
        )
        if not self.is_stopped:
            self.post(Thought(task.seat, task.question, option))

    def _end(self) -> None:
        self.is_stopped = True
        for thought in self._thoughts:
            thought.cancel()
        for connection in [*self._connections, *self._joining]:
            connection.finish()
        for reply in self._replies:
            if not reply.done():
                reply.set_exception(ActorStopped())


def wall_clock() -> Callable[[], int]:
    """Return a clock in milliseconds since 1970 that never goes back."""
    began, base = time.time_ns() // 1_000_000, time.monotonic_ns()
    return lambda: began + (time.monotonic_ns() - base) // 1_000_000
