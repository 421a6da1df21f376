"""One table: `receive` takes a command, `tick` lets time pass, and both leave facts to be stored.

A table has a state, which only `fold` changes, and a volatile part. Commands and time lead to updates: facts,
which are applied and queued for storage, or signals, which are applied and forgotten. Nothing here waits,
draws random numbers of its own or reads a clock. The caller must store what `take_unstored` returns before it
sends frames.
"""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

import msgspec

from stablehand.core.contract import IllegalAnswer
from stablehand.table import protocol as p
from stablehand.table.commands import admission, chat, lobby, play
from stablehand.table.refusal import Refusal
from stablehand.table.state import fold
from stablehand.table.state.clock import bot_tasks
from stablehand.table.state.facts import Closed, Resumed, Seated, write
from stablehand.table.state.history import add_up
from stablehand.table.state.signals import (
    ChangeCounted,
    CommandDone,
    Connected,
    Disconnected,
    Signal,
    TaskDone,
    TaskGiven,
    Woke,
)
from stablehand.table.state.state import TableState
from stablehand.table.state.volatile import CHANGES, EACH_CHANGE, Volatile

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from stablehand.core.contract import Option, Seat
    from stablehand.table.commands.admission import Admission
    from stablehand.table.commands.lobby import Permissions
    from stablehand.table.commands.requests import AnyRequest
    from stablehand.table.protocol import AnyCommand
    from stablehand.table.quota import Quota
    from stablehand.table.state.clock import BotTask
    from stablehand.table.state.facts import AnyFact, Opened
    from stablehand.table.state.signals import AnySignal


CHANGES_TABLE: Final = (
    p.Ready, p.Configure, p.Rename, p.Bot, p.Start, p.Rematch, p.Pause, p.Kick, p.Lock, p.Pardon, p.LetIn,
    p.Leave, p.Return, p.Undo,
)  # fmt: skip
"""Commands around the game. Their rate is limited; that of answers in a game is not."""
MOST_FULL: Final = 1.25
"""A running game may exceed the limits of its table by this factor."""


