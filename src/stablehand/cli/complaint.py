"""What a command says when it cannot do what was asked."""

from __future__ import annotations


class Complaint(Exception):  # noqa: N818 - it is the caller's mistake, not ours
    """One sentence for stderr; the command ends with exit code 2.

    Not a ValueError, so that argparse lets it through untouched.
    """
