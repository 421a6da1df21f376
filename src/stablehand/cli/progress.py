"""A progress bar for long commands."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from stablehand.cli.terminal import console

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


@contextmanager
def progress_bar(games: int, playing: str) -> Iterator[Callable[[int], None]]:
    """Show a progress bar on a terminal; yield a function to call with the number of finished games."""
    err = console(stderr=True)
    if not err.is_terminal:
        yield lambda _: None
        return
    columns = (TextColumn(playing), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=err, transient=True) as bar:
        task = bar.add_task(playing, total=games)
        yield lambda more: bar.advance(task, more)
