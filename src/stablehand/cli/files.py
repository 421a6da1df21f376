"""Journals on disk: errors are CommandErrors, and a file is written whole or not at all."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from stablehand import Journal, JournalError
from stablehand.cli.errors import CommandError

if TYPE_CHECKING:
    from pathlib import Path
    from typing import Any

LARGEST = 16 << 20
"""Bytes; no journal comes near it."""


def read_journal(path: Path) -> Journal:
    """Read a journal from a file, or raise a CommandError."""
    try:
        if path.stat().st_size > LARGEST:
            raise CommandError(f"{path} is too big to be a journal.")
        data = path.read_bytes()
    except OSError as error:
        raise CommandError(f"{path} cannot be read: {reason(error)}.") from error
    try:
        return Journal.read(data)
    except JournalError as error:
        raise CommandError(f"{path}: {error}") from error


def replay(journal: Journal, path: Path) -> Any:  # noqa: ANN401 - the state of whichever game it is
    """Return the state a journal leads to, or raise a CommandError."""
    try:
        return journal.replay()
    except JournalError as error:
        raise CommandError(f"{path}: {error}") from error


def write_journal(journal: Journal, path: Path) -> None:
    """Write to a temporary file and rename it, so that a crash leaves the old file or the new one."""
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        try:
            with part.open("wb") as file:
                file.write(journal.write())
                file.flush()
                os.fsync(file.fileno())
            part.replace(path)
        except BaseException:
            part.unlink(missing_ok=True)
            raise
    except OSError as error:
        raise CommandError(f"{path} cannot be written: {reason(error)}.") from error


def reason(error: OSError) -> str:
    """Return the message of the system, as the end of a sentence."""
    return (error.strerror or type(error).__name__).lower()
