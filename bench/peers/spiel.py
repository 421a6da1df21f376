"""Measure OpenSpiel: random play and copies of crazy eights, and searches for hearts.

The games are C++, driven from Python. Dealing and drawing are chance events that the driver must sample; they
take time and do not count as answers. Crazy eights cannot be searched, since OpenSpiel cannot sample a world
for it that fits what a player knows. It can for hearts.
"""

from __future__ import annotations

from importlib.metadata import version
from itertools import cycle
from random import Random
from typing import Any

import numpy as np  # type: ignore[import-not-found] # of the peer's environment
import pyspiel  # type: ignore[import-not-found] # the same
from bench.peers.worker import BOARDS, SEATS, SIMULATIONS, WORLDS, Bench, Counts, Work, serve
from open_spiel.python.algorithms import ismcts, mcts  # type: ignore[import-not-found] # the same

EXPLORATION = 2.0
CRAZY_EIGHTS = f"crazy_eights(players={SEATS})"


def bench() -> Bench:
    """Return OpenSpiel's tasks, with their positions set up."""
    hearts = pyspiel.load_game("hearts")
    boards = [mid_game(hearts, seed) for seed in range(BOARDS)]
    rolling = mcts.RandomRolloutEvaluator(1, np.random.RandomState(0))
    works = [
        Work("eights play", "crazy eights", SEATS, Playing(CRAZY_EIGHTS)),
        Work("eights clones", "crazy eights", SEATS, Cloning(CRAZY_EIGHTS)),
        Work("hearts", "ISMCTS in Python, hearts", SEATS, Searching(_python_bot(hearts, rolling), boards)),
        Work(
            "hearts unrolled",
            "the same without roll-outs",
            SEATS,
            Searching(_python_bot(hearts, Indifferent()), boards),
        ),
    ]
    notes = []
    if hasattr(pyspiel, "ISMCTSBot"):
        evaluator = pyspiel.RandomRolloutEvaluator(1, 0)
        bot = pyspiel.ISMCTSBot(0, evaluator, EXPLORATION, SIMULATIONS, WORLDS)
        works.append(Work("hearts in C++", "ISMCTS in C++, hearts", SEATS, Searching(bot, boards)))
    else:
        notes.append("This OpenSpiel has no Python binding of ISMCTS in C++.")
    return Bench("OpenSpiel", version("open_spiel"), works, notes)


class Playing:
    """Plays one random game after the other."""

    def __init__(self, name: str) -> None:
        self.game = pyspiel.load_game(name)
        self.rng = Random(0)  # noqa: S311 - nothing secret

    def __call__(self) -> Counts:
        """Play a game."""
        rng = self.rng
        decisions = answers = 0
        state = self.game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                _apply_chance(state, rng)
                continue
            actions = state.legal_actions()
            answers += 1
            decisions += len(actions) > 1
            state.apply_action(rng.choice(actions))
        return {"decisions": decisions, "answers": answers, "games": 1}


class Cloning:
    """Copies positions in mid-game."""

    def __init__(self, name: str) -> None:
        game = pyspiel.load_game(name)
        self.boards = [mid_game(game, seed) for seed in range(BOARDS)]

    def __call__(self) -> Counts:
        """Copy each position once."""
        for board in self.boards:
            board.clone()
        return {"clones": len(self.boards)}


class Searching:
    """Lets a search bot decide in mid-game."""

    def __init__(self, bot: Any, boards: list[Any]) -> None:  # noqa: ANN401 - of OpenSpiel
        self.bot = bot
        self.boards = cycle(boards)

    def __call__(self) -> Counts:
        """Search for one decision."""
        self.bot.step(next(self.boards))
        return {"simulations": SIMULATIONS}


class Indifferent:
    """Evaluates every position as equal, which leaves the cost of the tree, its states and its worlds."""

    def evaluate(self, state: Any) -> Any:  # noqa: ANN401 - of OpenSpiel
        """Return 0 for every player."""
        return np.zeros(state.num_players())

    def prior(self, state: Any) -> list[tuple[int, float]]:  # noqa: ANN401 - of OpenSpiel
        """Return all legal actions with equal probabilities."""
        actions = state.legal_actions()
        return [(action, 1 / len(actions)) for action in actions]


def _python_bot(game: Any, evaluator: Any) -> Any:  # noqa: ANN401 - of OpenSpiel
    random = np.random.RandomState(0)
    return ismcts.ISMCTSBot(game, evaluator, EXPLORATION, SIMULATIONS, WORLDS, random)


def mid_game(game: Any, seed: int) -> Any:  # noqa: ANN401 - of OpenSpiel
    """Return a game played half way at random, at the next decision with two or more actions."""
    length = sum(1 for _ in _states(game, seed))
    for number, state in enumerate(_states(game, seed)):
        if number >= length // 2 and len(state.legal_actions()) > 1:
            return state
    raise AssertionError("the second half of the game has no decision")


def _states(game: Any, seed: int) -> Any:  # noqa: ANN401 - of OpenSpiel
    rng = Random(seed)  # noqa: S311 - nothing secret
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            _apply_chance(state, rng)
        else:
            yield state
            state.apply_action(rng.choice(state.legal_actions()))


def _apply_chance(state: Any, rng: Random) -> None:  # noqa: ANN401 - of OpenSpiel
    outcomes, chances = zip(*state.chance_outcomes(), strict=True)
    state.apply_action(rng.choices(outcomes, chances)[0])


if __name__ == "__main__":
    serve(bench())
