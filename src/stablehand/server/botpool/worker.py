"""The worker process of the bots: chooses for the jobs that it is sent (`child.py` reads and writes them).

The states it gets are determinised: it could not reveal a hidden card. It exits when its parent's pipe
closes, even in the middle of a job.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Protocol

import msgspec

from stablehand import load
from stablehand.bots.advice import NoAdviceError, advise, asked
from stablehand.bots.deadline import begin, hurry
from stablehand.bots.specs import make_bot
from stablehand.server.botpool.child import serve, time_limit
from stablehand.server.botpool.tasks import BotChoice, Job, Reply, Task, level_spec

if TYPE_CHECKING:
    from collections.abc import Callable

    from stablehand.bots.fallback import FallbackBot
    from stablehand.core.contract import Decision
    from stablehand.core.registry import AnyGame

PROGRAM: Final = "import sys; from stablehand.server.botpool.worker import main; main(sys.argv[1])"
"""Not with `-m`, which would load this module twice, once as `__main__`."""
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
    """Ask the bot of the task's spec; for a hint about the whole group, otherwise about its next pick.

    A bot whose time must tell nothing thinks about one option as long as about several.
    """
    task = job.task
    found = advise(
        *(position.game, position.state, task.seat, lambda picks: _bot(task, picks)),
        is_whole=job.is_hint,
        skips_forced=not task.hold,
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

    def prepare() -> Callable[[bytes], bytes]:
        module, _, name = chooser_name.partition(":")
        chooser: Chooser = getattr(import_module(module), name)

        def do(body: bytes) -> bytes:
            job = msgspec.json.decode(body, type=Job)
            with time_limit(job.task.seconds + OVERTIME):
                return msgspec.json.encode(answer(job, chooser))

        return do

    serve(msgspec.json.encode(Reply()), prepare, begin, hurry)
