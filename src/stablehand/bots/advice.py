"""Advice: what a bot would answer in somebody's place, and how it liked the options.

Of a group it picks the whole, as a person would: one pick alone says little, and they may be made in any
order. The table it is shown is an imagined one and is played on.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from stablehand.kernel.driver import decide

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from stablehand.bots.reliable import Reliable
    from stablehand.bots.thoughts import Opinion
    from stablehand.kernel.contract import Decision, Option, Seat
    from stablehand.kernel.driver import Policy
    from stablehand.kernel.shelf import AnyGame


class NoThoughtError(Exception):
    """There is no answer."""


@dataclass(frozen=True, slots=True)
class Advice:
    """What a bot would answer."""

    option: Option
    opinions: tuple[Opinion, ...]
    """On the first pick; none of a bot that does not think, or if there is no choice."""
    picks: tuple[Option, ...]
    """Of a group: all that it would pick, in the order of answering."""
    outlook: float | None
    """The share of the victory it promises itself after all picks."""


def asked(game: AnyGame, table: Any, seat: Seat) -> Decision:  # noqa: ANN401 - any game's state
    """Return what a seat is asked."""
    for decision in game.pending(table):
        if decision.seat == seat:
            return decision
    raise NoThoughtError


def advise(
    game: AnyGame,
    table: Any,  # noqa: ANN401 - the same
    seat: Seat,
    advisor: Callable[[int], Reliable],
    *,
    is_whole: bool = True,
) -> Advice:
    """Let fresh bots answer for a seat, a group as a whole or only its next pick.

    `advisor` makes a bot that has its time for so many picks.
    """
    decision = asked(game, table, seat)
    if decision.most == 1 or not is_whole:
        option, opinions = _decided(game, table, decision, advisor(1))
        return Advice(option, tuple(opinions), (), _outlook(opinions, option, None))
    picks: list[Option] = []
    first: Sequence[Opinion] = ()
    outlook: float | None = None
    for _ in range(len(decision.picked), decision.most):
        decision = asked(game, table, seat)
        option, opinions = _decided(game, table, decision, advisor(decision.most))
        outlook = _outlook(opinions, option, outlook)
        first = first if picks else opinions
        if option in decision.group or not picks:
            picks.append(option)
        if option not in decision.group:
            break
        game.answer(table, seat, option)
    return Advice(picks[0], tuple(first), tuple(picks), outlook)


def opinions_of(policy: Policy) -> Sequence[Opinion]:
    """Return what a bot thought, or the one it is wrapped round; one that does not think has no opinions."""
    inner = getattr(policy, "policy", None)
    if inner is not None:
        return opinions_of(inner)
    thoughts: Sequence[Opinion] = getattr(policy, "thoughts", ())
    return thoughts


def _decided(
    game: AnyGame,
    table: Any,  # noqa: ANN401 - the same
    decision: Decision,
    bot: Reliable,
) -> tuple[Option, Sequence[Opinion]]:
    option = decide(game, table, decision, bot)
    if bot.failures:  # whoever asked has a better answer ready than the first that comes
        raise NoThoughtError
    return option, opinions_of(bot)


def _outlook(opinions: Sequence[Opinion], option: Option, before: float | None) -> float | None:
    """Return how a bot liked its choice; where there was nothing to decide, what it thought before."""
    return next((opinion.value for opinion in opinions if opinion.option == option), before)
