"""Bots by spec: the text that names a bot at a table, in an arena and on the command line.

A spec is the name of a bot, for some with a colon and an argument: `greedy:12` samples 12 possible truths,
`ismcts:400` searches 400 iterations and answers the same on every machine, `ismcts:400ms` searches 400
milliseconds. `easy`, `normal` and `hard` are levels of difficulty. All other names are those of bots from
outside the package (`bots.registry`).
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, NamedTuple

from stablehand.bots.blunder import BlunderBot
from stablehand.bots.fallback import FallbackBot
from stablehand.bots.greedy import GreedyBot
from stablehand.bots.ismcts import IsmctsBot
from stablehand.bots.random import RandomBot
from stablehand.bots.registry import BUILT_IN, find, names

if TYPE_CHECKING:
    from collections.abc import Callable

    from stablehand.core.contract import Option

LEVELS: Final = ("easy", "normal", "hard")
MOST: Final = 1_000_000
"""The largest number in a spec; nobody could wait for more."""
HARD_MILLISECONDS: Final = 1500.0
"""A person waits for each decision: less than two seconds, with a margin for slower machines."""
HARD_ITERATIONS: Final = 4000
"""More iterations than this no longer help, even where a machine has the time."""
LONGEST: Final = 240
"""Characters of a spec."""
MOST_LISTED: Final = 8
"""Bots from outside that the message about an unknown bot lists."""

_SPEC = re.compile(r"(random|easy|normal|hard)|(greedy)(?::([0-9]{1,7}))?|(ismcts)(?::([0-9]{1,7})(ms)?)?")


class Spec(NamedTuple):
    """A bot's name and its argument, if it has one."""

    kind: str
    """The name before the colon."""
    effort: int = 0
    """Samples, iterations or milliseconds of a built-in bot; 0 is its default."""
    is_timed: bool = False
    """Whether `effort` is in milliseconds."""
    argument: str | None = None
    """What follows the colon, for a bot from outside."""


def parse_spec(spec: str) -> Spec:
    """Parse a spec; raise a ValueError that lists the known bots if it is not one.

    The entry point of a bot from outside is imported here, if need be.

    >>> parse_spec("ismcts:400ms")
    Spec(kind='ismcts', effort=400, is_timed=True, argument=None)
    """
    found = _SPEC.fullmatch(spec)
    if found:
        plain, greedy, samples, search, effort, unit = found.groups()
        number = samples or effort
        if number is None or 1 <= int(number) <= MOST:
            return Spec(plain or greedy or search, int(number or 0), bool(unit))
    name, colon, argument = spec.partition(":")
    if len(spec) <= LONGEST and spec.isprintable() and find(name) is not None:
        return Spec(name, argument=argument if colon else None)
    known = ["random", "greedy", "greedy:SAMPLES", "ismcts", "ismcts:ITERATIONS", "ismcts:MILLISECONDSms"]
    known += [*LEVELS, *names()[:MOST_LISTED]]
    raise ValueError(
        f"Unknown bot {spec[:40]!r}; choose one of: {', '.join(known)} (numbers from 1 to {MOST})."
    )


def make_bot(spec: str, game: str, seed: int, seat: int = 0) -> FallbackBot:
    """Return a new bot for a seat of a game; the same seed makes the same bot.

    A spec that is not one, or a bot that cannot be made, is a ValueError.

    >>> make_bot("greedy", "fairytale", seed=7, seat=2).is_blind
    False
    """
    return FallbackBot(_inner(parse_spec(spec), game, seed, seat))


def is_outside(spec: str) -> bool:
    """Return whether a spec names a bot from outside the package."""
    return spec.partition(":")[0] not in BUILT_IN


def _inner(spec: Spec, game: str, seed: int, seat: int) -> Callable[..., Option]:
    kind, effort, is_timed, argument = spec
    outside = find(kind)
    if outside is not None:
        return outside.create(game, seed, seat, argument)
    if kind == "random":
        return RandomBot(seed, seat)
    if kind == "easy":
        return BlunderBot(GreedyBot(game, seed, seat), seed, seat)
    if kind == "hard":
        return IsmctsBot(game, seed, seat, HARD_ITERATIONS, HARD_MILLISECONDS)
    if kind == "ismcts":
        if is_timed:
            return IsmctsBot(game, seed, seat, MOST, float(effort))
        return IsmctsBot(game, seed, seat, effort) if effort else IsmctsBot(game, seed, seat)
    return GreedyBot(game, seed, seat, effort) if effort else GreedyBot(game, seed, seat)
