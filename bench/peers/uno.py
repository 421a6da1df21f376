"""What is measured of RLCard: random play of its UNO, by the bare game and through its environment.

The bare game is asked for no more than it must do: `step` returns the next state with its legal actions, and
one of them is chosen by Python's own generator. `env.run` is the way its users play; with `is_training` its
random agent is spared a table of probabilities, so that is what is measured. The environment has 2 seats and
no setting for more.
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
    """Set up everything of RLCard's."""
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
    """Plays through the environment, as one would to train an agent."""

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
    """RLCard's random agent, which counts what it is asked."""

    use_raw = False

    def __init__(self, actions: int) -> None:
        self.agent = RandomAgent(actions)
        self.answers = 0
        self.decisions = 0

    def step(self, state: dict[str, Any]) -> Any:  # noqa: ANN401 - whatever RLCard's agent answers
        """Answer at random."""
        self.answers += 1
        self.decisions += len(state["legal_actions"]) > 1
        return self.agent.step(state)


if __name__ == "__main__":
    serve(bench())
