"""During the game: answers, more time, standing orders, undo, and what the table does when time is up."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from stablehand.core.contract import Kind
from stablehand.table import protocol as p
from stablehand.table.commands import undo
from stablehand.table.refusal import Refusal
from stablehand.table.state.clock import PATIENCE, away_at, default, due, is_running
from stablehand.table.state.facts import Answered
from stablehand.table.state.orders import StandingOrders
from stablehand.table.state.signals import OrdersSet, QuietSet, TimeExtended, VoteFailed, WentAway

if TYPE_CHECKING:
    from stablehand.core.contract import Option, Seat
    from stablehand.table.state.clock import Due
    from stablehand.table.state.facts import AnyFact
    from stablehand.table.state.match import Match, Question
    from stablehand.table.state.signals import AnySignal
    from stablehand.table.state.state import TableState
    from stablehand.table.state.volatile import Volatile

EXTENSIONS: Final = 2
"""How often a player may ask for more time in one decision."""


def receive(
    state: TableState,
    volatile: Volatile,
    seat: Seat,
    command: p.Answer | p.MoreTime | p.Quiet | p.Orders | p.Undo | p.Consent,
    now: int,
) -> AnyFact | AnySignal:
    """Return what a player's command in a running game leads to; or raise Refusal.

    Whether an answer is among the options is checked when its fact is applied.
    """
    match = state.match
    if match is None or match.is_over:
        raise Refusal("not_playing")
    if state.seats[seat].level is not None:
        raise Refusal("bot_plays")
    if isinstance(command, p.Answer):
        return _answer(state, match, seat, command, now)
    if isinstance(command, p.MoreTime):
        return _more_time(state, volatile, match, seat)
    if isinstance(command, p.Quiet):
        return QuietSet(seat, match.turn if command.on else None)
    if isinstance(command, p.Orders):
        orders = StandingOrders(command.until_turn, command.threatened, command.no_basics, match.turn)
        return OrdersSet(seat, orders)
    if isinstance(command, p.Undo):
        return undo.request(state, volatile, match, seat, command, now)
    return undo.consent(state, volatile, seat, command, now)


def _answer(state: TableState, match: Match, seat: Seat, command: p.Answer, now: int) -> Answered:
    if state.is_paused:
        raise Refusal("paused")
    if command.state > state.fact_count:
        raise Refusal("future")
    question = match.question(seat)
    if question is None:
        raise Refusal("not_asked")
    if command.decision != question.id:
        raise Refusal("stale")
    return Answered(now, seat, command.option)


def _more_time(state: TableState, volatile: Volatile, match: Match, seat: Seat) -> TimeExtended:
    question = match.question(seat)
    is_window = question is not None and question.decision.kind is Kind.RESPOND
    if question is None or not (is_window or seat in match.pending):
        raise Refusal("no_hurry")
    one = due(state, volatile, seat, question)
    if one is None or one.by not in {"clock", "window", "quiet"}:
        raise Refusal("no_hurry")
    if volatile.seats[seat].extensions >= EXTENSIONS:
        raise Refusal("enough_time", n=EXTENSIONS)
    return TimeExtended(seat, is_window)


# ---- time


def tick(state: TableState, volatile: Volatile, now: int) -> AnyFact | AnySignal | None:
    """Return the next thing that is due; None if nothing is."""
    if volatile.vote is not None:
        if now >= volatile.vote.until:
            return VoteFailed()
        return undo.granted(state, volatile.vote, now)
    away = away_at(state, volatile)
    if away is not None and away[0] <= now:
        return WentAway(away[1])
    first = _first_due(state, volatile)
    if first is None or first.at > now:
        return None
    assert state.match is not None
    question = state.match.pending[first.seat]
    option = _thought(volatile, first.seat, question) if first.by == "bot" else None
    if option is None:
        option = default(state.match.game, state.match.state, question.decision)
    return Answered(now, first.seat, option, first.by)


def wake_at(state: TableState, volatile: Volatile) -> int | None:
    """Return when `tick` has something to do; None if only a message can change anything."""
    if volatile.vote is not None:
        return volatile.vote.until
    away = away_at(state, volatile)
    first = _first_due(state, volatile)
    times = [found[0] for found in (away, first) if found is not None]
    return min(times, default=None)


def _first_due(state: TableState, volatile: Volatile) -> Due | None:
    """Return the first answer that the table will give by itself; None if it waits for a player."""
    if state.match is None or not is_running(state, volatile):
        return None
    found = [_bot_due(state, volatile, seat, question) for seat, question in state.match.pending.items()]
    return min((one for one in found if one is not None), default=None)


def _bot_due(state: TableState, volatile: Volatile, seat: Seat, question: Question) -> Due | None:
    """Return when a question is answered; later for a bot that still thinks."""
    one = due(state, volatile, seat, question)
    if one is None or one.by != "bot":
        return one
    if question.decision.kind is Kind.RESPOND:
        # Bots that can only pass are awaited too: who is awaited must not tell who has a choice.
        is_thinking = volatile.given.get(seat) == question.id
    else:
        is_thinking = _thought(volatile, seat, question) is None
    has_ended = volatile.thoughts.get(seat, (-1, None))[0] == question.id
    return one._replace(at=one.at + PATIENCE) if is_thinking and not has_ended else one


def _thought(volatile: Volatile, seat: Seat, question: Question) -> Option | None:
    """Return the option that a bot has chosen for this question; None if it has not."""
    if question.decision.is_forced:
        return question.decision.options[0]
    asked, option = volatile.thoughts.get(seat, (-1, None))
    return option if asked == question.id and option in question.decision.options else None
