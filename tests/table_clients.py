"""Clients as real ones are: they say again what nobody has answered, connect again, know what they are told.

What they need of the world is a line that may break. They choose by what is offered and by how often they
have chosen, so that the same game comes out whenever nothing is lost, doubled or swapped.
"""

from __future__ import annotations

import asyncio
from collections import Counter, defaultdict
from contextlib import suppress
from hashlib import blake2b
from typing import TYPE_CHECKING, NamedTuple, Protocol

import msgspec
from msgspec import Struct

from stablehand.table import facts as f
from stablehand.table import protocol as p
from stablehand.table.frames import Audience
from stablehand.table.lobby import Policy
from stablehand.table.table import Table
from table_club import BEGAN, luck

if TYPE_CHECKING:
    from collections.abc import Sequence

    from stablehand.kernel.contract import Seat


class Patience(NamedTuple):
    """How long a client waits, in seconds."""

    resend: float = 0.15
    """Then it says again what nobody has answered."""
    silence: float = 0.5
    """Then it connects anew, for nobody has said a word."""


class Game(NamedTuple):
    """What is played, and until when: a number of turns or rounds, or to the end (None)."""

    name: str
    seats: int
    options: tuple[tuple[str, object], ...]
    until: int | None
    seed: int


# ---- what a client reads of a frame


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


class Chair(Struct, frozen=True):
    is_ready: bool
    is_host: bool


class Line(Struct, frozen=True):
    number: int
    text: str


class Shown(Struct, frozen=True, tag_field="type", tag="table"):
    stage: str
    state: int
    you: int
    seats: tuple[Chair, ...]
    decision: Question | None
    view: Part | None
    log_from: int
    log: tuple[Line, ...]


Heard = Shown | p.Accepted | p.Refused | p.Told | p.Bye
_decoder: msgspec.json.Decoder[Heard] = msgspec.json.Decoder(Heard)


def heard(data: bytes | str) -> Heard:
    """Read a frame."""
    return _decoder.decode(data)


class Wire(Protocol):
    """A client’s end of a connection."""

    down: asyncio.Queue[Heard | None]
    """What comes from the server; None: the connection is broken."""

    def say(self, data: bytes) -> None:
        """Send something."""
        ...

    def close(self) -> None:
        """Hang up."""
        ...


class Place(Protocol):
    """Where a client plays."""

    game: Game
    complaints: list[str]
    """What must not be; at the end there is none."""

    def connect(self, token: str) -> Wire | None:
        """Connect somebody; None: nobody answers."""
        ...


# ---- the clients


