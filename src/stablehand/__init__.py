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

from stablehand.kernel.contract import Decision, Game, IllegalAnswer, Kind
from stablehand.kernel.events import Event, Recorder
from stablehand.kernel.journal import Journal, JournalError
from stablehand.kernel.shelf import load, names, register

__version__ = "0.1.0"
__all__ = [
    "Decision",
    "Event",
    "Game",
    "IllegalAnswer",
    "Journal",
    "JournalError",
    "Kind",
    "Recorder",
    "__version__",
    "load",
    "names",
]

register("fairytale", "stablehand.fairytale")
register("unicorns", "stablehand.unicorns")
