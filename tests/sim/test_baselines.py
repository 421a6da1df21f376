"""Random games match a small baseline for each deck, compared by its digest."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from stablehand.sim.batch import simulate
from support.golden import compare
from support.sizes import sized

if TYPE_CHECKING:
    from collections.abc import Mapping

DECKS = ("base_1e", "base_2e", "nsfw_1e", "nsfw_2e")
SIZES = sized(quick=(40,), full=(40,), release=(40, 1000))


@pytest.mark.parametrize("games", SIZES)
@pytest.mark.parametrize("deck", DECKS)
def test_random_games_of_unicorns_match_the_baseline(deck: str, games: int) -> None:
    """After an intended change of the engine, rewrite the files with STABLEHAND_REGOLD=1 and say why."""
    tally = simulate("unicorns", 4, range(1, games + 1), {"deck": deck})
    compare(f"simulations/{deck}.{games}.json", as_text(tally.as_json(games)))


@pytest.mark.parametrize("games", SIZES)
def test_random_games_of_fairy_tale_match_the_baseline(games: int) -> None:
    tally = simulate("fairytale", 4, range(1, games + 1), {})
    compare(f"simulations/fairy_tale.{games}.json", as_text(tally.as_json(games)))


@pytest.mark.slow("plays in several processes")
def test_a_digest_does_not_depend_on_the_number_of_jobs() -> None:
    alone, together = (simulate("unicorns", 3, range(60), {}, jobs=jobs) for jobs in (1, 2))
    assert alone.digest == together.digest
    assert alone.digest != simulate("unicorns", 3, range(1, 61), {}).digest


def as_text(sums: Mapping[str, object]) -> str:
    """Return the sums as JSON, without those that depend on the clock."""
    timed = ("seconds", "decisions_per_s", "games_per_s")
    return json.dumps({key: value for key, value in sums.items() if key not in timed}, indent=1) + "\n"
