"""The cards of a Fairy Tale deck, as data and drawn."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rich.text import Text

from stablehand.cli.screen.grid import Grid
from stablehand.text.names import title_of, typeset

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.console import RenderableType
    from rich.panel import Panel

    from stablehand.cli.reader import Reader
    from stablehand.core.contract import Json
    from stablehand.games.fairytale.terminal.board import Renderer
    from stablehand.games.fairytale.vocabulary import CardNo

AS_WRITTEN = (
    "faction", "type", "kind", "copies", "expert", "score", "effect", "confidence", "provenance", "sources",
    "notes",
)  # fmt: skip
"""The fields of `cards --json` that are copied from the deck file."""


class FairyTaleCardList:
    """The cards of one deck for `stablehand cards`."""

    def __init__(self, renderer: Renderer, reader: Reader) -> None:
        self.renderer = renderer
        self.reader = reader
        self.narrator = renderer.narrator
        self.deck = renderer.narrator.deck
        self.title = title_of(self.deck, reader.language.catalogue("interface"))
        self.notice = ""

    def cards(self) -> list[dict[str, Json]]:
        """Return each card as `cards --json` prints it: the deck file's fields, name and text."""
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
                "own": row["id"] in self.deck.own,
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
        if card["own"]:
            lines.append(say("cards.own"))
        return self.renderer.face(number, str(card["id"]), [Text(line, style="dim") for line in lines])

    def _is_ours(self, number: CardNo, row: dict[str, Any]) -> bool:
        """Return whether the displayed name is the project's own; the English one can be, too."""
        definition = self.deck.cards[number]
        if self.narrator.name(number) == typeset(definition.name):
            return bool(row.get("name_is_ours", False))
        return self.narrator.card_names.is_ours(definition)
