"""What each fact changes. The same facts always add up to the same table."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from stablehand.kernel.fairness import mix
from stablehand.kernel.journal import Journal
from stablehand.kernel.past import Past
from stablehand.table import facts as f
from stablehand.table.chairs import DEVICES, Chair
from stablehand.table.match import Match
from stablehand.table.pacing import CLOCKS, spent

if TYPE_CHECKING:
    from stablehand.table.table import Table


def apply(table: Table, fact: f.AnyFact) -> None:  # noqa: C901, PLR0912 - one case a fact
    """Let a fact be so."""
    match fact:
        case f.Opened():
            table.id, table.code, table.key = fact.table, fact.code, bytes.fromhex(fact.key)
            _configure(table, fact)
        case f.Configured():
            _configure(table, fact)
        case f.Sat():
            chair = table.chairs[fact.seat]
            chair.clear()
            chair.name, chair.tokens, chair.sat = fact.name, [fact.token], table.facts
        case f.Rekeyed():
            chair = table.chairs[fact.seat]
            chair.tokens = [*chair.tokens, fact.token][-DEVICES:]
        case f.Stood():
            chair = table.chairs[fact.seat]
            if table.match is None:
                chair.clear()
            else:
                chair.tokens, chair.level = [], table.house.stand_in
        case f.Readied():
            chair = table.chairs[fact.seat]
            chair.is_ready, chair.nonce = fact.on, fact.nonce or chair.nonce
        case f.Seated():
            _seat_bot(table, fact)
        case f.Started():
            _start(table, fact)
        case f.Answered() | f.Undone():
            _move(table, fact)
        case f.Paused():
            table.is_paused = fact.on
            _resume(table, fact.at)
        case f.Resumed():
            _resume(table, fact.at)
        case f.Again():
            table.key, table.nonces, table.match = bytes.fromhex(fact.key), (), None
            table.game_number += 1
            table.undos.clear()
            for chair in table.chairs:
                chair.is_ready, chair.nonce = False, ""
        case f.Closed():
            table.is_closed = True
        case _:
            assert_never(fact)
    table.remember(fact.actor, fact.command)
    table.touched = fact.at


def _configure(table: Table, fact: f.Opened | f.Configured) -> None:
    table.game, table.options, table.house = fact.game, fact.options, fact.house
    del table.chairs[fact.seats :]
    table.chairs += [Chair(seat) for seat in range(len(table.chairs), fact.seats)]
    for chair in table.chairs:
        chair.is_ready = False  # what they were ready for has changed


def _seat_bot(table: Table, fact: f.Seated) -> None:
    chair = table.chairs[fact.seat]
    chair.level = fact.level
    table.thoughts.pop(fact.seat, None)
    table.thinking.pop(fact.seat, None)
    if table.match is not None and fact.seat in table.match.asked:
        # Whoever takes over has the whole time.
        table.match.asked[fact.seat] = table.match.asked[fact.seat]._replace(at=fact.at)


def _start(table: Table, fact: f.Started) -> None:
    table.nonces = fact.nonces
    seed = mix(table.key, fact.nonces)
    pasts = tuple(Past.read(past) for past in fact.pasts)
    journal = Journal.begin(table.game, len(table.chairs), seed, table.options, pasts)
    table.match = Match(journal, table.facts + 1, fact.at)
    clock = CLOCKS.get(table.house.clock)
    for chair in table.chairs:
        chair.bank = clock.bank if clock else 0
        chair.quiet, chair.extra, chair.asked_more = None, 0, 0


def _move(table: Table, fact: f.Answered | f.Undone) -> None:
    assert table.match is not None
    chair, number = table.chairs[fact.seat], table.facts + 1
    if isinstance(fact, f.Answered):
        used = spent(table, fact.seat, fact.at)
        table.match.answer(fact.seat, fact.option, number, fact.at)
        chair.bank -= used
    else:
        turn = table.match.turn
        table.match.undo(fact.to, number, fact.at)
        table.undos[fact.seat, turn] = table.undos.get((fact.seat, turn), 0) + 1
    table.voting = None
    for chair in table.chairs:
        asked = table.match.asked.get(chair.seat)
        if asked is None or asked.id == number:
            chair.extra, chair.asked_more = 0, 0


def _resume(table: Table, at: int) -> None:
    if table.match is not None:
        table.match.resume(at)
