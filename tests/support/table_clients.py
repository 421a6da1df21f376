"""Clients that behave like real ones: they resend unanswered commands, reconnect, and know only their frames.

They need a connection that may break. A choice depends only on the options and on the number of choices so
far, so the game is the same whenever no command is lost, doubled or swapped.
"""

from __future__ import annotations

import asyncio
from collections import Counter, defaultdict
from contextlib import suppress
from hashlib import blake2b
from typing import TYPE_CHECKING, NamedTuple, Protocol

import msgspec
from msgspec import Struct

from stablehand.table import protocol as p
from stablehand.table.commands.lobby import Permissions
from stablehand.table.frames import Audience
from stablehand.table.state import facts as f
from stablehand.table.table import Table
from support.table_setup import BEGAN, fixed_entropy

if TYPE_CHECKING:
    from collections.abc import Sequence

    from stablehand.core.contract import Seat


class Patience(NamedTuple):
    """The time-outs of a client, in seconds."""

    resend: float = 0.15
    """After this time it resends unanswered commands."""
    silence: float = 0.5
    """After this time without a frame it reconnects."""


class Game(NamedTuple):
    """A game, and how far it is played: a number of turns or rounds, or to the end (None)."""

    name: str
    seats: int
    options: tuple[tuple[str, object], ...]
    until: int | None
    seed: int


# ---- the parts of a frame that a client reads


class Choice(Struct, frozen=True):
    option: int


class Question(Struct, frozen=True):
    id: int
    kind: str
    options: tuple[Choice, ...]
    is_revision: bool


class Part(Struct, frozen=True):
    turn: int | None = None
    round: int | None = None


class SeatShown(Struct, frozen=True):
    is_ready: bool
    is_host: bool


class Line(Struct, frozen=True):
    number: int
    text: str


class Shown(Struct, frozen=True, tag_field="type", tag="table"):
    stage: str
    state: int
    you: int
    seats: tuple[SeatShown, ...]
    decision: Question | None
    view: Part | None
    log_from: int
    log: tuple[Line, ...]


Heard = Shown | p.Accepted | p.Refused | p.Told | p.Bye
_decoder: msgspec.json.Decoder[Heard] = msgspec.json.Decoder(Heard)


def heard(data: bytes | str) -> Heard:
    """Decode a frame."""
    return _decoder.decode(data)


class Wire(Protocol):
    """A client’s end of a connection."""

    down: asyncio.Queue[Heard | None]
    """The frames of the server; None means that the connection is broken."""

    def say(self, data: bytes) -> None:
        """Send a message."""
        ...

    def close(self) -> None:
        """Close the connection."""
        ...


class Place(Protocol):
    """A server or a simulation that clients connect to."""

    game: Game
    complaints: list[str]
    """The errors found; a test expects none."""

    def connect(self, token: str) -> Wire | None:
        """Connect with a token; return None while the server is down."""
        ...


# ---- the clients


