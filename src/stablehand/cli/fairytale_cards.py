"""The cards of a Fairy Tale deck, as data and drawn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text

from stablehand.cli.grid import Grid

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.console import RenderableType
    from rich.panel import Panel

    from stablehand.cli.fairytale_board import Brush
    from stablehand.fairytale.words import CardNo
    from stablehand.kernel.contract import Json

AS_WRITTEN = (
    "id", "name", "faction", "type", "kind", "copies", "expert", "score", "effect", "confidence",
    "provenance", "sources", "notes",
)  # fmt: skip
"""The fields of `cards --json` that are the deck file's own."""


class FairyTaleCatalogue:
    """All cards of one deck."""

    def __init__(self, brush: Brush) -> None:
        self.brush = brush
        self.narrator = brush.narrator
        self.deck = brush.narrator.deck
        self.title = self.deck.title
        self.notice = ""

    def cards(self) -> list[dict[str, Json]]:
        """Return the deck file's fields of each card, and its text."""
        rows = self.deck.source["card"]
        return [
            {key: row.get(key) for key in AS_WRITTEN}
            | {
                "name_is_ours": row.get("name_is_ours", False),
                "text": self.narrator.text(no),
                "deck": self.deck.id,
                "reconstructed": bool(self.deck.source.get("reconstructed", False)),
            }
            for no, row in enumerate(rows)
        ]

    def draw(self, cards: Sequence[dict[str, Json]]) -> RenderableType:
        """Draw cards side by side."""
        return Grid([self._face(self.narrator.number(str(card["id"])), card) for card in cards], least=38)

    def _face(self, number: CardNo, card: dict[str, Json]) -> Panel:
        faction = self.narrator.faction(self.deck.cards[number].faction)
        what = f"{faction} {card['type']}, {card['kind']}{', expert' if card['expert'] else ''}"
        sure = f"{card['copies']} in the deck, {card['confidence']} confidence"
        more = [Text(line, style="dim") for line in (what, sure)]
        return self.brush.face(number, str(card["id"]), more)
