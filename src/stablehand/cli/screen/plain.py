"""A plain screen for a game that brings none: its view as lines, its options as a numbered list."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final

from rich.table import Table
from rich.text import Text

from stablehand.cli.screen.finding import found
from stablehand.cli.screen.screen import Spoken
from stablehand.core.registry import load
from stablehand.text.voices import Voice, text_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from rich.console import RenderableType

    from stablehand.cli.reader import Reader
    from stablehand.cli.screen.screen import CardList
    from stablehand.core.contract import Seat

HIDDEN: Final = frozenset({"game", "seat", "options", "decision", "revisable", "asked", "over", "winners"})
"""What a view says that is shown elsewhere."""


class PlainTerminal:
    """Draws any game (see `screen.Terminal`)."""

    def __init__(self, game: str) -> None:
        self.game = game

    def screen(
        self,
        names: Sequence[str],
        viewer: Seat | None,
        options: Mapping[str, object],
        reader: Reader,
        *,
        fancy: bool,
    ) -> PlainScreen:
        """Return the screen of a table."""
        del fancy
        voice = text_of(self.game).voice(names, viewer, options, reader.lang, reader.layer)
        return PlainScreen(voice, self.game, viewer)

    def card_list(self, deck: str | None, reader: Reader, *, fancy: bool) -> CardList:
        """Raise a ValueError: a game without a part `terminal` has no cards to draw."""
        del deck, reader, fancy
        raise ValueError(f"The game {self.game!r} has no deck of cards to look at.")


class PlainScreen(Spoken[Voice]):
    """One table as one viewer sees it (see `screen.Screen`)."""

    def __init__(self, voice: Voice, game: str, viewer: Seat | None) -> None:
        super().__init__(voice)
        self.game = game
        self.viewer = viewer
        self.offered: list[str] = []
        """The cards among the options drawn last."""

    def board(self, view: Mapping[str, Any], *, whole: bool = True) -> RenderableType:
        """Draw what the view says, a line a value."""
        del whole
        return _lines((_spaced(key), _said(value)) for key, value in view.items() if key not in HIDDEN)

    def choices(self, view: Mapping[str, Any]) -> RenderableType:
        """Draw the options, numbered from 1."""
        options = view["decision"]["options"]
        self.offered = list(dict.fromkeys(str(option["card"]) for option in options if "card" in option))
        said = self.voice.options(view["decision"])
        return _lines((str(at), what) for at, what in enumerate(said, start=1))

    def rules(self, view: Mapping[str, Any], refusals: Mapping[str, tuple[str, ...]]) -> RenderableType:
        """Draw why cards are not offered."""
        return self.rules_of(view, refusals)

    def find(self, typed: str) -> str | None:
        """Return the card, of those offered last, whose id or name was typed."""
        return found(typed, ((card, self.voice.name(card), card) for card in self.offered))

    def card(self, card: str) -> RenderableType:
        """Name a card."""
        return Text(self.voice.name(card))

    def sight(self, view: Mapping[str, Any]) -> RenderableType:
        """Draw the view: there are no card texts."""
        return self.board(view)

    def points(self, state: Any) -> RenderableType:  # noqa: ANN401 - any game's state
        """Draw each seat's score."""
        scores = load(self.game).scores(state)
        return _lines((self.voice.called(seat), f"{score:g}") for seat, score in enumerate(scores))


def _lines(rows: Iterator[tuple[str, str]]) -> Table:
    table = Table.grid(padding=(0, 2))
    table.add_column(style="bold", no_wrap=True)
    table.add_column()
    for title, text in rows:
        table.add_row(Text(title), Text(text))
    return table


def _said(value: object) -> str:
    if isinstance(value, list):
        return ", ".join(map(_said, value))
    return json.dumps(value) if isinstance(value, dict) else _spaced(str(value))


def _spaced(text: str) -> str:
    return text.replace("_", " ")
