"""The error of a command that cannot do what was asked."""

from __future__ import annotations


class CommandError(Exception):
    """A sentence for stderr; the command ends with exit code 2.

    It is not a ValueError, because argparse would replace the message of one.
    """
