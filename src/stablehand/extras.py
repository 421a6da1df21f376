"""Packages that only an extra installs: `pip install 'stablehand[server]'`.

The bare installation has the engine, text, bots, simulator and command line. Whatever needs more imports it
inside `needing`, when it is used.
"""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator


class MissingExtra(ImportError):  # noqa: N818 - nothing is wrong: something is not installed
    """A package is not installed; the message is one sentence that names the extra to install."""


@contextmanager
def needing(subject: str, extra: str) -> Iterator[None]:
    """Raise `MissingExtra` if a package of others is missing; a missing module of ours stays as it is.

    >>> with needing("Chess needs", "server"):
    ...     import chessboard_of_nobody
    Traceback (most recent call last):
      ...
    stablehand.extras.MissingExtra: Chess needs chessboard_of_nobody: pip install 'stablehand[server]'.
    """
    try:
        yield
    except ModuleNotFoundError as error:
        package = (error.name or "").partition(".")[0]
        if package in {"", "stablehand"}:
            raise
        raise MissingExtra(
            f"{subject} {package}: pip install 'stablehand[{extra}]'.", name=package
        ) from error
