"""The exception for a command or request that is refused, with a reason for programs and words for people."""

from __future__ import annotations


class Refusal(Exception):  # noqa: N818 - the public name says what happened
    """Raised when a command or request is refused. Nothing has changed.

    `reason` is a word for programs, `rules` the ids of the rules that forbid it. The sentence for people is
    `refused.<reason>` of the catalogue `table`, filled with `words`, in the language of the receiver.
    """

    def __init__(self, reason: str, rules: tuple[str, ...] = (), **words: object) -> None:
        super().__init__(reason)
        self.reason = reason
        self.rules = rules
        self.words = words
