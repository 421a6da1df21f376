"""Saying no: a reason for programs and what fills its sentence for people."""

from __future__ import annotations


class Refusal(Exception):  # noqa: N818 - the public name says what happened
    """A command that is not done. Nothing has changed.

    The sentence is `refused.<reason>` of the messages `table`, in the language of whoever asked.
    """

    def __init__(self, reason: str, rules: tuple[str, ...] = (), **words: object) -> None:
        super().__init__(reason)
        self.reason = reason
        self.rules = rules
        self.words = words
