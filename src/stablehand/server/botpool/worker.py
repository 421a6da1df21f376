"""The worker process: reads jobs from stdin, writes replies to stdout.

It is started as its own program (`PROGRAM`), so it never runs the code that started the server. The states it
gets are determinised: it could not reveal a hidden card. It exits when its parent's pipe closes, even in the
middle of a job.
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
from stablehand.bots.advice import NoAdviceError, advise, asked
from stablehand.bots.specs import make_bot
from stablehand.server.botpool.tasks import HEAD, BotChoice, Job, Reply, Task, framed, level_spec

if TYPE_CHECKING:
    from collections.abc import Iterator

    from stablehand.bots.fallback import FallbackBot
    from stablehand.core.contract import Decision
    from stablehand.core.registry import AnyGame

PROGRAM: Final = "import sys; from stablehand.server.botpool.worker import main; main(sys.argv[1])"
"""Not with `-m`, which would load this module twice, once as `__main__`."""
NICENESS: Final = 10
"""Requests to the server come before bots."""
OVERTIME: Final = 10.0
"""Seconds beyond a task's time after which a worker is ended by a timer, if its parent has not ended it."""


class Position(NamedTuple):
    """The determinised state of a task and the decision to make."""

    game: AnyGame
    state: Any
    """Of whichever game it is."""
    decision: Decision


class Chooser(Protocol):
    """A function that makes the choice of a job; tests name others that misbehave."""

    def __call__(self, job: Job, position: Position) -> BotChoice:
        """Return the choice; the caller checks that its option is offered."""
        ...


def choose(job: Job, position: Position) -> BotChoice:
    """Ask the bot of the task's spec; for a hint about the whole group, otherwise about its next pick."""
    task = job.task
    found = advise(
        position.game, position.state, task.seat, lambda picks: _bot(task, picks), is_whole=job.is_hint
    )
    return BotChoice(found.option, tuple(found.evaluations), found.picks, found.outlook)


def _bot(task: Task, picks: int) -> FallbackBot:
    return make_bot(level_spec(task.spec, task.seconds / picks), task.game, task.seed, task.seat)


def answer(job: Job, chooser: Chooser) -> Reply:
    """Do a job; any exception becomes a reply with a fault."""
    task = job.task
    try:
        game = load(task.game)
        state = game.decode(task.state)
        decision = asked(game, state, task.seat)
        choice = chooser(job, Position(game, state, decision))
        if choice.option not in decision.options:
            raise NoAdviceError  # noqa: TRY301 - an option that is not offered is a fault like any other
        msgspec.json.decode(msgspec.json.encode(choice), type=BotChoice)
    except Exception as fault:  # noqa: BLE001 - all faults of a bot are handled the same way
        return Reply(fault=type(fault).__name__)
    return Reply(choice)


def main(chooser_name: str) -> None:
    """Do jobs until the parent closes the pipe. The chooser is named as `module:function`."""
    source, sink = _take_pipes()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    module, _, name = chooser_name.partition(":")
    chooser: Chooser = getattr(import_module(module), name)
    _silence_stderr()
    inbox: SimpleQueue[bytes] = SimpleQueue()
    Thread(target=_listen, args=(source, inbox), daemon=True).start()
    with suppress(BrokenPipeError):
        _send(sink, Reply())  # ready
        while True:
            job = msgspec.json.decode(inbox.get(), type=Job)
            with _time_limit(job.task.seconds + OVERTIME):
                reply = answer(job, chooser)
            _send(sink, reply)
    os._exit(0)  # without waiting for the other thread, which is still reading


def _take_pipes() -> tuple[BinaryIO, BinaryIO]:
    """Move both pipes away from stdin and stdout, so that nothing a bot prints is taken for a reply."""
    source, sink = os.dup(0), os.dup(1)
    null = os.open(os.devnull, os.O_RDWR)
    os.dup2(null, 0)
    os.dup2(null, 1)
    os.close(null)
    return os.fdopen(source, "rb"), os.fdopen(sink, "wb", buffering=0)


def _silence_stderr() -> None:
    """Discard stderr from here on: a message of a bot could reveal cards. Faults are sent as replies."""
    null = os.open(os.devnull, os.O_WRONLY)
    os.dup2(null, 2)
    os.close(null)


def _listen(source: BinaryIO, inbox: SimpleQueue[bytes]) -> None:
    """Queue jobs; exit the process as soon as the parent is gone, whatever the main thread does."""
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


@contextmanager
def _time_limit(seconds: float) -> Iterator[None]:
    """End the process by a signal after so long: compiled code may never let the other thread run."""
    if not hasattr(signal, "setitimer"):
        yield
        return
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
