"""The cards of a unicorn deck, as data and drawn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text

from stablehand.cli.grid import Grid
from stablehand.text.names import typeset
from stablehand.unicorns.dump import dump

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.console import RenderableType
    from rich.panel import Panel

    from stablehand.cli.reader import Reader
    from stablehand.cli.unicorns_board import Brush
    from stablehand.kernel.contract import Json


class UnicornsCatalogue:
    """All cards of one deck."""

    def __init__(self, brush: Brush, reader: Reader) -> None:
        self.brush = brush
        self.reader = reader
        self.deck = brush.narrator.catalog
        self.title = brush.narrator.title()
        self.notice = brush.narrator.say("notice.adult") if self.deck.is_adult else ""

    def cards(self) -> list[dict[str, Json]]:
        """Return each card: what its deck says of it, its words as data, its text."""
        scribe, names = self.brush.narrator.scribe, self.brush.narrator.card_names
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
                "text": scribe.text(card),
                "tags": list(card.tags),
                "two_player": card.is_for_two,
                "deck": self.deck.id,
            }
            for card in self.deck.definitions
        ]

    def draw(self, cards: Sequence[dict[str, Json]]) -> RenderableType:
        """Draw cards side by side."""
        return Grid([self._face(card) for card in cards], least=38)

    def _face(self, card: dict[str, Json]) -> Panel:
        lines = [
            self.brush.narrator.type(str(card["type"])),
            self.reader.say("cards.sure", n=card["copies"], sure=card["confidence"]),
        ]
        if card["name_is_ours"]:
            lines.append(self.reader.say("cards.ours"))
        more = [Text(line, style="dim") for line in lines]
        return self.brush.face(str(card["id"]), str(card["id"]), more)
