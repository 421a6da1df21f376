"""The journal of a finished game: how it went, and the proof that its shuffle was fixed beforehand."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from stablehand.core.fairness import Proof
from stablehand.table.refusal import Refusal
from stablehand.table.state.facts import Again
from stablehand.table.state.history import add_up
from stablehand.table.state.state import TableState

if TYPE_CHECKING:
    from collections.abc import Iterable

    from stablehand.table.state.facts import AnyFact


def journal(state: TableState, number: int) -> bytes | None:
    """Return the journal of a table's game as a file; None for an earlier game, which the facts hold.

    Raise Refusal if there is no such game or it is not over.
    """
    if not 1 <= number <= state.game_number:
        raise Refusal("no_game", number=number)
    return _written(state) if number == state.game_number else None


def journal_of(facts: Iterable[AnyFact], number: int) -> bytes:
    """Return the journal of an earlier game, read from the facts of its table."""
    games = 1
    history: list[AnyFact] = []
    for fact in facts:
        games += isinstance(fact, Again)
        if games > number:
            break
        history.append(fact)
    state = TableState()
    add_up(state, history)
    return _written(state)


def _written(state: TableState) -> bytes:
    if state.match is None or not state.match.is_over:
        raise Refusal("not_over")
    match = state.match
    scores = tuple(match.game.scores(match.state))
    return replace(match.journal, proof=Proof.of(state.key, state.nonces), scores=scores).write()
