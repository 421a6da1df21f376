"""The abilities that are written, those of packs that cannot be played yet included."""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules
from typing import TYPE_CHECKING

from stablehand.games.unicorns.cards import packs
from stablehand.games.unicorns.decks.catalog import ABILITIES

if TYPE_CHECKING:
    from stablehand.games.unicorns.vocabulary import Abilities

MODULES: list[dict[str, Abilities]] = [
    import_module(f"{packs.__name__}.{found.name}").CARDS for found in iter_modules(packs.__path__)
]
OF_PACKS: dict[str, Abilities] = {key: found for module in MODULES for key, found in module.items()}
WRITTEN: dict[str, Abilities] = {**OF_PACKS, **ABILITIES}
