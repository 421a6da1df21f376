"""Fairy Tale in the terminal: its screen and its catalogue (see `screens`)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rich.console import Group
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from stablehand.cli.fairytale_board import Brush, Choices
from stablehand.cli.fairytale_cards import FairyTaleCatalogue
from stablehand.cli.finding import found
from stablehand.cli.grid import Grid
from stablehand.fairytale.deck import DECKS, packaged
from stablehand.fairytale.options import rules_for
from stablehand.text.fairytale import Narrator

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from rich.console import RenderableType

    from stablehand.cli.reader import Reader
    from stablehand.fairytale.state import State
    from stablehand.kernel.contract import Seat
    from stablehand.text.players import Player
    from stablehand.text.rulebook import Rulebook

MESSAGES = "fairytale"
"""The catalogue in which the game is talked about."""
MOMENTS = {
    "keep": ("FT-DRAFT-1", "FT-DRAFT-2"),
    "play": ("FT-PLAY-1", "FT-EFF-1", "FT-HUNT-1", "FT-PLAY-2"),
    "close_all": ("FT-CLOSE-2", "FT-CLOSE-3", "FT-EFF-3"),
    "close_own": ("FT-CLOSE-1", "FT-EFF-3"),
    "open": ("FT-OPEN-1", "FT-SEE-1"),
    "over": ("FT-END-1", "FT-END-2"),
}
SECRETIVE = {"dealt", "kept", "passed", "discarded"}
"""Events that tell a player nothing unless they are about that player."""


def screen(
    names: Sequence[str], viewer: Seat | None, options: Mapping[str, object], reader: Reader, *, fancy: bool
) -> FairyTaleScreen:
    """Return the screen of a table."""
    narrator = Narrator(rules_for(len(names), options), names, viewer, reader.lang, reader.layer)
    return FairyTaleScreen(narrator, reader, fancy=fancy)


def catalogue(deck: str | None, reader: Reader, *, fancy: bool) -> FairyTaleCatalogue:
    """Return the cards of a deck."""
    options = {} if deck is None else {"deck": deck}
    narrator = Narrator(rules_for(4, options), (), None, reader.lang, reader.layer)
    return FairyTaleCatalogue(Brush(narrator, fancy=fancy), reader)


def rulebook(reader: Reader) -> Rulebook:
    """Return the rules in words."""
    return Narrator(rules_for(4, {}), (), None, reader.lang, reader.layer).book


def card_ids() -> set[str]:
    """Return the ids of all cards of all decks."""
    return {card.id for deck in DECKS for card in packaged(deck).cards}


def table_options(reader: Reader) -> dict[str, object]:
    """Return nothing: no rule depends on who reads."""
    del reader
    return {}


class FairyTaleScreen:
    """One table as one viewer sees it."""

    def __init__(self, narrator: Narrator, reader: Reader, *, fancy: bool) -> None:
        self.narrator = narrator
        self.reader = reader
        self.brush = Brush(narrator, fancy=fancy)
        self.title = reader.say(f"deck.{narrator.deck.id}")
        self.notice = ""

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

    def moment(self, view: Mapping[str, Any]) -> str:
        """Say round and step."""
        return self.narrator.moment(view)

    def prompt(self, view: Mapping[str, Any]) -> str:
        """Say what the viewer is asked."""
        return self.narrator.prompt(view)

    def log(self, event: Mapping[str, Any]) -> str:
        """Say an event."""
        return self.narrator.log(event)

    def is_news(self, event: Mapping[str, Any]) -> bool:
        """Whether a player wants to be told while playing."""
        what = event["what"]
        if what in {"chose", "dealt", "passed"}:  # the hand is on the screen
            return False
        return what not in SECRETIVE or event["seat"] == self.narrator.viewer

    def rules(self, view: Mapping[str, Any], refusals: Mapping[str, tuple[str, ...]]) -> RenderableType:
        """Draw the rules of the moment, and why cards in sight are not offered."""
        table = Table.grid(padding=(0, 2))
        table.add_column(style="bold", no_wrap=True)
        table.add_column()
        for rule in MOMENTS[view["phase"]]:
            table.add_row(rule, self.narrator.rule(rule))
        alike: dict[tuple[str, ...], list[str]] = {}
        for card, rules in refusals.items():
            alike.setdefault(rules, []).append(card)
        return Group(table, *(Text(self.narrator.refusal(cards, rules)) for rules, cards in alike.items()))

    def refusal(self, card: str, rules: Sequence[str]) -> str:
        """Say why a card may not be chosen now."""
        return self.narrator.refusal([card], rules)

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

    def points(self, state: State) -> RenderableType:
        """Draw everybody's account."""
        seats = range(state.rules.seats)
        return Grid([self._account(state, seat) for seat in seats], least=38)

    def result(self, view: Mapping[str, Any]) -> str:
        """Say who has won."""
        return self.narrator.winners(view["winners"], view["points"])

    def who(self, seat: Seat) -> Player:
        """Name a seat in a sentence."""
        return self.narrator.who(seat)

    def named(self, cards: Sequence[str]) -> str:
        """Name cards in a sentence."""
        return self.narrator.named(cards)

    def option(self, option: Mapping[str, Any], why: str) -> str:
        """Say what was answered: always a card."""
        del why
        return self.narrator.named([option["card"]])

    def phase(self, phase: str) -> str:
        """Name a phase of the game."""
        return self.reader.say(f"phase.{phase}")

    def _account(self, state: State, seat: Seat) -> Panel:
        table = Table.grid(padding=(0, 1), expand=True)
        table.add_column(ratio=3)
        table.add_column(ratio=3, style="dim")
        table.add_column(justify="right", no_wrap=True)
        lines = self.narrator.account(state, seat)
        for line in lines:
            name = self.brush.named(line.card)
            if line.copies > 1:
                name.append(f" ×{line.copies}", style="bold")  # noqa: RUF001 - the sign is meant
            table.add_row(name, line.why, str(line.total))
        total = self.narrator.points(sum(line.total for line in lines))
        return Panel(table, title=Text(f"{self.narrator.called(seat)}: {total}", style="bold"))
