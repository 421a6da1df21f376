"""The terminal screen of Fairy Tale (see `cli.screen.screen`)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from stablehand.cli.screen.finding import found
from stablehand.cli.screen.grid import Grid
from stablehand.cli.screen.screen import Spoken
from stablehand.games.fairytale import GAME
from stablehand.games.fairytale.state.rules import rules_for
from stablehand.games.fairytale.terminal.board import Choices, Renderer
from stablehand.games.fairytale.terminal.card_list import FairyTaleCardList
from stablehand.games.fairytale.text.game_text import TEXT
from stablehand.games.fairytale.text.narrator import Narrator

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from rich.console import RenderableType

    from stablehand.cli.reader import Reader
    from stablehand.core.contract import Seat
    from stablehand.games.fairytale.state.state import State
    from stablehand.games.fairytale.text.voice import FairyTaleVoice
    from stablehand.text.voices import Account


class FairyTaleScreen(Spoken["FairyTaleVoice"]):
    """Draws one table as one viewer sees it."""

    def __init__(self, voice: FairyTaleVoice, reader: Reader, *, fancy: bool) -> None:
        super().__init__(voice)
        self.reader = reader
        self.narrator = voice.narrator
        self.renderer = Renderer(voice.narrator, fancy=fancy)

    def board(self, view: Mapping[str, Any], *, whole: bool = True) -> RenderableType:
        """Draw every seat's cards and points."""
        return self.renderer.board(view, whole=whole)

    def choices(self, view: Mapping[str, Any]) -> RenderableType:
        """Draw the cards that may be chosen, with their text."""
        zones = view["zones"]["seats"][view["seat"]]
        cards = []
        for at, option in enumerate(view["decision"]["options"], start=1):
            copies = zones[option["zone"]]["cards"].count(option["card"])
            remark = f"({copies})" if copies > 1 else ""
            cards.append((str(at), self.narrator.number(option["card"]), remark))
        return Choices(self.renderer, cards)

    def rules(self, view: Mapping[str, Any], refusals: Mapping[str, tuple[str, ...]]) -> RenderableType:
        """Draw the rules that apply now, and why visible cards are not offered."""
        return self.rules_of(view, refusals)

    def find(self, typed: str) -> str | None:
        """Return the id of the one card whose id or name matches the typed text, in whole or in part."""
        name = self.narrator.name
        return found(typed, ((card.id, name(card.id), card.name) for card in self.narrator.deck.cards))

    def card(self, card: str) -> RenderableType:
        """Draw one card."""
        return Grid([self.renderer.face(self.narrator.number(card))], least=30, most=48)

    def sight(self, view: Mapping[str, Any]) -> RenderableType:
        """Draw every card that the viewer can see, with its text."""
        known = {
            self.narrator.number(card)
            for seat in view["zones"]["seats"]
            for zone in seat.values()
            for card in zone["cards"]
        }
        return self.renderer.rows([("", card, "") for card in sorted(known)])

    def phase(self, phase: str) -> str:
        """Return the name of a phase, from the interface's messages."""
        return self.reader.say(f"phase.{phase}")

    def points(self, state: State) -> RenderableType:
        """Draw the account of every seat: where its points come from."""
        view = GAME.view(state, self.narrator.viewer)
        return Grid([self._account(account) for account in self.voice.account(view)], least=38)

    def _account(self, account: Account) -> Panel:
        table = Table.grid(padding=(0, 1), expand=True)
        table.add_column(ratio=3)
        table.add_column(ratio=3, style="dim")
        table.add_column(justify="right", no_wrap=True)
        for entry in account.entries:
            name = self.renderer.named(self.narrator.number(entry.card))
            if entry.copies > 1:
                name.append(f" ×{entry.copies}", style="bold")  # noqa: RUF001 - the sign is meant
            table.add_row(name, entry.why, str(entry.total))
        return Panel(table, title=Text(f"{self.voice.called(account.seat)}: {account.words}", style="bold"))


class FairyTaleTerminal:
    """The terminal part of the game's manifest (see `cli.screen.screen.Terminal`)."""

    def screen(
        self,
        names: Sequence[str],
        viewer: Seat | None,
        options: Mapping[str, object],
        reader: Reader,
        *,
        fancy: bool,
    ) -> FairyTaleScreen:
        """Return the screen of a table."""
        voice = TEXT.voice(names, viewer, options, reader.lang, reader.layer)
        return FairyTaleScreen(voice, reader, fancy=fancy)

    def card_list(self, deck: str | None, reader: Reader, *, fancy: bool) -> FairyTaleCardList:
        """Return the cards of a deck; None for the default one."""
        options = {} if deck is None else {"deck": deck}
        narrator = Narrator(rules_for(4, options), (), None, reader.lang, reader.layer)
        return FairyTaleCardList(Renderer(narrator, fancy=fancy), reader)


TERMINAL: Final = FairyTaleTerminal()
