"""Measure Stablehand: random play, copies and search in mid-game, and the calibration loop."""

from __future__ import annotations

from itertools import count, cycle
from typing import TYPE_CHECKING, Any

from bench.peers.worker import BOARDS, SEATS, SIMULATIONS, WORLDS, Bench, Counts, Work, serve

from bench import calibration
from stablehand import __version__, load
from stablehand.bots import ismcts
from stablehand.bots.random import RandomBot
from stablehand.core.build import IS_COMPILED
from stablehand.core.driver import decide, play
from stablehand.sim.batch import chunk

if TYPE_CHECKING:
    from stablehand.core.registry import AnyGame

CALIBRATION = "calibration"
TABLES: dict[str, tuple[str, str, dict[str, object]]] = {
    "silent": ("unicorns", "unicorns, silent", {"deck": "base_2e", "silent": True}),
    "unicorns": ("unicorns", "unicorns", {"deck": "base_2e"}),
    "fairytale": ("fairytale", "Fairy Tale", {}),
}
"""The game, title and options of each table, by its key."""


def bench() -> Bench:
    """Return Stablehand's tasks, with their positions set up."""
    works = [Work(CALIBRATION, "calibration loop", 0, _calibrate)]
    for key, (name, title, options) in TABLES.items():
        works += [
            Work(f"{key} play", title, SEATS, Playing(name, options)),
            Work(f"{key} clones", title, SEATS, Cloning(name, options)),
        ]
    name, title, options = TABLES["unicorns"]
    works.append(Work("unicorns search", f"IsmctsBot, {title}", SEATS, Searching(name, options)))
    build = "compiled" if IS_COMPILED else "interpreted"
    return Bench("Stablehand", f"{__version__}, {build}", works)


class Playing:
    """Plays one random game after the other."""

    def __init__(self, name: str, options: dict[str, object]) -> None:
        self.name = name
        self.options = options
        self.seeds = count()

    def __call__(self) -> Counts:
        """Play a game."""
        seed = next(self.seeds)
        tally = chunk(self.name, SEATS, range(seed, seed + 1), self.options)
        return {"decisions": tally.decisions, "answers": tally.answers, "games": tally.games}


class Cloning:
    """Copies positions in mid-game."""

    def __init__(self, name: str, options: dict[str, object]) -> None:
        self.game = load(name)
        self.boards = [mid_game(self.game, seed, options) for seed in range(BOARDS)]

    def __call__(self) -> Counts:
        """Copy each position once."""
        clone = self.game.clone
        for board in self.boards:
            clone(board)
        return {"clones": len(self.boards)}


class Searching:
    """Lets the search bot decide in mid-game."""

    def __init__(self, name: str, options: dict[str, object]) -> None:
        assert ismcts.TRUTHS == WORLDS, "peers must sample as many worlds as our search"
        self.name = name
        self.game = load(name)
        self.boards = cycle([mid_game(self.game, seed, options) for seed in range(BOARDS)])

    def __call__(self) -> Counts:
        """Search for one decision; the time includes preparing the bot's arguments."""
        board = next(self.boards)
        decision = self.game.pending(board)[0]
        bot = ismcts.IsmctsBot(self.name, 0, decision.seat, iterations=SIMULATIONS)
        decide(self.game, board, decision, bot)
        return {"simulations": bot.searched}


def mid_game(game: AnyGame, seed: int, options: dict[str, object]) -> Any:  # noqa: ANN401 - any game's state
    """Return a game played half way by random bots, at the next decision with two or more options."""
    length = play(game, SEATS, seed, [RandomBot(seed, seat) for seat in range(SEATS)], options).answers
    bots = [RandomBot(seed, seat) for seat in range(SEATS)]
    state = game.start(SEATS, seed, options)
    answers = 0
    while asks := game.pending(state):
        if answers >= length // 2 and len(asks[0].options) > 1:
            return state
        game.answer(state, asks[0].seat, decide(game, state, asks[0], bots[asks[0].seat]))
        answers += 1
    raise AssertionError("the second half of the game has no decision")


def _calibrate() -> Counts:
    calibration.loop()
    return {"loops": 1}


if __name__ == "__main__":
    serve(bench())
