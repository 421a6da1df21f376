"""Nobody can forget to draw before the action (UU-DRINK-2): the engine draws before it asks."""

from __future__ import annotations

import pytest

from stablehand.core.contract import Kind
from stablehand.core.events import Recorder
from support.games import Table
from support.unicorn_games import moments

TABLES = [
    Table(seats, {"deck": deck, "ruleset": ruleset, "party": "drink"})
    for seats, deck, ruleset in (
        (2, "base_1e", "first-nsfw"),
        (4, "base_1e", "first"),
        (3, "base_2e", "second"),
    )
]


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.name)
def test_the_card_is_drawn_before_the_action_is_asked_for(table: Table) -> None:
    """UU-DRINK-2 never happens: no card of these decks skips the draw and leaves the action."""
    actions = 0
    cited: set[str] = set()
    for seed in range(10):
        recorder = Recorder()
        for state, asks in moments(table, seed, recorder):
            if not any(decision.kind is Kind.ACTION for decision in asks):
                continue
            actions += 1
            begun = max(n for n, event in enumerate(recorder.events) if event.what == "turn")
            assert any(
                event.what == "drew" and event.open["seat"] == state.active
                for event in recorder.events[begun:]
            )
        cited |= {rule for event in recorder.events for rule in event.rules}
    assert actions > 100
    assert "UU-DRINK-1" in cited
    assert "UU-DRINK-2" not in cited
