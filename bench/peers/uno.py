"""Measure RLCard: random play of its UNO, by the bare game and through its environment.

The bare game does only what it must: `step` returns the next state with its legal actions, and Python's own
generator chooses one of them. `env.run` is the way its users play; it is measured with `is_training`, with
which its random agent does not compute a table of probabilities. The environment has 2 seats and no setting
for more.
"""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np  # type: ignore[import-not-found] # of the peer's environment
import rlcard  # type: ignore[import-not-found] # the same
from bench.peers.worker import SEATS, Bench, Counts, Work, serve
from rlcard.agents import RandomAgent  # type: ignore[import-not-found] # the same
from rlcard.games.uno import Game  # type: ignore[import-not-found] # the same

ENVIRONMENT_SEATS = 2


def bench() -> Bench:
    """Return RLCard's tasks, set up."""
    works = [
        *(Work(f"uno {seats}", "UNO, game.step", seats, Bare(seats)) for seats in (ENVIRONMENT_SEATS, SEATS)),
        Work("uno environment", "UNO, env.run", ENVIRONMENT_SEATS, Environment()),
    ]
    return Bench("RLCard", rlcard.__version__, works)


class Bare:
    """Plays the game itself."""

    def __init__(self, seats: int) -> None:
        self.rng = Random(0)  # noqa: S311 - nothing secret
        self.game = Game(num_players=seats)
        self.game.np_random = np.random.RandomState(0)

    def __call__(self) -> Counts:
        """Play a game."""
        game, choice = self.game, self.rng.choice
        decisions = answers = 0
        state, _ = game.init_game()
        while not game.is_over():
            actions = state["legal_actions"]
            answers += 1
            decisions += len(actions) > 1
            state, _ = game.step(choice(actions))
        return {"decisions": decisions, "answers": answers, "games": 1}


class Environment:
    """Plays through the environment, as for training an agent."""

    def __init__(self) -> None:
        self.env = rlcard.make("uno", {"seed": 0})
        np.random.seed(0)  # noqa: NPY002 - the generator of RLCard's random agent
        assert self.env.num_players == ENVIRONMENT_SEATS
        self.agents = [Counting(self.env.num_actions) for _ in range(ENVIRONMENT_SEATS)]
        self.env.set_agents(self.agents)

    def __call__(self) -> Counts:
        """Play a game."""
        for agent in self.agents:
            agent.answers = agent.decisions = 0
        self.env.run(is_training=True)
        return {
            "decisions": sum(agent.decisions for agent in self.agents),
            "answers": sum(agent.answers for agent in self.agents),
            "games": 1,
        }


class Counting:
    """Wraps RLCard's random agent and counts its answers and decisions."""

    use_raw = False

    def __init__(self, actions: int) -> None:
        self.agent = RandomAgent(actions)
        self.answers = 0
        self.decisions = 0

    def step(self, state: dict[str, Any]) -> Any:  # noqa: ANN401 - of RLCard
        """Answer at random."""
        self.answers += 1
        self.decisions += len(state["legal_actions"]) > 1
        return self.agent.step(state)


if __name__ == "__main__":
    serve(bench())
