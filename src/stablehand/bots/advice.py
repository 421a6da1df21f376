"""Advice: what a bot would answer for a seat, and how it rates the options.

For a multi-pick the advice covers the whole group, since one pick alone says little. The state that the bot
is given must be a determinised copy: it is changed.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from stablehand.core.driver import decide

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from stablehand.bots.evaluation import Evaluation
    from stablehand.bots.fallback import FallbackBot
    from stablehand.core.contract import Decision, Option, Seat
    from stablehand.core.driver import Policy
    from stablehand.core.registry import AnyGame


class NoAdviceError(Exception):
    """The seat is asked nothing, or the bot has no valid answer."""


@dataclass(frozen=True, slots=True)
class Advice:
    """The answer of a bot."""

    option: Option
    evaluations: tuple[Evaluation, ...]
    """Of the first pick; empty for a bot that makes none, or where there is only one option."""
    picks: tuple[Option, ...]
    """For a multi-pick: all picks, in the order of answering; otherwise empty."""
    outlook: float | None
    """The value of the last choice: the expected share of the victory. None if it is not known."""


def asked(game: AnyGame, table: Any, seat: Seat) -> Decision:  # noqa: ANN401 - any game's state
    """Return the open decision of a seat; raise NoAdviceError if there is none."""
    for decision in game.pending(table):
        if decision.seat == seat:
            return decision
    raise NoAdviceError


def advise(
    game: AnyGame,
    table: Any,  # noqa: ANN401 - the same
    seat: Seat,
    advisor: Callable[[int], FallbackBot],
    *,
    is_whole: bool = True,
    skips_forced: bool = True,
) -> Advice:
    """Return what bots would answer for a seat: the whole group of a multi-pick, or only its next pick.

    `advisor` is called with a number of picks and returns a new bot whose time is divided among them. `table`
    is changed. With `skips_forced` no bot is asked where there is one option only. Raise NoAdviceError if a
    bot has no valid answer.
    """
    decision = asked(game, table, seat)
    if decision.most == 1 or not is_whole:
        option, evaluations = _decided(game, table, decision, advisor(1), skips_forced=skips_forced)
        return Advice(option, tuple(evaluations), (), _outlook(evaluations, option, None))
    picks: list[Option] = []
    first: Sequence[Evaluation] = ()
    outlook: float | None = None
    for _ in range(len(decision.picked), decision.most):
        decision = asked(game, table, seat)
        option, evaluations = _decided(game, table, decision, advisor(decision.most))
        outlook = _outlook(evaluations, option, outlook)
        first = first if picks else evaluations
        if option in decision.group or not picks:
            picks.append(option)
        if option not in decision.group:
            break
        game.answer(table, seat, option)
    return Advice(picks[0], tuple(first), tuple(picks), outlook)


def evaluations_of(policy: Policy) -> Sequence[Evaluation]:
    """Return the evaluations of a bot, or of the bot it wraps; empty for a bot that makes none."""
    inner = getattr(policy, "policy", None)
    if inner is not None:
        return evaluations_of(inner)
    evaluations: Sequence[Evaluation] = getattr(policy, "evaluations", ())
    return evaluations


def _decided(
    game: AnyGame,
    table: Any,  # noqa: ANN401 - the same
    decision: Decision,
    bot: FallbackBot,
    *,
    skips_forced: bool = True,
) -> tuple[Option, Sequence[Evaluation]]:
    option = decide(game, table, decision, bot, skips_forced=skips_forced)
    if bot.failures:  # the first option, which the bot falls back to, is no advice
        raise NoAdviceError
    return option, evaluations_of(bot)


def _outlook(evaluations: Sequence[Evaluation], option: Option, before: float | None) -> float | None:
    """Return the value of the chosen option, or `before` where there was nothing to decide."""
    return next((evaluation.value for evaluation in evaluations if evaluation.option == option), before)
