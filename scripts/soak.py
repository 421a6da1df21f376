"""Play many random games of Unstable Unicorns, every deck under every ruleset, and check each state.

    python scripts/soak.py --games 10000 --seed 1 [--jobs 2]

The games go through all combinations of decks, rulesets, seats, target declarations and windows. Game n has
seed `seed + n`, so a game that fails can be played again. The first failure ends the run with exit code 1.
That a turn has as many effects as RUL-47 allows is a failure too: printed cards must never come to that.
"""

from __future__ import annotations

import argparse
import sys
import time
from concurrent.futures import ProcessPoolExecutor, as_completed
from itertools import product
from multiprocessing import get_context
from typing import TYPE_CHECKING, NamedTuple

from rich.progress import Progress

from stablehand.core.driver import ANSWER_LIMIT
from stablehand.core.events import Recorder
from stablehand.core.rng import Rng
from stablehand.games.unicorns import GAME
from stablehand.games.unicorns.decks.catalog import DECKS
from stablehand.games.unicorns.state.bounds import MOST_EFFECTS
from stablehand.games.unicorns.state.rules import RULESETS, SEATS

if TYPE_CHECKING:
    from stablehand.games.unicorns.state.state import State

CHUNK = 50
TARGETS = ("after", "cards", "players")
TABLES = tuple(product(DECKS, RULESETS, SEATS, TARGETS, ("collect", "race", "seat_order")))
HOUSE_RULES: dict[str, tuple[object, ...]] = {
    "forced_choice": ("card", "actor", "owner"),
    "pandas": ("named", "untouchable"),
    "super_neigh": ("closes", "unwinds"),
    "deck_out": ("end", "reshuffle"),
    "party": ("none", "drink", "strip", "both"),
    "first_player": ("random", "vote", "0"),
    "play_unicorn_into": ("any", "own"),
    "destroy_scope": ("any", "other"),
    "magic_in_own_shuffle": (False, True),
    "unplayable_if_impossible": ("no", "first", "whole"),
    "then_needs": ("some", "all"),
    "win": ("settled", "at_once"),
    "strip_upgrade": ("on", "off"),
    "unicorns_to_win": (5, 7, 12),
    "hand_limit": (3, 7),
    "silent": (False, True),
}


def check_state(s: State) -> None:
    """Assert that every card is in one zone, that zones and places agree, and that a question is open."""
    places = [(card, zone) for zone, cards in enumerate(s.zones) for card in cards]
    assert sorted(card for card, _ in places) == list(range(len(s.where))), "a card is lost or doubled"
    assert all(s.where[card] == zone for card, zone in places), "a card is not where it is said to be"
    assert s.is_over or s.asks, "nobody is asked and the game is not over"
    assert not (s.is_over and s.asks), "somebody is asked after the end"
    for decision in s.asks:
        assert decision.options, "a question has no answer"
        assert len(set(decision.options)) == len(decision.options), "an option is offered twice"
    for seat in range(s.rules.seats):
        assert all(s.known[card] >> seat & 1 for card in s.hand(seat)), (
            "a player does not know their own hand"
        )


class Figures(NamedTuple):
    """The number of games and answers, and the highest numbers of turns and of effects in a turn."""

    games: int = 0
    answers: int = 0
    turns: int = 0
    effects: int = 0

    def plus(self, other: Figures) -> Figures:
        """Return the figures of both."""
        return Figures(
            self.games + other.games,
            self.answers + other.answers,
            max(self.turns, other.turns),
            max(self.effects, other.effects),
        )


def play(seed: int) -> Figures:
    """Play one game, check every state, and return its figures."""
    deck, ruleset, seats, targets, window = TABLES[seed % len(TABLES)]
    options: dict[str, object] = {"deck": deck, "ruleset": ruleset, "targets": targets, "window": window}
    rng = Rng.from_seed(seed, "soak")
    if seed // len(TABLES) % 2:  # every other round of tables plays by house rules
        options |= {name: rng.choice(values) for name, values in HOUSE_RULES.items()}
    state = GAME.start(seats, seed, options)
    answers = effects = 0
    while asks := GAME.pending(state):
        check_state(state)
        decision = rng.choice(asks)
        GAME.answer(state, decision.seat, rng.choice(decision.options), Recorder())
        answers += 1
        effects = max(effects, state.begun)
        assert answers < ANSWER_LIMIT, "the game does not end"
        assert effects < MOST_EFFECTS, "printed cards set each other off for ever"
    check_state(state)
    return Figures(1, answers, state.turn, effects)


def chunk(seeds: range) -> tuple[Figures, str]:
    """Play some games; return their figures, and the first failure or an empty text."""
    figures = Figures()
    for seed in seeds:
        try:
            figures = figures.plus(play(seed))
        except Exception as error:  # noqa: BLE001 - any failure is to be reported
            return figures, f"seed {seed}, {TABLES[seed % len(TABLES)]}: {error!r}"
    return figures, ""


def main() -> int:
    """Play all games in several processes; return the exit code."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    args = parser.parse_args()
    seeds = range(args.seed, args.seed + args.games)
    parts = [seeds[at : at + CHUNK] for at in range(0, len(seeds), CHUNK)]
    began = time.perf_counter()
    figures = Figures()
    with (
        Progress(disable=not sys.stderr.isatty()) as progress,
        ProcessPoolExecutor(args.jobs, mp_context=get_context("spawn")) as pool,
    ):
        task = progress.add_task("games", total=len(seeds))
        for future in as_completed([pool.submit(chunk, part) for part in parts]):
            played, problem = future.result()
            figures = figures.plus(played)
            progress.update(task, completed=figures.games)
            if problem:
                print(problem)
                pool.shutdown(cancel_futures=True)
                return 1
    seconds = time.perf_counter() - began
    print(
        f"{figures.games} games, {figures.answers} answers, seeds {seeds[0]} to {seeds[-1]}: all ended, "
        f"after {figures.turns} turns at most, {figures.effects} effects in a turn at most, {seconds:.0f} s"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
