from __future__ import annotations

import pytest

from stablehand.core.events import Event
from stablehand.core.open_cards import open_event, open_view
from stablehand.core.registry import load


def test_an_open_event_has_the_secret_of_its_audience() -> None:
    event = Event("dealt", ("FT-DEAL-1",), {"count": 1}, {"cards": ["bard"]}, audience=(1, 2))
    assert open_event(event) == event.seen_by(1) == event.seen_by(2)
    assert open_event(event)["cards"] == ["bard"]
    assert "cards" not in event.seen_by(None)


def test_a_secret_that_nobody_saw_is_not_open_either() -> None:
    event = Event("shuffled", (), {"count": 3}, {"cards": ["bard"]})
    assert open_event(event) == event.seen_by(None)


@pytest.mark.parametrize("game", ["fairytale", "unicorns"])
def test_in_an_open_view_each_seat_is_as_it_sees_itself(game: str) -> None:
    rules = load(game)
    state = rules.start(3, 7)
    seen = open_view(rules, state, 3)
    zones = seen["zones"]
    assert isinstance(zones, dict)
    own = [rules.view(state, seat)["zones"]["seats"][seat] for seat in range(3)]  # type: ignore[index,call-overload]
    assert zones["seats"] == own
    assert zones != rules.view(state, None)["zones"]
    assert {**seen, "zones": None} == {**rules.view(state, None), "zones": None}
