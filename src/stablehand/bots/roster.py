"""Bots by name: what may be asked for at a table, in an arena or on a command line.

A spec is a kind of bot, perhaps with its effort after a colon: `greedy:12` looks at 12 possible truths,
`ismcts:400` searches 400 iterations and answers alike on every machine, `ismcts:400ms` searches that long.
Levels are specs for people, who want an opponent and not a method.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, NamedTuple

from stablehand.bots.erring import ErringBot
from stablehand.bots.greedy import GreedyBot
from stablehand.bots.ismcts import IsmctsBot
from stablehand.bots.random import RandomBot
from stablehand.bots.reliable import Reliable

if TYPE_CHECKING:
    from stablehand.kernel.driver import Policy

LEVELS: Final = ("easy", "normal", "hard")
MOST: Final = 1_000_000
"""The greatest effort a spec may ask for; nobody could wait for more."""
HARD_MILLISECONDS: Final = 1500.0
"""A person waits for every decision: under two seconds, with something left for a slower machine."""
HARD_ITERATIONS: Final = 4000
"""Where a machine is quick, more would no longer help."""

_SPEC = re.compile(r"(random|easy|normal|hard)|(greedy)(?::([0-9]{1,7}))?|(ismcts)(?::([0-9]{1,7})(ms)?)?")


class Spec(NamedTuple):
    """A spec that was understood."""

    kind: str
    effort: int = 0
    """Samples, iterations or milliseconds; 0 is what that kind of bot usually takes."""
    is_timed: bool = False


def read_spec(spec: str) -> Spec:
    """Understand a spec; another is a ValueError that lists what there is.

    >>> read_spec("ismcts:400ms")
    Spec(kind='ismcts', effort=400, is_timed=True)
    """
    found = _SPEC.fullmatch(spec)
    if found:
        plain, greedy, samples, search, effort, unit = found.groups()
        number = samples or effort
        if number is None or 1 <= int(number) <= MOST:
            return Spec(plain or greedy or search, int(number or 0), bool(unit))
    raise ValueError(
        f"There is no bot {spec[:40]!r}; there are random, greedy, greedy:SAMPLES, ismcts, "
        f"ismcts:ITERATIONS, ismcts:MILLISECONDSms, {', '.join(LEVELS)}, with whole numbers from 1 to {MOST}."
    )


def bot(spec: str, game: str, seed: int, seat: int = 0) -> Reliable:
    """Return the bot of a spec for a seat of a game; the same seed makes the same bot.

    >>> bot("greedy", "fairytale", seed=7, seat=2).is_blind
    False
    """
    return Reliable(_inner(read_spec(spec), game, seed, seat))


def _inner(spec: Spec, game: str, seed: int, seat: int) -> Policy:
    kind, effort, is_timed = spec
    if kind == "random":
        return RandomBot(seed, seat)
    if kind == "easy":
        return ErringBot(GreedyBot(game, seed, seat), seed, seat)
    if kind == "hard":
        return IsmctsBot(game, seed, seat, HARD_ITERATIONS, HARD_MILLISECONDS)
    if kind == "ismcts":
        if is_timed:
            return IsmctsBot(game, seed, seat, MOST, float(effort))
        return IsmctsBot(game, seed, seat, effort) if effort else IsmctsBot(game, seed, seat)
    return GreedyBot(game, seed, seat, effort) if effort else GreedyBot(game, seed, seat)
