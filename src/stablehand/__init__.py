"""Stablehand: the unicorn card game and Fairy Tale by the book.

>>> import stablehand
>>> game = stablehand.load("fairytale")
>>> state = game.start(seats=4, seed=7, options={})
>>> while asks := game.pending(state):
...     decision = asks[0]
...     game.answer(state, decision.seat, decision.options[0])
>>> sum(game.scores(state))
1.0

What stands in `__all__` is the public API; nothing else is promised.
"""

from stablehand.api import GameResult, arena, play, simulate
from stablehand.bots.registry import BotError, bot
from stablehand.core.contract import Decision, Game, IllegalAnswer, Kind
from stablehand.core.events import Event, Recorder
from stablehand.core.journal import Journal, JournalError
from stablehand.core.manifest import Manifest
from stablehand.core.registry import load, names

__version__ = "0.1.0"
__all__ = [
    "BotError",
    "Decision",
    "Event",
    "Game",
    "GameResult",
    "IllegalAnswer",
    "Journal",
    "JournalError",
    "Kind",
    "Manifest",
    "Recorder",
    "__version__",
    "arena",
    "bot",
    "load",
    "names",
    "play",
    "simulate",
]
