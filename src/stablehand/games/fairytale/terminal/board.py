"""Draw Fairy Tale's cards and seats; colour, letter and sign each show the faction on their own."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from rich.console import Group
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from stablehand.cli.screen.grid import Grid
from stablehand.games.fairytale.state.state import passes_to

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from rich.console import Console, ConsoleOptions, RenderableType, RenderResult

    from stablehand.core.contract import Seat
    from stablehand.games.fairytale.text.narrator import Narrator
    from stablehand.games.fairytale.vocabulary import CardNo

STYLES = {
    "green": ("green", "▲"),
    "yellow": ("yellow", "♣"),
    "blue": ("bright_blue", "✚"),
    "grey": ("grey62", "●"),
    "red": ("red", "■"),
    "violet": ("bright_magenta", "★"),
}
"""Style and sign of each colour that a deck can give to a faction."""
UNKNOWN_STYLE = ("magenta", "◆")
WIDE = 110
"""The least width at which a hand is drawn as cards side by side."""


class Renderer:
    """Draws cards and seats for one viewer; without `fancy`, signs and arrows are ASCII."""

    def __init__(self, narrator: Narrator, *, fancy: bool) -> None:
        self.narrator = narrator
        self.fancy = fancy

    # ---- cards

    def style(self, card: CardNo) -> str:
        """Return the colour of a card's faction."""
        return STYLES.get(self._colour(card), UNKNOWN_STYLE)[0]

    def badge(self, card: CardNo) -> Text:
        """Return a card's faction as letter and sign."""
        style, sign = STYLES.get(self._colour(card), UNKNOWN_STYLE)
        letter = self.narrator.badge(self.narrator.deck.cards[card].faction)
        return Text(letter + (sign if self.fancy else ""), style=f"bold {style}")

    def named(self, card: CardNo) -> Text:
        """Return a card's badge and name."""
        return Text.assemble(self.badge(card), " ", (self.narrator.name(card), self.style(card)))

    def face(self, card: CardNo, title: str = "", more: Sequence[RenderableType] = ()) -> Panel:
        """Draw a card with its whole text."""
        text = self.narrator.text(card)
        return Panel(
            Group(self.named(card), Text(text), *more),
            title=Text(title, style="bold") if title else None,
            title_align="left",
            border_style=self.style(card),
        )

    def rows(self, rows: Sequence[tuple[str, CardNo, str]]) -> Table:
        """Draw cards one below the other: mark, card with a remark, text."""
        table = Table.grid(padding=(0, 1))
        table.add_column(justify="right", style="bold", no_wrap=True)
        table.add_column(ratio=2)
        table.add_column(ratio=5)
        table.expand = True
        for mark, card, remark in rows:
            name = self.named(card)
            if remark:
                name.append(f" {remark}", style="dim")
            table.add_row(mark, name, Text(self.narrator.text(card)))
        return table

    def _colour(self, card: CardNo) -> str:
        deck = self.narrator.deck
        return deck.colour(deck.cards[card].faction)

    # ---- seats

    def board(self, view: Mapping[str, Any], *, whole: bool) -> RenderableType:
        """Draw all seats, the viewer's first; without `whole`, leave out the cards offered as options."""
        count = len(view["zones"]["seats"])
        first = view["seat"] or 0
        seats = [(first + at) % count for at in range(count)]
        grid = Grid([self._seat(view, seat, whole=whole) for seat in seats], least=30)
        return Group(self._passing(view, seats), grid) if view["phase"] == "keep" else grid

    def _passing(self, view: Mapping[str, Any], seats: Sequence[Seat]) -> Text:
        """Draw the direction in which packets are passed, with the names of the seats."""
        arrow = " → " if self.fancy else " -> "
        path = [seats[0]]
        for _ in seats:
            path.append(passes_to(self.narrator.rules, view["round"], path[-1]))
        names = arrow.join(self.narrator.called(seat) for seat in path)
        return Text(self.narrator.passing(view["passing"], names), style="dim")

    def _seat(self, view: Mapping[str, Any], seat: Seat, *, whole: bool) -> Panel:
        zones = view["zones"]["seats"][seat]
        is_own = seat == view["seat"]
        lines = Table.grid(padding=(0, 1), expand=True)
        lines.add_column(ratio=1)
        lines.add_column(justify="right", no_wrap=True)
        for card, copies in self._counted(zones["table"]["cards"]):
            lines.add_row(self._several(card, copies), self.narrator.short_worth(card))
        self._add_closed(lines, zones["closed"])
        if not lines.row_count:
            lines.add_row(Text(self.narrator.zone("empty"), style="dim"), "")
        hidden = {zone: zones[zone] for zone in ("kept", "hand")}
        if is_own and not whole:
            hidden.pop({"keep": "hand", "play": "kept"}.get(view["phase"], ""), None)
        for name, zone in hidden.items():
            self._add_known(lines, name, zone)
        holding = "" if is_own else self.narrator.holding(zones["kept"]["size"], zones["hand"]["size"])
        title = Text(self.narrator.called(seat), style="bold")
        title.append(f": {self.narrator.points(view['points'][seat])}")
        return Panel(
            lines,
            title=title,
            subtitle=Text(holding, style="dim") if holding else None,
            border_style="bold" if is_own else "dim",
        )

    def _several(self, card: CardNo, copies: int) -> Text:
        name = self.named(card)
        if copies > 1:
            name.append(f" ×{copies}" if self.fancy else f" x{copies}", style="bold")  # noqa: RUF001 - meant
        return name

    def _add_closed(self, lines: Table, zone: Mapping[str, Any]) -> None:
        """Add the face-down cards: their backs, and for their owner also the faces (FT-SEE-1)."""
        back = "▒▒" if self.fancy else "##"
        for card, copies in self._counted(zone["cards"]):
            name = Text(f"{back} ", style="dim")
            name.append_text(self._several(card, copies))
            name.stylize("dim")
            lines.add_row(name, Text(self.narrator.zone("closed"), style="dim"))
        unknown = zone["size"] - len(zone["cards"])
        if unknown:
            backs = Text(" ".join([back] * unknown), style="dim")
            lines.add_row(backs, Text(self.narrator.zone("closed"), style="dim"))

    def _add_known(self, lines: Table, name: str, zone: Mapping[str, Any]) -> None:
        """Add the cards of a hand or of kept cards that the viewer knows."""
        for card, copies in self._counted(zone["cards"]):
            lines.add_row(self._several(card, copies), Text(self.narrator.zone(name), style="dim italic"))

    def _counted(self, cards: Sequence[str]) -> list[tuple[CardNo, int]]:
        counted = Counter(self.narrator.number(card) for card in cards)
        return sorted(counted.items())


class Choices:
    """The numbered options of a decision: as cards if the screen is wide enough, else as rows."""

    def __init__(self, renderer: Renderer, cards: Sequence[tuple[str, CardNo, str]]) -> None:
        self.renderer = renderer
        self.cards = cards

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Draw them for the current width (called by Rich)."""
        del console
        if options.max_width < WIDE:
            yield self.renderer.rows(self.cards)
            return
        faces = [
            self.renderer.face(card, f"{mark} {remark}".rstrip(), ()) for mark, card, remark in self.cards
        ]
        yield Grid(faces, least=22, most=30)
