"""Apply stored facts by the rules of today: there is one engine, whatever version a game began under.

A game in which every answer is still legal goes on as it was. An earlier game of the table that cannot be
replayed is left out without an error: nothing of it is needed. If the last one cannot, the table is refused
with the reason `old_rules`. A journal that is read by itself follows `core.journal` instead.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from stablehand.core.contract import IllegalAnswer
from stablehand.core.journal import JournalError
from stablehand.core.registry import load
from stablehand.table.refusal import Refusal
from stablehand.table.state import fold
from stablehand.table.state.facts import Again, Answered, Started, Undone

if TYPE_CHECKING:
    from collections.abc import Iterable

    from stablehand.table.state.facts import AnyFact
    from stablehand.table.state.state import TableState


def add_up(state: TableState, facts: Iterable[AnyFact]) -> None:
    """Apply stored facts; raise Refusal, with its rules version, if the last game cannot be replayed."""
    history = list(facts)
    last = max((number for number, fact in enumerate(history) if isinstance(fact, Again)), default=-1)
    version, is_lost = 0, False
    for number, fact in enumerate(history):
        if isinstance(fact, Started):
            version = fold.rules_version(state, fact)
        is_lost = is_lost and not isinstance(fact, Again)
        if is_lost and isinstance(fact, Answered | Undone):
            state.fact_count += 1
            continue
        try:
            fold.apply(state, fact)
        except (IllegalAnswer, JournalError) as error:
            if version >= load(state.game).rules_version:
                raise
            if number > last:
                raise Refusal("old_rules", number=version) from error
            is_lost = True
            state.fact_count += 1
