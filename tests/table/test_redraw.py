"""The once-a-game redraw in a response window at a table is done at once and answers nothing (UU-DRINK-4)."""

from __future__ import annotations

from stablehand.core.contract import Kind
from support.table_setup import TableHarness, begun

PARTY = {"deck": "base_2e", "party": "drink", "first_player": "0"}


def window() -> TableHarness:
    """Start a game of three and play on to a response window in which two are asked."""
    harness = begun(3, game="unicorns", options=PARTY)
    assert harness.table.state.match is not None
    match = harness.table.state.match
    while not (len(match.pending) == 2 and match.pending[min(match.pending)].decision.kind is Kind.RESPOND):
        harness.answer(min(match.pending))
    return harness


def hand(harness: TableHarness, seat: int, viewer: int) -> dict[str, object]:
    """Return the hand of a seat as another sees it."""
    zones: dict[str, object] = harness.seen(viewer).view["zones"]["seats"][seat]["hand"]  # type: ignore[index]
    return zones


def test_a_redraw_in_a_window_leaves_the_questions_of_the_others() -> None:
    harness = window()
    one, other = harness.asked()
    before, asked = hand(harness, one, one), harness.seen(other).decision
    harness.answer(one, harness.verb(one, "redraw"))
    assert harness.asked() == [one, other]
    assert hand(harness, one, one) != before
    now = harness.seen(other).decision
    assert asked is not None
    assert now is not None
    assert now.id == asked.id
    labels = [option.meaning["verb"] for option in harness.seen(one).decision.options]  # type: ignore[union-attr]
    assert "redraw" not in labels
    assert "redraw" in [option.meaning["verb"] for option in now.options]


def test_a_pass_stands_and_is_shown_after_a_redraw() -> None:
    harness = window()
    one, other = harness.asked()
    passed = harness.verb(one, "pass")
    harness.answer(one, passed)
    harness.answer(one, harness.verb(one, "redraw"))
    assert harness.asked() == [other]
    seen = harness.seen(one).decision
    assert seen is not None
    assert (seen.is_revision, seen.answer) == (True, passed)


def test_whoever_runs_out_of_time_passes_and_does_not_redraw() -> None:
    harness = window()
    harness.wait(60)
    view = harness.seen(None).view
    assert view is not None
    assert view["active"] == 1
    assert view["forfeits"] == [{"drink": 0, "strip": 0}] * 3
