"""A bad network and a bad machine change nothing (product, promises 3 and 4)."""

from __future__ import annotations

import os
from collections import Counter

import pytest

from table_clients import Game
from table_machine import BAD, MOMENTS, WORST
from table_network import badly

IS_RELEASE = os.environ.get("STABLEHAND_RELEASE") == "1"
TABLES = {
    Game("fairytale", 2, (), 2, 0): 40,
    Game("fairytale", 3, (("expert", False),), 2, 0): 10,
    Game("unicorns", 2, (("deck", "base_1e"),), 5, 0): 25,
    Game("unicorns", 2, (("deck", "nsfw_2e"),), 5, 0): 25,
    Game("unicorns", 3, (("deck", "base_2e"),), 3, 0): 25,
    Game("unicorns", 3, (("deck", "nsfw_1e"), ("targets", "declare")), 3, 0): 25,
    Game("unicorns", 4, (("deck", "base_2e"), ("window", "seat_order")), 2, 0): 25,
    Game("unicorns", 4, (("deck", "base_1e"), ("first_player", "vote")), 2, 0): 25,
}
"""What is played, how far, and how many games of it: 200."""
EACH = 10
"""So often each game is played with other faults: 2,000 tables, and as many crashes."""


def named(game: Game) -> str:
    return "-".join([game.name, str(game.seats), *(str(value) for _, value in game.options)])


@pytest.mark.parametrize("game", TABLES, ids=named)
def test_a_bad_network_and_crashes_change_nothing(game: Game) -> None:
    crashes: Counter[str] = Counter()
    dropped = 0
    for seed in range(TABLES[game]):
        for faults in range(EACH):
            world = badly(game._replace(seed=seed), faults, BAD)
            crashes += world.crashes
            dropped += world.dropped
    assert crashes.total() >= TABLES[game] * EACH
    assert all(crashes[moment] >= TABLES[game] for moment in MOMENTS), crashes
    assert dropped >= TABLES[game] * EACH


@pytest.mark.parametrize("game", TABLES, ids=named)
def test_a_crash_at_every_step_of_a_game_changes_nothing(game: Game) -> None:
    for seed in range(TABLES[game] if IS_RELEASE else 1):
        whole = game._replace(seed=seed, until=None if IS_RELEASE else game.until)
        world = badly(whole, seed, WORST)
        assert not any(world.plans.values()), f"{whole}: not at every step"
        assert world.crashes.total() == len(world.plans)
