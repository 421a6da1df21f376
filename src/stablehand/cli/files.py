"""Journals on disk: read with a clear word when that fails, written whole or not at all."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from stablehand import Journal, JournalError
from stablehand.cli.complaint import Complaint

if TYPE_CHECKING:
    from pathlib import Path
    from typing import Any

LARGEST = 16 << 20
"""No journal comes near it; a bigger file is something else."""


def read_journal(path: Path) -> Journal:
    """Read a journal from a file, or complain."""
    try:
        if path.stat().st_size > LARGEST:
            raise Complaint(f"{path} is too big to be a journal.")
        data = path.read_bytes()
    except OSError as error:
        raise Complaint(f"{path} cannot be read: {reason(error)}.") from error
    try:
        return Journal.read(data)
    except JournalError as error:
        raise Complaint(f"{path}: {error}") from error


def replay(journal: Journal, path: Path) -> Any:  # noqa: ANN401 - the state of whichever game it is
    """Return the state a journal leads to, or complain."""
    try:
        return journal.replay()
    except JournalError as error:
        raise Complaint(f"{path}: {error}") from error


def write_journal(journal: Journal, path: Path) -> None:
    """Write beside the file and put it in place at once, so that a crash leaves the old or the new."""
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
        raise Complaint(f"{path} cannot be written: {reason(error)}.") from error


def reason(error: OSError) -> str:
    """Return what the system says, as the end of a sentence."""
    return (error.strerror or type(error).__name__).lower()
