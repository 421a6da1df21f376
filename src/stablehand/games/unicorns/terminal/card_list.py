"""The cards of a unicorn deck, as data and drawn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text

from stablehand.cli.screen.grid import Grid
from stablehand.games.unicorns.text.game_text import TEXT
from stablehand.games.unicorns.vocabulary.schema import dump
from stablehand.games.unicorns.vocabulary.write import write
from stablehand.text.names import typeset

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.console import RenderableType
    from rich.panel import Panel

    from stablehand.cli.reader import Reader
    from stablehand.core.contract import Json
    from stablehand.games.unicorns.terminal.board import Renderer


class UnicornsCardList:
    """The cards of one deck for `stablehand cards`."""

    def __init__(self, renderer: Renderer, reader: Reader) -> None:
        self.renderer = renderer
        self.reader = reader
        self.deck = renderer.narrator.catalog
        self.titles = {pack.id: pack.title for pack in TEXT.packs(reader.lang)}
        self.title = renderer.narrator.title()
        self.notice = renderer.narrator.say("notice.adult") if self.deck.is_adult else ""

    def cards(self) -> list[dict[str, Json]]:
        """Return each card as `cards --json` prints it: deck fields, abilities as data, text."""
        writer, names = self.renderer.narrator.card_writer, self.renderer.narrator.card_names
        return [
            {
                "id": card.id,
                "name": names.of(card),
                "name_en": typeset(card.name),
                "name_is_ours": names.is_ours(card),
                "type": card.type,
                "copies": card.copies,
                "edition": self.deck.edition,
                "confidence": card.confidence,
                "ability": dump(card.abilities),
                "ability_text": write(card.abilities),
                "text": writer.text(card),
                "tags": list(card.tags),
                "two_player": card.is_for_two,
                "deck": self.deck.id,
                "pack": card.pack,
                "own": card.id in self.deck.own,
            }
            for card in self.deck.definitions
        ]

    def draw(self, cards: Sequence[dict[str, Json]]) -> RenderableType:
        """Draw cards side by side."""
        return Grid([self._face(card) for card in cards], least=38)

    def _face(self, card: dict[str, Json]) -> Panel:
        lines = [
            self.renderer.narrator.type(str(card["type"])),
            self.reader.say("cards.sure", n=card["copies"], sure=card["confidence"]),
        ]
        if card["pack"]:
            lines.append(self.titles[str(card["pack"])])
        if card["name_is_ours"]:
            lines.append(self.reader.say("cards.ours"))
        if card["own"]:
            lines.append(self.reader.say("cards.own"))
        more = [Text(line, style="dim") for line in lines]
        return self.renderer.face(str(card["id"]), str(card["id"]), more)
