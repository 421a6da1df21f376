"""Play many random games of Unstable Unicorns, with every mixture of decks and packs, and check each state.

    python scripts/soak.py --games 10000 --seed 1 [--jobs 2]

The mixtures are every base deck, alone and with each expansion that goes with it, 40 pairs and 20 triples by
lot, and all expansions that fit together. Every round of games meets each of them with every number of seats
under every ruleset, in a random order; the ways of naming targets and of answering change with the rounds.
Half of the games are played by house rules.

At every step the laws of `tests/support/unicorn_laws.py` are checked and every option is tried. Now and then
the state is stored and read again, dealt anew, and shown to every seat. That a turn has as many effects as
RUL-47 allows is a failure too: printed cards must never come to that. Game n has seed `seed + n`, so a game
that fails can be played again. The first failure ends the run with exit code 1.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from concurrent.futures import ProcessPoolExecutor, as_completed
from functools import cache
from itertools import product
from multiprocessing import get_context
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from rich.progress import Progress

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

from stablehand.core.driver import ANSWER_LIMIT
from stablehand.core.events import Recorder
from stablehand.core.rng import Rng
from stablehand.games.unicorns import GAME
from stablehand.games.unicorns.state.bounds import MOST_EFFECTS
from stablehand.games.unicorns.state.rules import CHOICES, RULESETS, SEATS
from support.unicorn_laws import check_knowledge, check_offers, check_traits, check_zones
from support.unicorn_packs import every_mixture, options_of

if TYPE_CHECKING:
    from stablehand.core.contract import Decision
    from stablehand.games.unicorns.state.state import State

CHUNK = 50
CLOSELY = 13
"""How many answers lie between two closer looks at a state."""
WAYS = tuple(product(CHOICES["targets"], CHOICES["window"]))
HELD = tuple(product(every_mixture(), RULESETS, SEATS))
"""What every round of games meets."""
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
    "hand_size": (1, 4, 7),
    "silent": (False, True),
}


@cache
def order_of(turn: int) -> tuple[int, ...]:
    """Return the order in which a round has what it has."""
    order = list(range(len(HELD)))
    Rng.from_seed(turn, "soak order").shuffle(order)
    return tuple(order)


def table(number: int) -> tuple[int, dict[str, object]]:
    """Return the seats and options of a game: each round has all that is held, in an order of its own."""
    turn, place = divmod(number, len(HELD))
    held = order_of(turn)[place]
    (deck, packs), ruleset, seats = HELD[held]
    targets, window = WAYS[(held + turn) % len(WAYS)]
    rng = Rng.from_seed(number, "soak rules")
    house = {name: rng.choice(values) for name, values in HOUSE_RULES.items()} if rng.below(2) else {}
    chosen: dict[str, object] = {"ruleset": ruleset, "targets": targets, "window": window}
    return seats, {**options_of(deck, packs), **chosen, **house}


def check_state(s: State, asks: tuple[Decision, ...]) -> None:
    """Assert what holds in every state: among it that somebody is asked if and only if the game goes on."""
    check_zones(s)
    check_knowledge(s)
    check_traits(s)
    check_offers(s, asks)
    assert s.is_over or asks, "nobody is asked and the game is not over"
    assert not (s.is_over and asks), "somebody is asked after the end"
    for decision in asks:
        assert decision.options, "a question has no answer"
        assert len(set(decision.options)) == len(decision.options), "an option is offered twice"


def check_closely(s: State, seed: int) -> None:
    """Assert that a state can be stored and read, dealt anew and shown to every seat."""
    stored = GAME.encode(s)
    again = GAME.decode(stored)
    assert again == s, "another state is read than was written"
    assert GAME.encode(again) == stored, "a state that was read is written in another way"
    for seat in (None, *range(s.rules.seats)):
        seen = GAME.view(s, seat)
        json.dumps(seen)
        world = GAME.determinise(s, seat, seed)
        check_zones(world)
        assert GAME.view(world, seat) == seen, f"seat {seat} sees that cards were dealt anew"
        if seat is not None:
            GAME.refusals(s, seat)


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
    seats, options = table(seed)
    rng = Rng.from_seed(seed, "soak")
    state = GAME.start(seats, seed, options)
    answers = effects = 0
    while asks := GAME.pending(state):
        check_state(state, asks)
        if (answers + seed) % CLOSELY == 0:
            check_closely(state, answers)
        decision = rng.choice(asks)
        GAME.answer(state, decision.seat, rng.choice(decision.options), Recorder())
        answers += 1
        effects = max(effects, state.begun)
        assert answers < ANSWER_LIMIT, "the game does not end"
        assert effects < MOST_EFFECTS, "printed cards set each other off for ever"
    check_state(state, asks)
    check_closely(state, answers)
    return Figures(1, answers, state.turn, effects)


def chunk(seeds: range) -> tuple[Figures, str]:
    """Play some games; return their figures, and the first failure or an empty text."""
    figures = Figures()
    for seed in seeds:
        try:
            figures = figures.plus(play(seed))
        except Exception as error:  # noqa: BLE001 - any failure is to be reported
            return figures, f"seed {seed}, {table(seed)}: {error!r}"
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
