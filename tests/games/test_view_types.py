"""Every view matches the view types of its game: no field is missing, wrong or extra."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from stablehand import load
from stablehand.core.rng import Rng
from stablehand.games.fairytale.knowledge.view_types import FairyTaleView
from stablehand.games.unicorns.knowledge.view_types import UnicornView

if TYPE_CHECKING:
    from stablehand.core.contract import View

GAMES: dict[str, tuple[Any, list[dict[str, object]]]] = {
    "fairytale": (FairyTaleView, [{}]),
    "unicorns": (UnicornView, [{"deck": "base_2e"}, {"deck": "nsfw_2e", "party": "both", "hand_limit": 2}]),
}


@pytest.mark.parametrize("game", GAMES)
def test_views_match_their_types(game: str) -> None:
    shape, tables = GAMES[game]
    for number, options in enumerate(tables):
        for view in views(game, options, seed=number):
            assert msgspec.convert(view, shape, strict=True) == view, "the view has a field without a type"


def test_an_extra_or_missing_field_is_detected() -> None:
    view = views("fairytale", {}, seed=0)[0]
    assert msgspec.convert(view | {"more": 1}, FairyTaleView, strict=True) == view
    with pytest.raises(msgspec.ValidationError, match="round"):
        msgspec.convert({name: value for name, value in view.items() if name != "round"}, FairyTaleView)


def views(name: str, options: dict[str, object], seed: int) -> list[View]:
    """Return the views of every seat and a spectator throughout a random game."""
    game, rng = load(name), Rng.from_seed(seed, "views")
    state = game.start(3, seed, options)
    found: list[View] = []
    while asked := game.pending(state):
        found += [game.view(state, seat) for seat in (0, 1, 2, None)]
        decision = asked[0]
        game.answer(state, decision.seat, decision.options[rng.below(len(decision.options))])
    return [*found, game.view(state, 0)]
