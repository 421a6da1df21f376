"""The journal of a game that is over: how it went, and the proof that its shuffle was promised before."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING

from stablehand.kernel.fairness import Proof
from stablehand.table import fold
from stablehand.table.facts import Again, AnyFact
from stablehand.table.lobby import Policy
from stablehand.table.refusal import Refusal
from stablehand.table.table import Table

if TYPE_CHECKING:
    from collections.abc import Iterable


def journal(table: Table, number: int) -> bytes | None:
    """Return the journal of a table's game as a file; None: it is an earlier one, read it from the facts."""
    if not 1 <= number <= table.game_number:
        raise Refusal("no_game", number=number)
    return _written(table) if number == table.game_number else None


def journal_of(facts: Iterable[AnyFact], number: int) -> bytes:
    """Return the journal of an earlier game."""
    table = Table(Policy(), secrets.token_bytes)
    for fact in facts:
        if isinstance(fact, Again) and table.game_number == number:
            break
        fold.apply(table, fact)
        table.facts += 1
    return _written(table)


def _written(table: Table) -> bytes:
    match = table.match
    if match is None or not match.is_over:
        raise Refusal("not_over")
    match.journal.proof = Proof.of(table.key, table.nonces)
    return match.journal.write()
