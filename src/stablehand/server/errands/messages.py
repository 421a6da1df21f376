"""The messages between the pool and its process: an errand goes out, an outcome comes back."""

from __future__ import annotations

from typing import Any

import msgspec

from stablehand.server.botpool.tasks import Task
from stablehand.table.refusal import Refusal


class Errand(msgspec.Struct, frozen=True, array_like=True):
    """A piece of work. Its outcome depends on nothing but these words, so it can be cached."""

    kind: str
    """The name of a function in `kinds`."""
    words: dict[str, Any]
    """Its arguments."""

    def encoded(self) -> bytes:
        """Return the errand as it is sent; the same errand gives the same bytes."""
        return msgspec.msgpack.encode(self, order="sorted")


class Outcome(msgspec.Struct, frozen=True, array_like=True):
    """What came of an errand: a body, a refusal, or the class of an exception."""

    body: bytes | None = None
    refusal: tuple[str, tuple[str, ...], dict[str, Any]] | None = None
    """The reason, the rules and the words of a refusal."""
    fault: str = ""

    @staticmethod
    def raised(reason: str, rules: tuple[str, ...], words: dict[str, Any]) -> Refusal:
        """Return a refusal as it was raised in the other process."""
        refusal = Refusal("failed")
        refusal.reason, refusal.rules, refusal.words = reason, tuple(rules), words
        return refusal


class TrialStep(msgspec.Struct, frozen=True):
    """How far a trial got: until it can be shown, or until a bot has to choose."""

    answers: tuple[tuple[int, int], ...]
    told: int
    task: Task | None
    """What a bot has to choose; null if the trial can be shown."""
    seen: msgspec.Raw = msgspec.Raw(b"null")
    """The JSON of `TrialSeen`."""
