"""Where games are found by name.

Games put their address here; they are imported when somebody first asks for them. So the kernel can replay
a journal of any game without knowing one.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

from stablehand.kernel.contract import Game

AnyGame = Game[Any]  # what lies on the shelf has a state of its own that only it understands

_ADDRESSES: dict[str, str] = {}


def register(name: str, module: str) -> None:
    """Put a game on the shelf: `module` is imported on demand and has the game as `GAME`."""
    _ADDRESSES[name] = module


def names() -> list[str]:
    """Return the names of all games, in order."""
    return sorted(_ADDRESSES)


def load(name: str) -> AnyGame:
    """Return a game by its name; an unknown name is a ValueError that lists those there are."""
    if name not in _ADDRESSES:
        raise ValueError(f"There is no game {name!r}; there is {', '.join(names())}.")
    game: AnyGame = import_module(_ADDRESSES[name]).GAME
    return game
