"""Draw unicorn cards and stables; colour, letter and sign each show the type on their own."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from rich.columns import Columns
from rich.console import Group
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from stablehand.cli.screen.grid import Grid

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from rich.console import RenderableType

    from stablehand.core.contract import Seat
    from stablehand.games.unicorns.text.narrator import Narrator

STYLES = {
    "baby": ("○", "#cc79a7"),
    "basic": ("●", "#56b4e9"),
    "magical": ("★", "#e69f00"),
    "upgrade": ("▲", "#009e73"),
    "downgrade": ("▼", "#d55e00"),
    "magic": ("✦", "#9d8df1"),
    "instant": ("■", "bold"),
}
"""Sign and colour of each type; the colours stay distinct with any colour blindness."""
MANY = 14
"""More choices than this are drawn without their texts."""


class Renderer:
    """Draws cards and seats for one viewer; without `fancy`, signs and arrows are ASCII."""

    def __init__(self, narrator: Narrator, *, fancy: bool) -> None:
        self.narrator = narrator
        self.fancy = fancy

    # ---- cards

    def type_of(self, card: str) -> str:
        """Return a card's type."""
        return self.narrator.card_writer.card(card).type

    def style(self, card: str) -> str:
        """Return the colour of a card's type."""
        return STYLES[self.type_of(card)][1]

    def badge(self, kind: str) -> Text:
        """Return a type as letter and sign."""
        sign, style = STYLES[kind]
        return Text(self.narrator.say(f"badge.{kind}") + (sign if self.fancy else ""), style=style)

    def named(self, card: str, copies: int = 1) -> Text:
        """Return a card's badge and name."""
        name = Text.assemble(
            self.badge(self.type_of(card)), " ", (self.narrator.name(card), self.style(card))
        )
        if copies > 1:
            name.append(f" ×{copies}" if self.fancy else f" x{copies}", style="bold")  # noqa: RUF001 - meant
        return name

    def face(self, card: str, title: str = "", more: Sequence[RenderableType] = ()) -> Panel:
        """Draw a card with its whole text."""
        return Panel(
            Group(self.named(card), Text(self.narrator.text(card)), *more),
            title=Text(title, style="bold") if title else None,
            title_align="left",
            border_style=self.style(card),
        )

    def rows(self, rows: Sequence[tuple[str, Text, str]]) -> RenderableType:
        """Draw options one below the other: number, name, text; if there are many, side by side."""
        if len(rows) > MANY or not any(text for _, _, text in rows):
            cells = [Text.assemble((f"{mark:>3} ", "bold"), what) for mark, what, _ in rows]
            return Columns(cells, padding=(0, 2), equal=True)
        table = Table.grid(padding=(0, 1), expand=True)
        table.add_column(justify="right", style="bold", no_wrap=True, min_width=2)
        table.add_column(ratio=2)
        table.add_column(ratio=4)
        for mark, what, text in rows:
            table.add_row(mark, what, Text(text), style="dim" if mark == "-" else None)
        return table

    def legend(self) -> Text:
        """Draw the meaning of the letters."""
        line = Text()
        for kind in STYLES:
            line.append_text(self.badge(kind))
            line.append(f" {self.narrator.type(kind)}  ")
        return line

    # ---- the table

    def board(self, view: Mapping[str, Any], *, whole: bool) -> RenderableType:
        """Draw all seats, the viewer's first, then the piles; with `whole`, also the viewer's hand."""
        count = len(view["zones"]["seats"])
        first = view["seat"] or 0
        seats = [(first + at) % count for at in range(count)]
        grid = Grid([self._seat(view, seat, whole=whole) for seat in seats], least=36)
        lines: list[RenderableType] = [grid, self._piles(view)]
        if view["zones"]["playing"]["size"]:
            lines.append(self._pile(view))
        return Group(*lines)

    def _seat(self, view: Mapping[str, Any], seat: Seat, *, whole: bool) -> Panel:
        zones = view["zones"]["seats"][seat]
        is_own = seat == view["seat"]
        lines: list[Text] = []
        for (card, marks), copies in self._counted(zones["stable"]["cards"]).items():
            line = self.named(card, copies)
            if marks:
                line.append(f" ({', '.join(marks)})", style="dim")
            lines.append(line)
        if not lines:
            lines.append(Text(self.narrator.say("stable.empty"), style="dim"))
        if whole or not is_own:
            known = Counter(zones["hand"]["cards"])
            for card, copies in known.items():
                line = Text(self.narrator.say("in_hand"), style="dim italic")
                lines.append(line.append(" ").append_text(self.named(card, copies)))
        return Panel(
            Group(*lines),
            title=self._title(view, seat),
            subtitle=Text(self._standing(view, seat), style="dim"),
            border_style="bold" if seat == view["active"] else "dim",
        )

    def _title(self, view: Mapping[str, Any], seat: Seat) -> Text:
        n, goal = view["points"][seat], view["goal"]
        title = Text(self.narrator.called(seat), style="bold")
        if seat == view["active"]:
            title = Text("▶ " if self.fancy else "> ", style="bold").append_text(title)
        title.append(f" {self.narrator.say('unicorns', n=n, goal=goal)} ")
        if self.fancy:
            title.append("●" * min(n, goal), style=STYLES["magical"][1])
            title.append("○" * max(0, goal - n), style="dim")
        return title

    def _standing(self, view: Mapping[str, Any], seat: Seat) -> str:
        """Return the state of a seat apart from its stable: hand size, skipped and extra turns, forfeits."""
        zones, say = view["zones"]["seats"][seat], self.narrator.say
        usual = view["options"]["hand_limit"]
        n, limit = zones["hand"]["size"], zones["hand_limit"]
        parts = [say("hand", n=n) if limit == usual else say("hand.limit", n=n, limit=limit)]
        if view["skips"][seat]:
            parts.append(say("skips", n=view["skips"][seat]))
        if seat in view["extra_turns"]:
            parts.append(say("extra"))
        for key, kind in (("drinks", "drink"), ("strips", "strip")):
            if view["forfeits"][seat][kind]:
                parts.append(say(key, n=view["forfeits"][seat][kind]))
        return ", ".join(parts)

    def _counted(self, cards: Sequence[Mapping[str, Any]]) -> Counter[tuple[str, tuple[str, ...]]]:
        """Count the cards of a stable that have the same name and marks."""
        return Counter((card["card"], tuple(self._marks(card))) for card in cards)

    def _marks(self, card: Mapping[str, Any]) -> list[str]:
        say = self.narrator.say
        marks = []
        worth = self.narrator.card_writer.card(card["card"]).worth
        if worth > 1 and not card["muted"]:
            marks.append(say("mark.worth", n=worth))
        if card["muted"] and self.type_of(card["card"]) == "magical":
            marks.append(say("mark.muted"))
        if card["counts_as"] == "other":
            marks.append(say("mark.other"))
        if card["goes_back_to"] is not None:
            marks.append(say("mark.back", who=self.narrator.who(card["goes_back_to"])))
        return marks

    def _piles(self, view: Mapping[str, Any]) -> Text:
        zones, say = view["zones"], self.narrator.say
        sizes = {zone: zones[zone]["size"] for zone in ("deck", "discard", "nursery")}
        parts = [say("piles", **sizes)]
        if zones["discard"]["cards"]:
            parts.append(say("piles.top", card=self.narrator.name(zones["discard"]["cards"][-1])))
        if zones["deck"]["top"]:
            cards = ", ".join(self.narrator.name(card) for card in zones["deck"]["top"][:5])
            parts.append(say("piles.known", cards=cards))
        if "removed" in zones:
            removed = ", ".join(self.narrator.name(card) for card in zones["removed"]["cards"])
            parts.append(say("piles.removed", cards=removed))
        return Text("; ".join(parts) + ".", style="dim")

    def _pile(self, view: Mapping[str, Any]) -> Text:
        """Draw the card being played and the Instants on it, the last one last."""
        between = " ← " if self.fancy else " <- "
        cards = Text(between).join(self.named(card) for card in view["zones"]["playing"]["cards"])
        line = Text(self.narrator.say("pile"), style="bold")
        line.append(" ").append_text(cards)
        for played in view["pile"][:1]:
            targets = [self.narrator.name(card) for card in played["cards"]]
            targets += [str(self.narrator.who(player)) for player in played["players"]]
            if targets:
                line.append(" (" + self.narrator.say("pile.aims", cards=", ".join(targets)) + ")")
        return line
