"""What the other packages need to know about a game: one `Manifest` per game.

A manifest names the parts of a game by address, "module:attribute", as Python entry points do. A part is
imported when it is first asked for, so that the rules alone never load a terminal, a bot or a server.
The languages in which all games have their words are listed here, and nowhere else.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final, Literal, get_args

if TYPE_CHECKING:
    from collections.abc import Mapping

LanguageCode = Literal["en", "ru", "pl", "it", "es"]
LANGUAGES: Final[tuple[str, ...]] = get_args(LanguageCode)
"""The languages of the games, the table, the page and the terminal; the first is the default."""

Part = Literal["game", "text", "judge", "terminal", "cases", "lesson", "window", "decks"]

_NAME: Final = re.compile(r"[a-z][a-z0-9_]{0,19}")
_ADDRESS: Final = re.compile(r"[A-Za-z_][\w.]*:[A-Za-z_]\w*")


@dataclass(frozen=True, slots=True, kw_only=True)
class Manifest:
    """The parts and the properties of a game. Only `name`, `title` and `game` are required.

    Without the optional parts a game can still be played everywhere, with plain words and a plain board.

    >>> Manifest(name="High Card", title="High Card", game="highcard:GAME")
    Traceback (most recent call last):
    ValueError: A game's name has 1 to 20 lower-case letters, digits or underscores, not 'High Card'.
    """

    name: str
    """The id of the game in journals, addresses and on the command line."""
    title: str
    """The English title, for lists of games."""
    game: str
    """The address of the rules: an object that keeps the contract (`core.contract.Game`)."""
    text: str = ""
    """The address of its words (`text.voices.GameText`)."""
    judge: str = ""
    """The address of what bots know of it besides its rules (`bots.judge.Judge`)."""
    terminal: str = ""
    """The address of how it is drawn in a terminal (`cli.screen.screen.Terminal`)."""
    cases: str = ""
    """The address of how case files are played (`cases.adapter.AdapterFactory`)."""
    lesson: str = ""
    """The address of its lesson (`core.lesson.Lesson`)."""
    window: str = ""
    """The address of a function that takes a state and returns the `core.contract.WindowSubject` of the open
    response window, or None. Without it, standing orders pass in every window."""
    decks: str = ""
    """The address of what it says of decks of one's own (`core.decks.contract.OwnDecks`)."""
    package: str = ""
    """The package that holds its `decks/` folder; "" if it has no deck files."""
    rulebook: tuple[str, ...] = ()
    """The files of its rules in words, in each language's folder; the first has title and reference card."""
    guide: str = ""
    """The file of the rules as a player needs them, in each language's folder; "" if there is none."""
    rule_prefixes: tuple[str, ...] = ()
    """How the ids of its rules begin, for instance "UU-"."""
    page: str = ""
    """The file of what the page says of it, in each language's folder; "" if there is none."""
    has_windows: bool = True
    """Whether there are response windows; without them the settings for windows are not offered."""
    deck: str = ""
    """The deck that is played by default; "" if there is only one way to play."""
    presets: tuple[tuple[str, Mapping[str, object]], ...] = ()
    """Sets of options that a table can choose by one name: an id, and what differs from the rulebook."""
    rank: int = 100
    """Where it stands in lists that people read: the lowest first."""

    def __post_init__(self) -> None:
        if not _NAME.fullmatch(self.name):
            raise ValueError(
                f"A game's name has 1 to 20 lower-case letters, digits or underscores, not {self.name!r}."
            )
        for part in ("game", "text", "judge", "terminal", "cases", "lesson", "window", "decks"):
            address = getattr(self, part)
            if (address or part == "game") and not _ADDRESS.fullmatch(address):
                raise ValueError(
                    f"The manifest of {self.name}: {part} must be an address such as 'package.module:NAME', "
                    f"not {address!r}."
                )

    def load(self, part: Part) -> Any:  # noqa: ANN401 - each part has a type that its client knows
        """Import and return a part; None if the game does not have it."""
        module, _, attribute = getattr(self, part).partition(":")
        return getattr(import_module(module), attribute) if module else None