class Table:
    """One table. Make it with `Table.open`, or from its facts with `Table.restore`."""

    def __init__(self, permissions: Permissions, entropy: Callable[[int], bytes]) -> None:
        self.permissions = permissions
        self.entropy = entropy
        self.state = TableState()
        """What the facts add up to. Read it; only facts change it."""
        self.volatile = Volatile()
        """What is not stored. Read it; only signals and facts change it."""
        self.changes = 0
        """Goes up with everything that somebody could see."""
        self.bytes = 0
        """The size of all stored facts; whoever restores a table sets it."""
        self.quota: Quota | None = None
        """What this table and others may store together; None without a limit."""
        self.unstored: list[AnyFact] = []
        """Facts that are applied and not stored yet."""

    @classmethod
    def open(cls, opened: Opened, permissions: Permissions, entropy: Callable[[int], bytes]) -> Table:
        """Make a new table; raise Refusal if its game or options do not fit this server."""
        table = cls(permissions, entropy)
        lobby.check(opened.game, opened.seats, opened.options, opened.house, permissions)
        table.apply(opened)
        return table

    @classmethod
    def restore_from_snapshot(
        cls,
        state: TableState,
        facts: Iterable[AnyFact],
        permissions: Permissions,
        entropy: Callable[[int], bytes],
    ) -> Table:
        """Make the table that the state of a snapshot and the facts after it add up to.

        It sleeps, and raises Refusal, as `restore` does.
        """
        table = cls(permissions, entropy)
        table.state = state
        add_up(state, facts)
        table.volatile.is_asleep = True
        return table

    @classmethod
    def restore(
        cls, facts: Iterable[AnyFact], permissions: Permissions, entropy: Callable[[int], bytes]
    ) -> Table:
        """Make the table that these facts add up to. It sleeps: nothing happens by itself until `wake`.

        Clocks do not run between the last fact and the restart.

        Raise Refusal if its last game began under older rules and an answer is not legal any more. An earlier
        game with such an answer is left out (`state.history`).
        """
        table = cls(permissions, entropy)
        add_up(table.state, facts)
        table.volatile.is_asleep = True
        return table

    def wake(self, now: int) -> None:
        """End the sleep of a restored table, if it sleeps.

        Clocks start again, and players without a connection count as disconnected from now on.
        """
        if self.volatile.is_asleep:
            self.apply(Woke(now))
            if self.state.stage == "playing":
                self.apply(Resumed(now))

    def apply(self, update: AnyFact | AnySignal) -> None:
        """Apply a fact and queue it for storage, or apply a signal.

        An answer that the game does not offer raises IllegalAnswer and changes nothing.
        """
        if isinstance(update, Signal):
            self.volatile.apply(update)
            self.changes += update.is_visible
        else:
            fold.apply(self.state, update)
            self.volatile.follow(update, self.state)
            self.unstored.append(update)
            self.changes += 1

    def take_unstored(self) -> list[tuple[bytes, int]]:
        """Return the facts that are not stored yet, each encoded and with its time, and forget them."""
        unstored, self.unstored = self.unstored, []
        written = [(write(fact), fact.at) for fact in unstored]
        size = sum(len(body) for body, _ in written)
        self.bytes += size
        if self.quota is not None:
            self.quota.used += size
        return written

    @property
    def host(self) -> Seat | None:
        """The seat of the host; None without players."""
        return self.volatile.host_of(self.state)

    def has_knock_from(self, tokens: set[str], now: int) -> bool:
        """Whether a request to be let in, with one of these tokens, is open."""
        return any(one.token in tokens and one.until >= now for one in self.volatile.knocks.values())

    @property
    def fullness(self) -> float:
        """The share of its limits, of facts or bytes, that the table has used; from 1 on, no game starts."""
        limits = self.permissions
        return max(self.state.fact_count / limits.facts_per_table, self.bytes / limits.bytes_per_table)

    @property
    def is_full(self) -> bool:
        """Whether the table, or its quota, has stored as much as it may; a running game may finish."""
        return self.fullness >= 1 or (self.quota is not None and self.quota.is_used_up)

    # ---- commands

    def admit(self, request: AnyRequest, now: int) -> Admission:
        """Give somebody a seat, or ask the players to let them in.

        Raise Refusal if neither is possible; the table is unchanged then. Seats may be taken even if the
        quota is used up; otherwise whoever has just opened a table could not sit down at it.
        """
        if self.fullness >= 1:
            raise Refusal("table_full")
        admitted, updates = lobby.admit(self.state, self.volatile, request, now, self.permissions)
        with self._all_or_nothing():
            for update in updates:
                self.apply(update)
        return admitted

    @contextmanager
    def _all_or_nothing(self) -> Iterator[None]:
        """Take back the facts of the block if it raises, whatever it raises."""
        state, unstored = self.state.copy(), len(self.unstored)
        try:
            yield
        except BaseException:
            self.state = state
            del self.unstored[unstored:]
            raise

    def close(self, now: int) -> None:
        """Close the table for good."""
        self.apply(Closed(now))

    def receive(self, seat: Seat | None, command: AnyCommand, now: int) -> None:
        """Apply a command of a seat (None: a spectator), or raise Refusal and change nothing.

        A command id that was applied before is ignored, so clients may send a command again.
        """
        state = self.state
        if seat is None or not state.seats[seat].is_player:
            raise Refusal("spectator")
        name = (seat, command.id)
        if name in state.done or name in self.volatile.done:
            return
        if state.is_closed:
            raise Refusal("closed")
        self._check_bounds(seat, command, now)
        self.wake(now)
        with self._all_or_nothing():
            for update in self._updates(seat, command, now):
                self._apply_for(seat, command, update)
        if name not in self.state.done:
            self.apply(CommandDone(seat, command.id))

    def _check_bounds(self, seat: Seat, command: AnyCommand, now: int) -> None:
        """Raise Refusal if the table is full, or a player changes things around the game too often."""
        if isinstance(command, CHANGES_TABLE):
            if self.is_full:
                raise Refusal("table_full")
            if self.volatile.seats[seat].changes_until > now + CHANGES * EACH_CHANGE:
                raise Refusal("too_fast")
            self.apply(ChangeCounted(seat, now))

    def _apply_for(self, seat: Seat, command: AnyCommand, update: AnyFact | AnySignal) -> None:
        """Apply an update that a command leads to; a fact stores the seat and the id of the command."""
        if not isinstance(update, Signal) and not update.command:
            update = msgspec.structs.replace(update, actor=seat, command=command.id)
        try:
            self.apply(update)
        except IllegalAnswer as error:
            raise Refusal("not_offered", error.rules) from error

    def _updates(self, seat: Seat, command: AnyCommand, now: int) -> Sequence[AnyFact | AnySignal]:
        state, volatile = self.state, self.volatile
        match command:
            case p.Answer() | p.MoreTime() | p.Quiet() | p.Orders() | p.Undo() | p.Consent():
                return [play.receive(state, volatile, seat, command, now)]
            case p.Ready() | p.Configure() | p.Start() | p.Rematch():
                return lobby.prepare(state, volatile, seat, command, now, self.permissions, self.entropy)
            case p.Rename():
                return [lobby.rename(state, seat, command, now)]
            case p.Bot() | p.Kick() | p.Leave() | p.Return() | p.Pause():
                return [lobby.arrange(state, volatile, seat, command, now)]
            case p.Lock() | p.Pardon():
                return [admission.keep_out(state, volatile, seat, command, now)]
            case p.LetIn():
                return admission.let_in(state, volatile, seat, command, now)
            case p.Chat() | p.Emote():
                return [chat.receive(state, seat, command)]
            case p.Speak() | p.Why() | p.Older() | p.Hint():
                raise AssertionError(f"{command} concerns the connection, not the table")

    # ---- connections

    def connect(self, seat: Seat | None, now: int) -> None:
        """Register a connection, of a spectator if `seat` is None.

        A bot that stands in for the player gives the seat back. A player wakes a sleeping table; a spectator
        does so only if no player decides at any seat.
        """
        self.apply(Connected(seat))
        if seat is not None or not any(one.is_active for one in self.state.seats):
            self.wake(now)
        if seat is not None and self.state.seats[seat].stands_in and not self.state.is_closed:
            self.apply(Seated(now, seat, None))

    def disconnect(self, seat: Seat | None, now: int) -> None:
        """Remove a connection that has ended."""
        self.apply(Disconnected(seat, now))

    # ---- time

    def tick(self, now: int) -> None:
        """Apply everything that is due. Close a table whose game does not end within `MOST_FULL`.

        If one update raises, the updates before it stay applied and it has no effect.
        """
        if self.fullness >= MOST_FULL and not self.state.is_closed:
            self.close(now)
        while (update := play.tick(self.state, self.volatile, now)) is not None:
            self.apply(update)

    def wake_at(self) -> int | None:
        """Return when `tick` has something to do; None if only a message can change anything."""
        return play.wake_at(self.state, self.volatile)

    # ---- bots

    def take_bot_tasks(self) -> list[BotTask]:
        """Return the questions that bots should compute answers for; each question is returned once."""
        tasks = bot_tasks(self.state, self.volatile)
        for task in tasks:
            self.apply(TaskGiven(task.seat, task.question))
        return tasks

    def conclude(self, seat: Seat, question: int, option: Option | None) -> None:
        """Keep the option that a bot has chosen (None: it has given up); one that is late is dropped."""
        self.apply(TaskDone(seat, question, option))
