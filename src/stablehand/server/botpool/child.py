"""What every worker process does: read messages from stdin, write replies to stdout, end with its parent.

A worker is started as its own program, so it never runs the code that started the server.
"""

from __future__ import annotations

import os
import signal
from contextlib import contextmanager, suppress
from queue import SimpleQueue
from threading import Thread
from typing import TYPE_CHECKING, BinaryIO, Final

from stablehand.server.botpool.tasks import HEAD, framed

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

NICENESS: Final = 10
"""Requests to the server come before bots and other heavy work."""


def serve(
    ready: bytes,
    prepare: Callable[[], Callable[[bytes], bytes]],
    begin: Callable[[int], None] = lambda _: None,
    hurry: Callable[[int], None] = lambda _: None,
) -> None:
    """Answer messages until the parent closes the pipe; `prepare` imports what is needed and returns how.

    Messages are numbered, and `begin` is called before each is answered. An empty one has no answer: it asks
    to be quick with the one before it, whether that is worked on or not yet, and calls `hurry`.
    """
    source, sink = _take_pipes()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    answer = prepare()
    _silence_stderr()
    inbox: SimpleQueue[tuple[int, bytes]] = SimpleQueue()
    Thread(target=_listen, args=(source, inbox, hurry), daemon=True).start()
    with suppress(BrokenPipeError):
        _send(sink, ready)
        while True:
            number, body = inbox.get()
            begin(number)
            _send(sink, answer(body))
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


def _listen(source: BinaryIO, inbox: SimpleQueue[tuple[int, bytes]], hurry: Callable[[int], None]) -> None:
    """Queue messages; exit the process as soon as the parent is gone, whatever the main thread does."""
    number = 0
    while len(head := source.read(HEAD)) == HEAD:
        size = int.from_bytes(head, "big")
        body = source.read(size)
        if len(body) < size:
            break
        if body:
            number += 1
            inbox.put((number, body))
        else:
            hurry(number)
    os._exit(0)


def _send(sink: BinaryIO, body: bytes) -> None:
    rest = framed(body)
    while rest:
        rest = rest[sink.write(rest) :]


@contextmanager
def time_limit(seconds: float, *, is_work: bool = False) -> Iterator[None]:
    """End the process by a signal after so long: compiled code may never let the other thread run.

    With `is_work` only the processor time of the process counts, not that for which others had the processor.
    """
    if not hasattr(signal, "setitimer"):
        yield
        return
    timer = signal.ITIMER_PROF if is_work else signal.ITIMER_REAL
    signal.setitimer(timer, seconds)
    try:
        yield
    finally:
        signal.setitimer(timer, 0)
