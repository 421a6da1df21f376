"""Look up games by name.

Every folder of `stablehand.games` with a `manifest.py` is a game. So is every entry point of the group
`stablehand.games` that an installed package declares; it names a `Manifest`. Nothing is listed here.
"""

from __future__ import annotations

from functools import cache, lru_cache
from importlib import import_module
from importlib.metadata import entry_points
from pkgutil import iter_modules
from typing import TYPE_CHECKING, Any, Final

from stablehand.core.contract import Game
from stablehand.core.manifest import Manifest

if TYPE_CHECKING:
    from collections.abc import Mapping
    from importlib.metadata import EntryPoint

    from stablehand.core.contract import Option

AnyGame = Game[Any]  # each game has a state of its own that only it understands

BUILT_IN: Final = "stablehand.games"
GROUP: Final = "stablehand.games"
"""The group of entry points by which other packages bring games."""


def names() -> list[str]:
    """Return the names of all games, in order."""
    return sorted(_found()[0])


def manifests() -> list[Manifest]:
    """Return the manifests of all games, sorted for display."""
    return sorted(_found()[0].values(), key=lambda found: (found.rank, found.name))


def manifest(name: str) -> Manifest:
    """Return a game's manifest; an unknown name is a ValueError that lists the known ones."""
    found, problems = _found()
    if name in found:
        return found[name]
    if name in problems:
        raise ValueError(problems[name])
    raise ValueError(f"Unknown game {name!r}; choose one of: {', '.join(names())}.")


@cache
def load(name: str) -> AnyGame:
    """Return a game by its name; an unknown name is a ValueError that lists the known ones."""
    game: AnyGame = manifest(name).load("game")
    return game


@lru_cache(64)
def new_numbers(name: str, version: int) -> Mapping[Option, Option]:
    """Return the options of a game that had other numbers under an older version of its rules.

    A game that gave options new numbers says so in an attribute `renumbered`: by the version that did it, the
    old number of each option and the new one. An old number must not stand for anything else in a game that
    began under an older version: then journals may hold numbers of before and of after, and translating
    twice changes nothing.

    >>> new_numbers("unicorns", 3)[300], new_numbers("unicorns", 4), new_numbers("no game", 1)
    (1100, {}, {})
    """
    if name not in names():
        return {}
    changes: Mapping[int, Mapping[Option, Option]] = getattr(load(name), "renumbered", {})
    found: dict[Option, Option] = {}
    for since in sorted(changes):
        if version < since:
            found = {old: changes[since].get(new, new) for old, new in found.items()}
            found = {**changes[since], **found}
    return found


def problems() -> list[str]:
    """Return a sentence for each entry point that could not be used; the other games work all the same."""
    return list(_found()[1].values())


@cache
def _found() -> tuple[dict[str, Manifest], dict[str, str]]:
    """Find all games once: their manifests, and what is wrong with the entry points that have none."""
    package = import_module(BUILT_IN)
    found: dict[str, Manifest] = {}
    for folder in iter_modules(package.__path__):
        if folder.ispkg:
            ours: Manifest = import_module(f"{BUILT_IN}.{folder.name}.manifest").MANIFEST
            found[ours.name] = ours
    wrong: dict[str, str] = {}
    for entry in entry_points(group=GROUP):
        try:
            theirs = _manifest_of(entry, found)
        except ValueError as error:
            wrong[entry.name] = str(error)
        else:
            found[theirs.name] = theirs
    return found, wrong


def _manifest_of(entry: EntryPoint, found: dict[str, Manifest]) -> Manifest:
    where = f"The entry point {entry.name!r} of {GROUP} ({entry.value})"
    try:
        theirs = entry.load()
    except Exception as error:  # what another package does when it is imported is anybody's guess
        raise ValueError(f"{where} cannot be imported: {type(error).__name__}: {error}.") from error
    if not isinstance(theirs, Manifest):
        raise ValueError(f"{where} is not a Manifest but {type(theirs).__name__}.")  # noqa: TRY004 - one error class for bad input
    if theirs.name in found:
        raise ValueError(f"{where} calls its game {theirs.name!r}, and there is one of that name already.")
    return theirs
