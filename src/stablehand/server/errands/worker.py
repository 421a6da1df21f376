"""The program of the process that does errands: one after the other, each within its time."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec

from stablehand.server.botpool.child import serve, time_limit
from stablehand.server.errands.messages import Errand, Outcome
from stablehand.table.refusal import Refusal

if TYPE_CHECKING:
    from collections.abc import Callable

PROGRAM: Final = "import sys; from stablehand.server.errands.worker import main; main(sys.argv[1])"
SECONDS: Final = 30.0
"""The processor time of an errand, after which its process ends; the longest takes a second or two."""
PATIENCE: Final = 300.0
"""Seconds after which the parent ends a process, however little of the processor it got."""


def answer(errand: Errand, run: Callable[..., bytes]) -> Outcome:
    """Do an errand; a refusal or any other exception becomes an outcome."""
    try:
        return Outcome(run(errand.kind, errand.words))
    except Refusal as refusal:
        return Outcome(refusal=(refusal.reason, refusal.rules, refusal.words))
    except Exception as fault:  # noqa: BLE001 - whatever it is: this errand has failed, the next may not
        return Outcome(fault=type(fault).__name__)


def main(_: str) -> None:
    """Do errands until the parent closes the pipe."""

    def prepare() -> Callable[[bytes], bytes]:
        from stablehand.server.errands.kinds import run  # noqa: PLC0415 - after the pipes are taken

        def do(body: bytes) -> bytes:
            with time_limit(SECONDS, is_work=True):
                return msgspec.msgpack.encode(answer(msgspec.msgpack.decode(body, type=Errand), run))

        return do

    serve(b"ready", prepare)
