"""Fairy Tale in the terminal: its screen and its catalogue (see `screens`)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from stablehand.cli.fairytale_board import Brush, Choices
from stablehand.cli.fairytale_cards import FairyTaleCatalogue
from stablehand.cli.finding import found
from stablehand.cli.grid import Grid
from stablehand.cli.screens import Spoken
from stablehand.fairytale import GAME
from stablehand.fairytale.options import rules_for
from stablehand.text.fairytale import Narrator
from stablehand.text.voice_fairytale import voice

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from rich.console import RenderableType

    from stablehand.cli.reader import Reader
    from stablehand.fairytale.state import State
    from stablehand.kernel.contract import Seat
    from stablehand.text.voice_fairytale import FairyTaleVoice
    from stablehand.text.voices import Account


def screen(
    names: Sequence[str], viewer: Seat | None, options: Mapping[str, object], reader: Reader, *, fancy: bool
) -> FairyTaleScreen:
    """Return the screen of a table."""
    return FairyTaleScreen(voice(names, viewer, options, reader.lang, reader.layer), reader, fancy=fancy)


def catalogue(deck: str | None, reader: Reader, *, fancy: bool) -> FairyTaleCatalogue:
    """Return the cards of a deck."""
    options = {} if deck is None else {"deck": deck}
    narrator = Narrator(rules_for(4, options), (), None, reader.lang, reader.layer)
    return FairyTaleCatalogue(Brush(narrator, fancy=fancy), reader)


class FairyTaleScreen(Spoken["FairyTaleVoice"]):
    """One table as one viewer sees it."""

    def __init__(self, voice: FairyTaleVoice, reader: Reader, *, fancy: bool) -> None:
        super().__init__(voice)
        self.reader = reader
        self.narrator = voice.narrator
        self.brush = Brush(voice.narrator, fancy=fancy)

    def board(self, view: Mapping[str, Any], *, whole: bool = True) -> RenderableType:
        """Draw every seat's cards and points."""
        return self.brush.board(view, whole=whole)

    def choices(self, view: Mapping[str, Any]) -> RenderableType:
        """Draw the cards that may be chosen, with their text."""
        zones = view["zones"]["seats"][view["seat"]]
        cards = []
        for at, option in enumerate(view["decision"]["options"], start=1):
            copies = zones[option["zone"]]["cards"].count(option["card"])
            remark = f"({copies})" if copies > 1 else ""
            cards.append((str(at), self.narrator.number(option["card"]), remark))
        return Choices(self.brush, cards)

    def rules(self, view: Mapping[str, Any], refusals: Mapping[str, tuple[str, ...]]) -> RenderableType:
        """Draw the rules of the moment, and why cards in sight are not offered."""
        return self.rules_of(view, refusals)

    def find(self, typed: str) -> str | None:
        """Return the one card whose id or name somebody typed, or the beginning or a part of it."""
        name = self.narrator.name
        return found(typed, ((card.id, name(card.id), card.name) for card in self.narrator.deck.cards))

    def card(self, card: str) -> RenderableType:
        """Draw one card."""
        return Grid([self.brush.face(self.narrator.number(card))], least=30, most=48)

    def sight(self, view: Mapping[str, Any]) -> RenderableType:
        """Draw the text of every card the viewer knows of."""
        known = {
            self.narrator.number(card)
            for seat in view["zones"]["seats"]
            for zone in seat.values()
            for card in zone["cards"]
        }
        return self.brush.rows([("", card, "") for card in sorted(known)])

    def phase(self, phase: str) -> str:
        """Name a phase of the game, by the interface's own messages."""
        return self.reader.say(f"phase.{phase}")

    def points(self, state: State) -> RenderableType:
        """Draw everybody's account."""
        view = GAME.view(state, self.narrator.viewer)
        return Grid([self._account(account) for account in self.voice.account(view)], least=38)

    def _account(self, account: Account) -> Panel:
        table = Table.grid(padding=(0, 1), expand=True)
        table.add_column(ratio=3)
        table.add_column(ratio=3, style="dim")
        table.add_column(justify="right", no_wrap=True)
        for entry in account.entries:
            name = self.brush.named(self.narrator.number(entry.card))
            if entry.copies > 1:
                name.append(f" ×{entry.copies}", style="bold")  # noqa: RUF001 - the sign is meant
            table.add_row(name, entry.why, str(entry.total))
        return Panel(table, title=Text(f"{self.voice.called(account.seat)}: {account.words}", style="bold"))
