"""Measure Stablehand: random play, copies and search in mid-game, and the calibration loop."""

from __future__ import annotations

from itertools import count, cycle
from random import Random
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

from bench.peers.worker import BOARDS, SEATS, SIMULATIONS, WORLDS, Bench, Counts, Work, serve

from bench import calibration
from stablehand import __version__, load
from stablehand.bots import ismcts
from stablehand.bots.random import RandomBot
from stablehand.core.build import IS_COMPILED
from stablehand.core.driver import decide, play

if TYPE_CHECKING:
    from collections.abc import Callable

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
        game = load(name)
        ways: dict[str, tuple[str, Callable[[], Counts]]] = {
            "play": ("inner loop", Playing(game, options)),
            "contract": ("pending and answer", Playing(without_inner(game), options)),
            "script": ("from a script", Scripted(game, options)),
        }
        works += [Work(f"{key} {way}", f"{title}, {by}", SEATS, run) for way, (by, run) in ways.items()]
        works.append(Work(f"{key} clones", title, SEATS, Cloning(name, options)))
    name, title, options = TABLES["unicorns"]
    works.append(Work("unicorns search", f"IsmctsBot, {title}", SEATS, Searching(name, options)))
    build = "compiled" if IS_COMPILED else "interpreted"
    return Bench("Stablehand", f"{__version__}, {build}", works)


class Playing:
    """Plays one random game after the other in the driver, which is compiled if the engine is."""

    def __init__(self, game: AnyGame, options: dict[str, object]) -> None:
        self.game = game
        self.options = options
        self.seeds = count()

    def __call__(self) -> Counts:
        """Play a game."""
        seed = next(self.seeds)
        bots = [RandomBot(seed, seat) for seat in range(SEATS)]
        outcome = play(self.game, SEATS, seed, bots, self.options)
        return {"decisions": outcome.decisions, "answers": outcome.answers, "games": 1}


def without_inner(game: AnyGame) -> Any:  # noqa: ANN401 - what the driver needs of a game
    """Return a game that the driver can play through the public contract only."""
    return SimpleNamespace(
        name=game.name, start=game.start, pending=game.pending, answer=game.answer, scores=game.scores
    )


class Scripted:
    """Plays one random game after the other from Python, as the peers are driven."""

    def __init__(self, game: AnyGame, options: dict[str, object]) -> None:
        self.game = game
        self.options = options
        self.seeds = count()
        self.rng = Random(0)  # noqa: S311 - nothing secret

    def __call__(self) -> Counts:
        """Play a game."""
        pending, answer, rng = self.game.pending, self.game.answer, self.rng
        decisions = answers = 0
        state = self.game.start(SEATS, next(self.seeds), self.options)
        while asks := pending(state):
            options = asks[0].options
            answers += 1
            decisions += len(options) > 1
            answer(state, asks[0].seat, rng.choice(options))
        return {"decisions": decisions, "answers": answers, "games": 1}


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
