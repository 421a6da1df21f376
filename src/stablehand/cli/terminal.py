"""The terminal: the console that a command writes to, and reading a line."""

from __future__ import annotations

import sys

from rich.console import Console

WIDEST = 120
"""Columns; longer lines are hard to read, however wide the window is."""


class _Console(Console):
    """A console that raises BrokenPipeError for a closed pipe, so that `main` chooses the exit code."""

    def on_broken_pipe(self) -> None:
        """Raise BrokenPipeError instead of exiting."""
        raise BrokenPipeError


def console(*, stderr: bool = False) -> Console:
    """Return a console for the current streams; without a terminal it writes plain text."""
    made = _Console(stderr=stderr, highlight=False, emoji=False, markup=False)
    if made.width > WIDEST:  # noqa: PLR1730 - a narrower one must keep following its window
        made.width = WIDEST
    return made


def draws_unicode(out: Console) -> bool:
    """Return whether the console can show more than ASCII."""
    return out.encoding.lower().startswith("utf")


def is_interactive() -> bool:
    """Return whether input and output are a terminal."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def ask(out: Console, prompt: str = "> ") -> str:
    """Read one line; raise EOFError at the end of the input. A line from a pipe is printed as if typed."""
    if is_interactive():
        return input(prompt).strip()
    line = sys.stdin.readline()
    if not line:
        raise EOFError
    line = line.strip()
    out.print(f"{prompt}{line}")
    return line
