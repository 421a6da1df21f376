"""Ways to think that no bot should have, for processes that tests start; `spec` tells them where to write."""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path
from threading import Event
from typing import TYPE_CHECKING, Any

from stablehand.server.thinker import Advice, think

if TYPE_CHECKING:
    from stablehand.server.thinker import Job, Table


def begun(job: Job) -> int:
    """Tell the test, by a pipe with a name, which process thinks; the pipe stays open as long as it does."""
    pipe = os.open(job.task.spec, os.O_WRONLY)
    os.write(pipe, f"{os.getpid()}\n".encode())
    return pipe


def sleeps(job: Job, table: Table) -> Advice:
    """Think for ever, where there is something to write to; otherwise take the first option."""
    if job.task.spec:
        begun(job)
        Event().wait()
    return Advice(table.decision.options[0])


def spins(job: Job, table: Table) -> Advice:
    """The same, but busily."""
    if job.task.spec:
        begun(job)
        while True:
            pass
    return Advice(table.decision.options[0])


def ignores_all(job: Job, table: Table) -> Advice:
    """Take no hint to end: neither SIGTERM, nor that the parent is silent, nor that time is over."""
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    signal.setitimer(signal.ITIMER_REAL, 0)
    os._exit = lambda _: None  # type: ignore[assignment, return-value]
    return sleeps(job, table)


def interrupted(job: Job, table: Table) -> Advice:
    """Go on when the test says that it has sent a signal."""
    if job.task.spec:
        os.close(begun(job))
        Path(job.task.spec + ".go").read_text("utf-8")
    return Advice(table.decision.options[-1])


def raises(job: Job, table: Table) -> Advice:
    if job.task.spec:
        raise RuntimeError("the secret word")
    return Advice(table.decision.options[0])


def exits(job: Job, table: Table) -> Advice:
    if job.task.spec:
        raise SystemExit
    return Advice(table.decision.options[0])


def nonsense(job: Job, table: Table) -> Any:  # noqa: ANN401 - that is the point
    odd: dict[str, object] = {
        "nothing": None,
        "word": "seven",
        "unoffered": Advice(10**6),
        "no number": Advice("first"),  # type: ignore[arg-type]
        "odd opinions": Advice(table.decision.options[0], ((1, 2, float("nan")),)),
        "endless": Advice(table.decision.options[0], ((1, 2, 0.5),) * 200_000),
    }
    return odd.get(job.task.spec, Advice(table.decision.options[0]))


def breaks_pipe(job: Job, table: Table) -> Advice:
    """Close every file but the usual three, so that nothing can be heard or said any more."""
    if job.task.spec:
        os.closerange(3, 100)
        Event().wait()
    return Advice(table.decision.options[0])


def garbles_pipe(job: Job, table: Table) -> Advice:
    """Write something that is no message where replies go."""
    if job.task.spec:
        for file in range(3, 20):
            try:
                os.write(file, bytes.fromhex(job.task.spec))
            except OSError:
                continue
    return Advice(table.decision.options[0])


def chatters(job: Job, table: Table) -> Advice:
    """Say things where programs usually do."""
    print("x" * 100_000, flush=True)  # noqa: T201 - that is the point
    os.write(1, b"hello")
    os.write(2, b"the secret word")
    print("the secret word", file=sys.stderr)  # noqa: T201 - the same
    return think(job, table)


def tells(job: Job, table: Table) -> Advice:
    """Write down what surroundings it has."""
    names = sorted(name for name in os.environ if name.startswith("STABLEHAND_"))
    is_deaf = signal.getsignal(signal.SIGINT) is signal.SIG_IGN
    main = getattr(sys.modules["__main__"], "__file__", "none")
    bound = round(signal.getitimer(signal.ITIMER_REAL)[0], -1)
    Path(job.task.spec).write_text(f"{os.nice(0)} {is_deaf} {bound} {main} {names}", "utf-8")
    return Advice(table.decision.options[0])