class Client:
    """A player’s program: says again what was not answered, connects again, knows only what it is told."""

    def __init__(self, place: Place, seat: Seat, token: str, patience: Patience = Patience()) -> None:  # noqa: B008 - immutable
        self.place = place
        self.seat = seat
        self.token = token
        self.patience = patience
        self.waiting: dict[str, bytes] = {}
        """What was said and not answered yet."""
        self.said: set[str] = set()
        self.accepted: set[str] = set()
        self.answered: dict[int, str] = {}
        """By which command each question was answered."""
        self.done_at: dict[str, int] = {}
        """In which state, at the latest, each command was done."""
        self.known = 0
        """The newest state heard of."""
        self.log: list[Line] = []
        self.has_gap = False
        """Whether a part of the log was lost on the way."""
        self.has_ended = False

    @property
    def is_done(self) -> bool:
        return self.has_ended and not self.waiting and not self.has_gap

    async def play(self) -> None:
        """Play until the agreed moment, and until everything that was said is answered."""
        while not self.is_done:
            wire = self.place.connect(self.token)
            if wire is None:
                await asyncio.sleep(self.patience.resend)
                continue
            self._say_again(wire)
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
                if not self._look(frame, wire):
                    return
            elif isinstance(frame, p.Accepted | p.Refused):
                self._settle(frame)
            if loop.time() >= heard + self.patience.silence:
                return
            if loop.time() >= said + self.patience.resend:
                said = loop.time()
                self._say_again(wire)

    def _settle(self, frame: p.Accepted | p.Refused) -> None:
        if isinstance(frame, p.Refused) and frame.reason == "too_fast":
            return  # it was not heard, and will be said again
        if self.waiting.pop(frame.id, None) is None:
            return
        if isinstance(frame, p.Accepted):
            self.accepted.add(frame.id)
            self.done_at[frame.id] = frame.state
        elif frame.id in self.said:
            self.place.complaints.append(f"seat {self.seat} was refused {frame.id}: {frame.reason}")

    def _look(self, table: Shown, wire: Wire) -> bool:
        """See the table and say what there is to say; False: part of the story was missed."""
        if table.state < self.known:
            return True  # overtaken by a newer one
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
        return not (self.has_ended and self.has_gap)  # whoever connects anew is told everything

    def _prepare(self, table: Shown, wire: Wire) -> None:
        nonce = f"{self.seat:032x}"
        others = [chair for chair in table.seats if not chair.is_host]
        if not table.seats[table.you].is_host:
            if not table.seats[table.you].is_ready and "ready" not in self.waiting:
                self._say(wire, p.Ready(id="ready", nonce=nonce))
        elif all(chair.is_ready for chair in others) and "start" not in self.waiting:
            self._say(wire, p.Start(id="start", nonce=nonce))

    def _choose(self, asked: Question) -> int:
        """Choose by what is offered and how often one has chosen, and so always alike."""
        options = [each.option for each in asked.options]
        why = repr((self.place.game.seed, self.seat, len(self.said), asked.kind, options)).encode()
        return options[int.from_bytes(blake2b(why, digest_size=8).digest(), "big") % len(options)]

    def _say(self, wire: Wire, command: p.Command) -> None:
        self.waiting[command.id] = msgspec.json.encode(command)
        wire.say(self.waiting[command.id])

    def _say_again(self, wire: Wire) -> None:
        for command in self.waiting.values():
            wire.say(command)


STUCK = 30.0
"""Seconds in which nobody is told of an answer: then nobody will be any more."""


async def play(place: Place, clients: Sequence[Client]) -> None:
    """Let everybody play to the agreed moment; end it when something is wrong or nobody goes on."""
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
    raise AssertionError(place.complaints or "nobody goes on")


# ---- afterwards


class Ending(NamedTuple):
    """How it came out: the same whatever went wrong."""

    digest: str
    answers: tuple[tuple[int, ...], ...]
    """Of each seat, in the order they were given; sealed ones of different seats have no order."""
    stories: tuple[tuple[str, ...], ...]
    """The log of each seat, sorted for the same reason."""


def ending(place: Place, clients: Sequence[Client], bodies: Sequence[bytes]) -> Ending:
    """Compare what clients were told with what was stored, and return how it came out."""
    complain = place.complaints.append
    facts = [f.read(body) for body in bodies]
    done = Counter((fact.seat, fact.command) for fact in facts if isinstance(fact, f.Answered))
    said = Counter((client.seat, name) for client in clients for name in client.said)
    told = Counter((client.seat, name) for client in clients for name in client.accepted)
    if said - told:
        complain(f"nobody was told what became of {said - told}")
    if done != said:
        complain(f"lost: {said - done}; doubled or made up: {done - said}")
    if sum(isinstance(fact, f.Started) for fact in facts) != 1:
        complain("it was started more than once")
    table = Table.restore(facts, Policy(adult="on"), luck(), BEGAN)
    match = table.match
    assert match is not None
    digest = match.game.digest(match.state)
    if match.game.digest(match.journal.replay()) != digest:
        complain("the journal leads elsewhere")
    for client in clients:
        whole = msgspec.json.decode(Audience(table, client.seat, "en").frame(BEGAN), type=p.Table).log
        if [line.text for line in client.log] != [line.text for line in whole]:
            complain(f"seat {client.seat} was told another story")
    answers = defaultdict(list)
    for answer in match.journal.answers():
        answers[answer.seat].append(answer.option)
    return Ending(
        digest,
        tuple(tuple(answers[client.seat]) for client in clients),
        tuple(tuple(sorted(line.text for line in client.log)) for client in clients),
    )
