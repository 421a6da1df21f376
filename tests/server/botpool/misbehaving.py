"""Choosers that misbehave, for the workers that tests start; `spec` names the pipe or file to write to."""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path
from threading import Event
from typing import TYPE_CHECKING, Any

from stablehand.server.botpool.tasks import BotChoice
from stablehand.server.botpool.worker import OVERTIME, choose

if TYPE_CHECKING:
    from stablehand.server.botpool.tasks import Job
    from stablehand.server.botpool.worker import Position


def begun(job: Job) -> int:
    """Write the process id to the named pipe, which stays open as long as the process lives."""
    pipe = os.open(job.task.spec, os.O_WRONLY)
    os.write(pipe, f"{os.getpid()}\n".encode())
    return pipe


def sleeps(job: Job, position: Position) -> BotChoice:
    """Never return if a pipe is named; otherwise choose the first option."""
    if job.task.spec:
        begun(job)
        Event().wait()
    return BotChoice(position.decision.options[0])


def spins(job: Job, position: Position) -> BotChoice:
    """The same in a busy loop."""
    if job.task.spec:
        begun(job)
        while True:
            pass
    return BotChoice(position.decision.options[0])


def ignores_all(job: Job, position: Position) -> BotChoice:
    """Ignore SIGTERM, the closed pipe of the parent and the timer."""
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    signal.setitimer(signal.ITIMER_REAL, 0)
    os._exit = lambda _: None  # type: ignore[assignment, return-value]
    return sleeps(job, position)


def interrupted(job: Job, position: Position) -> BotChoice:
    """Wait until the test has sent a signal, then choose the last option."""
    if job.task.spec:
        os.close(begun(job))
        Path(job.task.spec + ".go").read_text("utf-8")
    return BotChoice(position.decision.options[-1])


def raises(job: Job, position: Position) -> BotChoice:
    if job.task.spec:
        raise RuntimeError("the secret word")
    return BotChoice(position.decision.options[0])


def exits(job: Job, position: Position) -> BotChoice:
    if job.task.spec:
        raise SystemExit
    return BotChoice(position.decision.options[0])


def nonsense(job: Job, position: Position) -> Any:  # noqa: ANN401 - on purpose
    odd: dict[str, object] = {
        "nothing": None,
        "word": "seven",
        "unoffered": BotChoice(10**6),
        "no number": BotChoice("first"),  # type: ignore[arg-type]
        "odd evaluations": BotChoice(position.decision.options[0], ((1, 2, float("nan")),)),
        "endless": BotChoice(position.decision.options[0], ((1, 2, 0.5),) * 200_000),
    }
    return odd.get(job.task.spec, BotChoice(position.decision.options[0]))


def breaks_pipe(job: Job, position: Position) -> BotChoice:
    """Close every file but the standard three, so that no message comes in or goes out."""
    if job.task.spec:
        os.closerange(3, 100)
        Event().wait()
    return BotChoice(position.decision.options[0])


def garbles_pipe(job: Job, position: Position) -> BotChoice:
    """Write bytes that are no reply to the pipe of the replies."""
    if job.task.spec:
        for file in range(3, 20):
            try:
                os.write(file, bytes.fromhex(job.task.spec))
            except OSError:
                continue
    return BotChoice(position.decision.options[0])


def chatters(job: Job, position: Position) -> BotChoice:
    """Print to stdout and stderr."""
    print("x" * 100_000, flush=True)  # noqa: T201 - on purpose
    os.write(1, b"hello")
    os.write(2, b"the secret word")
    print("the secret word", file=sys.stderr)  # noqa: T201 - on purpose
    return choose(job, position)


def reports(job: Job, position: Position) -> BotChoice:
    """Write the niceness, signal handler, timer, main file and settings of the worker."""
    names = sorted(name for name in os.environ if name.startswith("STABLEHAND_"))
    ignores_interrupts = signal.getsignal(signal.SIGINT) is signal.SIG_IGN
    main = getattr(sys.modules["__main__"], "__file__", "none")
    is_limited = 0 < signal.getitimer(signal.ITIMER_REAL)[0] <= job.task.seconds + OVERTIME
    Path(job.task.spec).write_text(f"{os.nice(0)} {ignores_interrupts} {is_limited} {main} {names}", "utf-8")
    return BotChoice(position.decision.options[0])
