"""Random games go as they always went: a small baseline for each deck, compared by its digest."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING

import pytest

from golden_files import compare
from stablehand.sim.batch import simulate

if TYPE_CHECKING:
    from collections.abc import Mapping

DECKS = ("base_1e", "base_2e", "nsfw_1e", "nsfw_2e")
SIZES = (40, 1000) if os.environ.get("STABLEHAND_RELEASE") == "1" else (40,)


@pytest.mark.parametrize("games", SIZES)
@pytest.mark.parametrize("deck", DECKS)
def test_random_games_of_the_unicorns_go_as_they_went(deck: str, games: int) -> None:
    """Whoever changes the engine on purpose writes these anew (STABLEHAND_REGOLD=1) and says why."""
    tally = simulate("unicorns", 4, range(1, games + 1), {"deck": deck})
    compare(f"simulations/{deck}.{games}.json", as_text(tally.as_json(games)))


@pytest.mark.parametrize("games", SIZES)
def test_random_games_of_fairy_tale_go_as_they_went(games: int) -> None:
    tally = simulate("fairytale", 4, range(1, games + 1), {})
    compare(f"simulations/fairy_tale.{games}.json", as_text(tally.as_json(games)))


def test_a_digest_does_not_depend_on_who_played_which_game() -> None:
    alone, together = (simulate("unicorns", 3, range(60), {}, jobs=jobs) for jobs in (1, 2))
    assert alone.digest == together.digest
    assert alone.digest != simulate("unicorns", 3, range(1, 61), {}).digest


def as_text(sums: Mapping[str, object]) -> str:
    """Leave out what the clock says."""
    timed = ("seconds", "decisions_per_s", "games_per_s")
    return json.dumps({key: value for key, value in sums.items() if key not in timed}, indent=1) + "\n"
