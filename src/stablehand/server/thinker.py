"""A process that thinks for bots: tasks in by stdin, replies out by stdout, nothing else.

It is a program of its own, started as `PROGRAM` says, so that it never runs again what started the server. It
is handed an imagined table, dealt anew as far as the seat cannot see: it could not tell the truth if it
wanted to. It ends when the pipe from its parent does, also in the middle of a thought.
"""

from __future__ import annotations

import os
import signal
from contextlib import contextmanager, suppress
from importlib import import_module
from queue import SimpleQueue
from threading import Thread
from typing import TYPE_CHECKING, Any, BinaryIO, Final, NamedTuple, Protocol

import msgspec

from stablehand import load
from stablehand.bots.advice import NoThoughtError, advise, asked
from stablehand.bots.roster import HARD_MILLISECONDS, bot, read_spec
from stablehand.bots.thoughts import Opinion

if TYPE_CHECKING:
    from collections.abc import Iterator

    from stablehand.bots.reliable import Reliable
    from stablehand.kernel.contract import Decision
    from stablehand.kernel.shelf import AnyGame

PROGRAM: Final = "import sys; from stablehand.server.thinker import main; main(sys.argv[1])"
"""Not by `-m`: this module would be there twice, once under the name of the program."""
NICENESS: Final = 10
"""Whoever waits for the server comes before whoever waits for a bot."""
OVERTIME: Final = 10.0
"""Seconds past its time after which a process ends itself, should nobody be left to end it."""
SHARE: Final = 0.8
"""The part of its time that a bot which goes by the clock may plan with; the rest is for its last step."""
HEAD: Final = 4
"""Bytes before each message that say how long it is."""


class Task(msgspec.Struct, frozen=True, array_like=True):
    """One decision to think about."""

    game: str
    state: bytes
    """An imagined table, encoded: `game.determinise` has been there."""
    seat: int
    spec: str
    seed: int
    """The bot's luck, which must have nothing to do with the deal's."""
    seconds: float
    table: str = ""
    """Whose task it is: tables take turns."""


class Advice(msgspec.Struct, frozen=True, array_like=True):
    """What a bot would answer, and how it liked the options."""

    option: int
    liked: tuple[tuple[int, int, float], ...] = ()
    """The opinions on the first pick; none of a bot that does not think, or if there is no choice."""
    picks: tuple[int, ...] = ()
    """Of a group: all that it would pick, in the order of answering."""
    outlook: float | None = None
    """The share of the victory it promises itself after all picks."""

    @property
    def opinions(self) -> list[Opinion]:
        """How it liked the options."""
        return [Opinion(*liked) for liked in self.liked]


class Job(msgspec.Struct, frozen=True, array_like=True):
    """A task as it travels."""

    task: Task
    is_advice: bool = False


class Reply(msgspec.Struct, frozen=True, array_like=True):
    """What came of a job: advice, or the kind of fault. A fault's own words could tell secrets."""

    advice: Advice | None = None
    fault: str = ""


class Table(NamedTuple):
    """What a thought is about: the imagined table and the question."""

    game: AnyGame
    state: Any
    """Of whichever game it is."""
    decision: Decision


class Think(Protocol):
    """How to come to an answer; the tests have worse ways than ours."""

    def __call__(self, job: Job, table: Table) -> Advice:
        """Return advice; what it picks is checked."""
        ...


def level_spec(level: str, seconds: float) -> str:
    """Return the spec of a level, or any other, that keeps within so many seconds where it goes by the clock.

    >>> level_spec("hard", 10.0), level_spec("hard", 1.0), level_spec("ismcts:9000ms", 1.0)
    ('hard', 'ismcts:800ms', 'ismcts:800ms')
    >>> level_spec("normal", 1.0)
    'normal'
    """
    kind, effort, is_timed = read_spec(level)
    most = max(1, int(seconds * 1000 * SHARE))
    if (kind == "hard" and most < HARD_MILLISECONDS) or (is_timed and most < effort):
        return f"ismcts:{most}ms"
    return level


def think(job: Job, table: Table) -> Advice:
    """Let the bot of the task's spec answer; advice is on a whole group, an answer on its next pick."""
    task = job.task
    found = advise(
        table.game, table.state, task.seat, lambda picks: _bot(task, picks), is_whole=job.is_advice
    )
    return Advice(found.option, tuple(found.opinions), found.picks, found.outlook)


def _bot(task: Task, picks: int) -> Reliable:
    return bot(level_spec(task.spec, task.seconds / picks), task.game, task.seed, task.seat)


# ---- the process


def answer(job: Job, how: Think) -> Reply:
    """Do a job; whatever goes wrong is a fault and ends nothing."""
    task = job.task
    try:
        game = load(task.game)
        state = game.decode(task.state)
        decision = asked(game, state, task.seat)
        advice = how(job, Table(game, state, decision))
        if advice.option not in decision.options:
            raise NoThoughtError  # noqa: TRY301 - a made-up option is a fault like any other
        msgspec.json.decode(msgspec.json.encode(advice), type=Advice)
    except Exception as fault:  # noqa: BLE001 - any fault of a bot is met the same way
        return Reply(fault=type(fault).__name__)
    return Reply(advice)


def main(how: str) -> None:
    """Think until there is nobody to think for."""
    source, sink = _pipes()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the parent's to understand
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    module, _, name = how.partition(":")
    chosen: Think = getattr(import_module(module), name)
    _hush()
    inbox: SimpleQueue[bytes] = SimpleQueue()
    Thread(target=_listen, args=(source, inbox), daemon=True).start()
    with suppress(BrokenPipeError):
        _send(sink, Reply())  # ready
        while True:
            job = msgspec.json.decode(inbox.get(), type=Job)
            with _bounded(job.task.seconds + OVERTIME):
                reply = answer(job, chosen)
            _send(sink, reply)
    os._exit(0)  # not past the other thread, which is still reading


def _pipes() -> tuple[BinaryIO, BinaryIO]:
    """Keep both pipes for ourselves: what a bot prints must not be taken for a reply."""
    source, sink = os.dup(0), os.dup(1)
    null = os.open(os.devnull, os.O_RDWR)
    os.dup2(null, 0)
    os.dup2(null, 1)
    os.close(null)
    return os.fdopen(source, "rb"), os.fdopen(sink, "wb", buffering=0)


def _hush() -> None:
    """From here on nothing is said on stderr either: it could be about a game. Faults are replies."""
    null = os.open(os.devnull, os.O_WRONLY)
    os.dup2(null, 2)
    os.close(null)


def _listen(source: BinaryIO, inbox: SimpleQueue[bytes]) -> None:
    """Take tasks in; when the parent is gone so is this process, whatever it is thinking about."""
    while len(head := source.read(HEAD)) == HEAD:
        size = int.from_bytes(head, "big")
        body = source.read(size)
        if len(body) < size:
            break
        inbox.put(body)
    os._exit(0)


def _send(sink: BinaryIO, reply: Reply) -> None:
    rest = framed(msgspec.json.encode(reply))
    while rest:
        rest = rest[sink.write(rest) :]


def framed(body: bytes) -> bytes:
    """Return a message with its length before it."""
    return len(body).to_bytes(HEAD, "big") + body


@contextmanager
def _bounded(seconds: float) -> Iterator[None]:
    """Be ended by the system after so long: compiled code may not let our other thread notice anything."""
    if not hasattr(signal, "setitimer"):
        yield
        return
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
