"""Faults of the network and crashes do not change a game (product, promises 3 and 4)."""

from __future__ import annotations

from collections import Counter

import pytest

from support.sizes import IS_RELEASE, sized, slow_except
from support.table_clients import Game
from support.table_machine import BAD, MOMENTS, WORST
from support.table_network import played_with_faults
from support.unicorn_packs import all_that_fit, drawn


def with_packs(deck: str, packs: tuple[str, ...]) -> tuple[tuple[str, object], ...]:
    """Return the options of a game with packs, as `Game` has them."""
    return (("deck", deck), ("expansions", packs))


TABLES = {
    Game("fairytale", 2, (), 2, 0): 40,
    Game("fairytale", 3, (("expert", False),), 2, 0): 10,
    Game("unicorns", 2, (("deck", "base_1e"),), 5, 0): 20,
    Game("unicorns", 2, (("deck", "nsfw_2e"),), 5, 0): 20,
    Game("unicorns", 3, (("deck", "base_2e"),), 3, 0): 20,
    Game("unicorns", 3, with_packs(*drawn(1, 2)[0]), 3, 0): 20,
    Game("unicorns", 3, (("deck", "nsfw_1e"), ("targets", "declare")), 3, 0): 20,
    Game("unicorns", 4, (("deck", "base_2e"), ("window", "seat_order")), 2, 0): 20,
    Game("unicorns", 4, (("deck", "base_1e"), ("first_player", "vote")), 2, 0): 15,
    Game("unicorns", 4, with_packs("base_2e", all_that_fit("base_2e")[0]), 2, 0): 15,
}
"""The games, how far each is played, and how many of each are played: 200 in all."""
QUICK = list(TABLES)[::5]
EACH = sized(quick=1, full=10, release=10)
"""How often each game is played with other faults: 2,000 tables, and as many crashes, for each change."""


def named(game: Game) -> str:
    words = ["+".join(value) if isinstance(value, tuple) else str(value) for _, value in game.options]
    return "-".join([game.name, str(game.seats), *words])


@pytest.mark.parametrize("game", slow_except(QUICK, TABLES, "plays up to 400 games"), ids=named)
def test_a_bad_network_and_crashes_change_nothing(game: Game) -> None:
    crashes: Counter[str] = Counter()
    dropped = 0
    for seed in range(TABLES[game]):
        for faults in range(EACH):
            world = played_with_faults(game._replace(seed=seed), faults, BAD)
            crashes += world.crashes
            dropped += world.dropped
    assert crashes.total() >= TABLES[game] * EACH
    assert all(crashes[moment] >= TABLES[game] * EACH // 10 for moment in MOMENTS), crashes
    assert dropped >= TABLES[game] * EACH


@pytest.mark.parametrize("game", slow_except(QUICK, TABLES, "crashes at every step"), ids=named)
def test_a_crash_at_every_step_of_a_game_changes_nothing(game: Game) -> None:
    for seed in range(TABLES[game] if IS_RELEASE else 1):
        whole = game._replace(seed=seed, until=None if IS_RELEASE else game.until)
        world = played_with_faults(whole, seed, WORST)
        assert not any(world.plans.values()), f"{whole}: the machine did not crash at every step"
        assert world.crashes.total() == len(world.plans)