class Client:
    """The client of one player: it resends, reconnects, and knows only the frames it has received."""

    def __init__(self, place: Place, seat: Seat, token: str, patience: Patience = Patience()) -> None:  # noqa: B008 - immutable
        self.place = place
        self.seat = seat
        self.token = token
        self.patience = patience
        self.waiting: dict[str, bytes] = {}
        """The commands without a reply, by id."""
        self.said: set[str] = set()
        self.accepted: set[str] = set()
        self.answered: dict[int, str] = {}
        """The command that answered each decision."""
        self.done_at: dict[str, int] = {}
        """The state in which each command was applied, at the latest."""
        self.known = 0
        """The newest state received."""
        self.log: list[Line] = []
        self.has_gap = False
        """Whether lines of the log are missing."""
        self.has_ended = False

    @property
    def is_done(self) -> bool:
        return self.has_ended and not self.waiting and not self.has_gap

    async def play(self) -> None:
        """Play as far as the game says, and until every command has a reply."""
        while not self.is_done:
            wire = self.place.connect(self.token)
            if wire is None:
                await asyncio.sleep(self.patience.resend)
                continue
            self._resend(wire)
            with suppress(TimeoutError):
                await self._talk(wire)
            wire.close()

    async def _talk(self, wire: Wire) -> None:
        loop = asyncio.get_running_loop()
        heard, said = loop.time(), loop.time()
        while not self.is_done:
            frame = None
            with suppress(TimeoutError):
                async with asyncio.timeout_at(
                    min(heard + self.patience.silence, said + self.patience.resend)
                ):
                    frame = await wire.down.get()
                    if frame is None:
                        return
                    heard = loop.time()
            if isinstance(frame, Shown):
                if not self._read_table(frame, wire):
                    return
            elif isinstance(frame, p.Accepted | p.Refused):
                self._settle(frame)
            if loop.time() >= heard + self.patience.silence:
                return
            if loop.time() >= said + self.patience.resend:
                said = loop.time()
                self._resend(wire)

    def _settle(self, frame: p.Accepted | p.Refused) -> None:
        if isinstance(frame, p.Refused) and frame.reason == "too_fast":
            return  # it was not applied, and will be resent
        if self.waiting.pop(frame.id, None) is None:
            return
        if isinstance(frame, p.Accepted):
            self.accepted.add(frame.id)
            self.done_at[frame.id] = frame.state
        elif frame.id in self.said:
            self.place.complaints.append(f"seat {self.seat} was refused {frame.id}: {frame.reason}")

    def _read_table(self, table: Shown, wire: Wire) -> bool:
        """Read a table frame and send the next command; return False if the finished log has a gap."""
        if table.state < self.known:
            return True  # a newer frame has overtaken it
        self.known = table.state
        self.has_gap = table.log_from > len(self.log)
        if not self.has_gap:
            self.log[table.log_from :] = table.log
        until = self.place.game.until
        if table.stage == "lobby":
            self._prepare(table, wire)
            return True
        assert table.view is not None
        part = table.view.round if table.view.turn is None else table.view.turn
        assert part is not None
        self.has_ended = table.stage == "over" or (until is not None and part >= until)
        asked = table.decision
        before = self.answered.get(asked.id, "") if asked and not asked.is_revision else ""
        if self.done_at.get(before, table.state + 1) <= table.state:
            self.place.complaints.append(f"seat {self.seat} is asked again what {before} has answered")
        if not self.has_ended and asked and not asked.is_revision and asked.id not in self.answered:
            name = f"answer-{len(self.said)}"
            self.answered[asked.id] = name
            self.said.add(name)
            option = self._choose(asked)
            self._say(wire, p.Answer(id=name, state=table.state, decision=asked.id, option=option))
        return not (self.has_ended and self.has_gap)  # after reconnecting the whole log is sent

    def _prepare(self, table: Shown, wire: Wire) -> None:
        nonce = f"{self.seat:032x}"
        others = [seat for seat in table.seats if not seat.is_host]
        if not table.seats[table.you].is_host:
            if not table.seats[table.you].is_ready and "ready" not in self.waiting:
                self._say(wire, p.Ready(id="ready", nonce=nonce))
        elif all(seat.is_ready for seat in others) and "start" not in self.waiting:
            self._say(wire, p.Start(id="start", nonce=nonce))

    def _choose(self, asked: Question) -> int:
        """Choose an option by a hash of the options and the number of choices so far."""
        options = [each.option for each in asked.options]
        why = repr((self.place.game.seed, self.seat, len(self.said), asked.kind, options)).encode()
        return options[int.from_bytes(blake2b(why, digest_size=8).digest(), "big") % len(options)]

    def _say(self, wire: Wire, command: p.Command) -> None:
        self.waiting[command.id] = msgspec.json.encode(command)
        wire.say(self.waiting[command.id])

    def _resend(self, wire: Wire) -> None:
        for command in self.waiting.values():
            wire.say(command)


STUCK = 30.0
"""Seconds without an accepted command after which the game counts as stuck."""


async def play(place: Place, clients: Sequence[Client]) -> None:
    """Run all clients as far as the game says; stop on a complaint or if the game is stuck."""
    playing = [asyncio.create_task(client.play()) for client in clients]
    told = -1
    while not place.complaints and told < (now := sum(len(client.accepted) for client in clients)):
        told = now
        done, going = await asyncio.wait(playing, timeout=STUCK, return_when=asyncio.FIRST_EXCEPTION)
        for task in done:
            task.result()
        if not going:
            return
    for task in playing:
        task.cancel()
    raise AssertionError(place.complaints or "the game is stuck")


# ---- afterwards


class Ending(NamedTuple):
    """How a game ended; faults must not change it."""

    digest: str
    answers: tuple[tuple[int, ...], ...]
    """The options chosen by each seat, in order. Sealed answers of different seats have no order."""
    logs: tuple[tuple[str, ...], ...]
    """The log lines of each seat, sorted for the same reason."""


def ending(place: Place, clients: Sequence[Client], bodies: Sequence[bytes]) -> Ending:
    """Compare the clients’ knowledge with the stored facts, and return how the game ended."""
    complain = place.complaints.append
    facts = [f.read(body) for body in bodies]
    answered = [fact for fact in facts if isinstance(fact, f.Answered)]
    done = Counter((fact.seat, fact.command) for fact in answered if fact.by == "player")
    said = Counter((client.seat, name) for client in clients for name in client.said)
    told = Counter((client.seat, name) for client in clients for name in client.accepted)
    if said - told:
        complain(f"no reply to {said - told}")
    if done != said:
        complain(f"lost: {said - done}; doubled or invented: {done - said}")
    if any(fact.by not in {"player", "forced"} for fact in answered):
        complain("the table passed for a player")
    if sum(isinstance(fact, f.Started) for fact in facts) != 1:
        complain("the game was started more than once")
    table = Table.restore(facts, Permissions(adult="on"), fixed_entropy())
    match = table.state.match
    assert match is not None
    digest = match.game.digest(match.state)
    if match.game.digest(match.journal.replay()) != digest:
        complain("the journal replays to another state")
    for client in clients:
        shown = msgspec.json.decode(Audience(table, client.seat, "en").frame(BEGAN), type=p.Table)
        if [line.text for line in client.log[shown.log_from :]] != [line.text for line in shown.log]:
            complain(f"seat {client.seat} has another log")
    answers = defaultdict(list)
    for answer in match.journal.answers():
        answers[answer.seat].append(answer.option)
    return Ending(
        digest,
        tuple(tuple(answers[client.seat]) for client in clients),
        tuple(tuple(sorted(line.text for line in client.log)) for client in clients),
    )
