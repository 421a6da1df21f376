"""The cards of a Fairy Tale deck, as data and drawn."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rich.text import Text

from stablehand.cli.grid import Grid
from stablehand.text.names import title_of, typeset

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.console import RenderableType
    from rich.panel import Panel

    from stablehand.cli.fairytale_board import Brush
    from stablehand.cli.reader import Reader
    from stablehand.fairytale.words import CardNo
    from stablehand.kernel.contract import Json

AS_WRITTEN = (
    "faction", "type", "kind", "copies", "expert", "score", "effect", "confidence", "provenance", "sources",
    "notes",
)  # fmt: skip
"""The fields of `cards --json` that are the deck file's own."""


class FairyTaleCatalogue:
    """All cards of one deck."""

    def __init__(self, brush: Brush, reader: Reader) -> None:
        self.brush = brush
        self.reader = reader
        self.narrator = brush.narrator
        self.deck = brush.narrator.deck
        self.title = title_of(self.deck, reader.language.catalogue("interface"))
        self.notice = ""

    def cards(self) -> list[dict[str, Json]]:
        """Return the deck file's fields of each card, its name and its text."""
        rows = self.deck.source["card"]
        return [
            {
                "id": row["id"],
                "name": self.narrator.name(no),
                "name_en": typeset(row["name"]),
                "name_is_ours": self._is_ours(no, row),
            }
            | {key: row.get(key) for key in AS_WRITTEN}
            | {
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
        expert = "yes" if card["expert"] else "no"
        say = self.reader.say
        lines = [
            say("cards.fairytale", faction=faction, type=card["type"], kind=card["kind"], expert=expert),
            say("cards.sure", n=card["copies"], sure=card["confidence"]),
        ]
        if card["name_is_ours"]:
            lines.append(say("cards.ours"))
        return self.brush.face(number, str(card["id"]), [Text(line, style="dim") for line in lines])

    def _is_ours(self, number: CardNo, row: dict[str, Any]) -> bool:
        """Whether the name shown is not a printed one; the English one need not be either."""
        definition = self.deck.cards[number]
        if self.narrator.name(number) == typeset(definition.name):
            return bool(row.get("name_is_ours", False))
        return self.narrator.card_names.is_ours(definition)
