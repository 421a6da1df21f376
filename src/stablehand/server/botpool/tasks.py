"""The messages between the pool and its worker processes, and how they are framed on the pipe."""

from __future__ import annotations

from typing import Final

import msgspec

from stablehand.bots.evaluation import Evaluation
from stablehand.bots.specs import HARD_MILLISECONDS, parse_spec

PLANNED_SHARE: Final = 0.8
"""The share of its time that a bot with a time limit may plan with; the rest is for its last iteration."""
HEAD: Final = 4
"""Bytes before each message that hold its length."""


class Task(msgspec.Struct, frozen=True, array_like=True):
    """One decision that a bot has to make."""

    game: str
    state: bytes
    """An encoded state from `game.determinise`: nothing hidden from the seat is in it."""
    seat: int
    spec: str
    seed: int
    """The bot's seed, which must be independent of the seed of the deal."""
    seconds: float
    table: str = ""
    """The table that asks; tables take turns in the queue."""
    within: float = 0.0
    """Seconds in which the table wants the answer, others of its bots included; 0 is its own seconds."""
    hold: float = 0.0
    """Seconds for which the worker is taken, however soon it has an answer; 0 is as long as it thinks.

    Other tables wait for the same workers: they must not learn from that what a bot may choose from.
    """


class BotChoice(msgspec.Struct, frozen=True, array_like=True):
    """What a bot chose, and how it evaluated the options."""

    option: int
    values: tuple[tuple[int, int, float], ...] = ()
    """The evaluations of the first pick; empty if the bot does not search or has no choice."""
    picks: tuple[int, ...] = ()
    """Of a group decision: all picks, in the order of answering."""
    outlook: float | None = None
    """The share of the victory that the bot expects after all picks."""

    @property
    def evaluations(self) -> list[Evaluation]:
        """The evaluations as objects."""
        return [Evaluation(*value) for value in self.values]


class Job(msgspec.Struct, frozen=True, array_like=True):
    """A task as it is sent to a worker."""

    task: Task
    is_hint: bool = False
    """Whether the whole group decision is wanted, not only the next pick."""


class Reply(msgspec.Struct, frozen=True, array_like=True):
    """The result of a job: a choice, or the class of an exception. Its message could reveal secrets."""

    choice: BotChoice | None = None
    fault: str = ""


def level_spec(level: str, seconds: float) -> str:
    """Return the spec of a bot, shortened if its time limit would not fit into so many seconds.

    >>> level_spec("hard", 10.0), level_spec("hard", 1.0), level_spec("ismcts:9000ms", 1.0)
    ('hard', 'ismcts:800ms', 'ismcts:800ms')
    >>> level_spec("normal", 1.0)
    'normal'
    """
    kind, effort, is_timed, _ = parse_spec(level)
    most = max(1, int(seconds * 1000 * PLANNED_SHARE))
    if (kind == "hard" and most < HARD_MILLISECONDS) or (is_timed and most < effort):
        return f"ismcts:{most}ms"
    return level


def framed(body: bytes) -> bytes:
    """Return a message with its length before it."""
    return len(body).to_bytes(HEAD, "big") + body
