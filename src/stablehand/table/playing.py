"""During the game: answers, wishes about time, taking back, and what the table does when time is up."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from stablehand.kernel.contract import IllegalAnswer, Kind
from stablehand.table import facts as f
from stablehand.table import protocol as p
from stablehand.table.pacing import MORE, MORE_TIMES, PATIENCE, Due, default, due
from stablehand.table.refusal import Refusal
from stablehand.table.undo import Voting, is_free, last_answer

if TYPE_CHECKING:
    from stablehand.kernel.contract import Option, Seat
    from stablehand.table.match import Asked, Match
    from stablehand.table.table import Table

UNDOS: Final = 3
"""So often one may take back in one turn."""
VOTING: Final = 30_000
"""So long the others may think about somebody's taking back, in milliseconds."""


def receive(
    table: Table, seat: Seat, command: p.Answer | p.MoreTime | p.Quiet | p.Undo | p.Consent, now: int
) -> None:
    """Do what a player at a running game wants."""
    match = table.match
    if match is None or match.is_over:
        raise Refusal("not_playing")
    if table.chairs[seat].level is not None:
        raise Refusal("bot_plays")
    match command:
        case p.Answer():
            _answer(table, match, seat, command, now)
        case p.MoreTime():
            _more_time(table, match, seat)
        case p.Quiet():
            table.chairs[seat].quiet = match.turn if command.on else None
            table.changes += 1
        case p.Undo():
            _undo(table, match, seat, command, now)
        case p.Consent():
            _consent(table, seat, command, now)


def _answer(table: Table, match: Match, seat: Seat, command: p.Answer, now: int) -> None:
    if table.is_paused:
        raise Refusal("paused")
    if command.state > table.facts:
        raise Refusal("future")
    asked = match.question(seat)
    if asked is None:
        raise Refusal("not_asked")
    if command.decision != asked.id:
        raise Refusal("stale")
    try:
        table.happen(f.Answered(now, seat, command.option))
    except IllegalAnswer as error:
        raise Refusal("not_offered", error.rules) from error


def _more_time(table: Table, match: Match, seat: Seat) -> None:
    chair, asked = table.chairs[seat], match.asked.get(seat)
    if asked is None or due(table, seat, asked) is None:
        raise Refusal("no_hurry")
    if chair.asked_more >= MORE_TIMES:
        raise Refusal("enough_time", n=MORE_TIMES)
    chair.asked_more += 1
    chair.extra += MORE
    table.changes += 1


# ---- taking back


def can_undo(table: Table, seat: Seat) -> bool:
    """Whether a seat may ask for its last answer back."""
    match = table.match
    if match is None or match.is_over or not table.house.undo or table.chairs[seat].level is not None:
        return False
    return table.undos.get((seat, match.turn), 0) < UNDOS and last_answer(match, seat) is not None


def _undo(table: Table, match: Match, seat: Seat, command: p.Undo, now: int) -> None:
    to = last_answer(match, seat)
    if not table.house.undo:
        raise Refusal("undo_off")
    if to is None:
        raise Refusal("undo_nothing")
    if table.undos.get((seat, match.turn), 0) >= UNDOS:
        raise Refusal("undo_enough", n=UNDOS)
    if table.voting is not None:
        raise Refusal("undo_asked")
    others = {chair.seat for chair in table.chairs if chair.is_active and chair.seat != seat}
    if not others or is_free(match, seat):
        table.happen(f.Undone(now, seat, to))
        return
    table.changes += 1
    table.voting = Voting(seat, to, command.id, others, now + VOTING)


def _consent(table: Table, seat: Seat, command: p.Consent, now: int) -> None:
    voting = table.voting
    if voting is None or seat not in voting.waiting:
        raise Refusal("no_vote")
    table.changes += 1
    if not command.agree:
        table.voting = None
        return
    voting.waiting.discard(seat)
    _count(table, now)


def _count(table: Table, now: int) -> None:
    """Take back as soon as nobody is left to be asked; somebody who left meanwhile is not."""
    voting = table.voting
    if voting is not None and not any(table.chairs[seat].is_active for seat in voting.waiting):
        table.happen(f.Undone(now, voting.seat, voting.to, actor=voting.seat, command=voting.command))


# ---- time


def dues(table: Table) -> list[Due]:
    """Return what the table will do by itself, and when."""
    match = table.match
    if match is None or not table.is_running or table.voting is not None:
        return []
    found = [_patient(table, due(table, seat, asked), asked) for seat, asked in match.asked.items()]
    return sorted(one for one in found if one is not None)


def _patient(table: Table, one: Due | None, asked: Asked) -> Due | None:
    """Wait longer for a bot that is still thinking, where that tells nobody anything."""
    if one is None or one.by != "bot" or _thought(table, one.seat, asked) is not None:
        return one
    if table.thoughts.get(one.seat) == (asked.id, None):
        return one  # it has given up
    is_paced_window = asked.decision.kind is Kind.RESPOND and table.house.pace > 0
    return one if is_paced_window else one._replace(at=one.at + PATIENCE)


def _thought(table: Table, seat: Seat, asked: Asked) -> Option | None:
    if asked.decision.is_forced:
        return asked.decision.options[0]
    at, option = table.thoughts.get(seat, (-1, None))
    return option if at == asked.id and option in asked.decision.options else None


def tick(table: Table, now: int) -> None:
    """Do whatever is due."""
    if table.voting is not None:
        if now >= table.voting.until:
            table.voting = None
            table.changes += 1
        else:
            _count(table, now)
    while (waiting := dues(table)) and waiting[0].at <= now:
        one = waiting[0]
        assert table.match is not None
        asked = table.match.asked[one.seat]
        thought = _thought(table, one.seat, asked) if one.by == "bot" else None
        match = table.match
        option = default(match.game, match.state, asked.decision) if thought is None else thought
        table.happen(f.Answered(now, one.seat, option, one.by))


def wake_at(table: Table) -> int | None:
    """Return when `tick` has something to do."""
    if table.voting is not None:
        return table.voting.until
    waiting = dues(table)
    return waiting[0].at if waiting else None
