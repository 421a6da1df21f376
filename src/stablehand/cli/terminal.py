"""The terminal: where a command writes, and how it asks."""

from __future__ import annotations

import sys

from rich.console import Console

WIDEST = 120
"""Lines longer than this are hard to read, however wide the window."""


class _Console(Console):
    """A console that leaves a closed pipe to the command, which knows what to end with."""

    def on_broken_pipe(self) -> None:
        """Say that nobody reads any more."""
        raise BrokenPipeError


def console(*, stderr: bool = False) -> Console:
    """Return the console of this process as it is now; plain text where there is no terminal."""
    made = _Console(stderr=stderr, highlight=False, emoji=False, markup=False)
    if made.width > WIDEST:  # noqa: PLR1730 - a narrower one still follows its window
        made.width = WIDEST
    return made


def draws_unicode(out: Console) -> bool:
    """Whether more than ASCII arrives."""
    return out.encoding.lower().startswith("utf")


def is_interactive() -> bool:
    """Whether somebody sits in front of it."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def ask(out: Console, prompt: str = "> ") -> str:
    """Read one line; the end of the input is an EOFError. A line from a pipe is shown as if typed."""
    if is_interactive():
        return input(prompt).strip()
    line = sys.stdin.readline()
    if not line:
        raise EOFError
    line = line.strip()
    out.print(f"{prompt}{line}")
    return line
