"""How each fact changes the state of a table. The same facts always add up to the same state."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, assert_never

from stablehand.core.branch import Branch
from stablehand.core.fairness import commitment, mix
from stablehand.core.journal import Journal
from stablehand.core.registry import new_numbers
from stablehand.table.state import facts as f
from stablehand.table.state.clock import CLOCKS, spent
from stablehand.table.state.match import Match
from stablehand.table.state.state import DEVICES, SENT_AWAY, SeatState, SentAway
from stablehand.table.state.volatile import remember

if TYPE_CHECKING:
    from stablehand.table.state.state import TableState


UNMARKED: Final = {"fairytale": 1, "unicorns": 2}
"""The rules version of games whose `Started` fact names none: the last one before it did."""


def apply(state: TableState, fact: f.AnyFact) -> None:  # noqa: C901, PLR0912 - one case a fact
    """Apply a fact.

    An answer that the game does not offer raises IllegalAnswer and changes nothing; nothing else is checked.
    """
    match fact:
        case f.Answered():
            _answer(state, fact)
        case f.Undone():
            _undo(state, fact)
        case f.Opened():
            state.id, state.code, state.language = fact.table, fact.code, fact.language
            _set_key(state, fact.key)
            _configure(state, fact)
        case f.Configured():
            _configure(state, fact)
        case f.Sat():
            seat = state.seats[fact.seat]
            seat.clear()
            seat.name, seat.tokens, seat.sat = fact.name, [fact.token], state.fact_count
            seat.visitor = fact.visitor
        case f.Renamed():
            state.seats[fact.seat].name = fact.name
        case f.Rekeyed():
            seat = state.seats[fact.seat]
            seat.tokens = [*seat.tokens, fact.token][-DEVICES:]
        case f.Stood():
            seat = state.seats[fact.seat]
            if fact.is_kicked:
                state.sent_away.append(SentAway(seat.name, seat.visitor, tuple(seat.tokens)))
                del state.sent_away[:-SENT_AWAY]
            if state.match is None:
                seat.clear()
            else:
                seat.tokens, seat.level, seat.stands_in = [], state.house.stand_in, False
                seat.taken_over = fact.at
        case f.Locked():
            state.is_locked = fact.on
        case f.Pardoned():
            state.sent_away.clear()
        case f.Readied():
            seat = state.seats[fact.seat]
            seat.is_ready, seat.nonce = fact.on, fact.nonce or seat.nonce
        case f.Seated():
            seat = state.seats[fact.seat]
            seat.level, seat.stands_in, seat.taken_over = fact.level, fact.stands_in, fact.at
        case f.Started():
            _start(state, fact)
        case f.Paused():
            _pause(state, fact)
        case f.Resumed():
            state.paused_at = fact.at
            if state.match is not None:
                state.match.restart_clocks(fact.at)
        case f.Again():
            _set_key(state, fact.key)
            state.nonces, state.match = (), None
            state.game_number += 1
            state.undos.clear()
            for seat in state.seats:
                seat.is_ready, seat.nonce = False, ""
        case f.Closed():
            state.is_closed = True
        case _:
            assert_never(fact)
    if fact.command:
        remember(state.done, fact.actor, fact.command)
    state.touched = fact.at
    state.fact_count += 1


def _set_key(state: TableState, key: str) -> None:
    state.key = bytes.fromhex(key)
    state.commitment = commitment(state.key)


def _configure(state: TableState, fact: f.Opened | f.Configured) -> None:
    state.game, state.options, state.house = fact.game, fact.options, fact.house
    del state.seats[fact.seats :]
    state.seats += [SeatState(number) for number in range(len(state.seats), fact.seats)]
    for seat in state.seats:
        seat.is_ready = False  # what they were ready for has changed


def rules_version(state: TableState, fact: f.Started) -> int:
    """Return the version of the rules that a game began under."""
    return fact.rules_version or UNMARKED.get(state.game, 1)


def _start(state: TableState, fact: f.Started) -> None:
    seed = mix(state.key, fact.nonces)
    branches = tuple(Branch.read(branch) for branch in fact.pasts)
    journal = Journal.begin(state.game, len(state.seats), seed, state.options, branches)
    journal.rules_version = rules_version(state, fact)
    journal.renumber()
    state.match = Match(journal, state.fact_count + 1, fact.at)
    state.nonces = fact.nonces
    clock = CLOCKS.get(state.house.clock)
    for seat in state.seats:
        seat.bank = clock.bank if clock else 0


def _answer(state: TableState, fact: f.Answered) -> None:
    assert state.match is not None
    used = spent(state, fact.seat, fact.at)
    is_own = fact.by == "player"
    # A table of older rules has answers of before and of after options got new numbers.
    numbers = new_numbers(state.game, state.match.journal.rules_version)
    option = numbers.get(fact.option, fact.option)
    state.match.answer(fact.seat, option, state.fact_count + 1, fact.at, is_own=is_own)
    state.seats[fact.seat].bank -= used


def _undo(state: TableState, fact: f.Undone) -> None:
    assert state.match is not None
    turn = state.match.turn
    state.match.undo(fact.to, state.fact_count + 1, fact.at)
    state.undos[fact.seat, turn] = state.undos.get((fact.seat, turn), 0) + 1


def _pause(state: TableState, fact: f.Paused) -> None:
    """Stop the time of open questions, or let it run on from where it stood."""
    if state.is_paused and not fact.on and state.match is not None:
        state.match.delay_clocks(fact.at - state.paused_at)
    state.is_paused, state.paused_at = fact.on, fact.at
