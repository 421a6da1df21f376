"""Panels side by side, as many as the width allows, those of one row equally tall."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.table import Table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.console import Console, ConsoleOptions, RenderResult
    from rich.panel import Panel


class Grid:
    """A renderable that lays out panels for the width it is drawn with."""

    def __init__(self, panels: Sequence[Panel], least: int, most: int = 120) -> None:
        self.panels = panels
        self.least = least
        self.most = most
        """The least and greatest width of a panel; a narrow console may force less."""

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Draw row by row."""
        if not self.panels:
            return
        count = len(self.panels)
        fitting = max(1, min(count, options.max_width // self.least))
        rows = -(-count // fitting)
        columns = -(-count // rows)  # four panels are two and two, not three and one
        width = min(self.most, options.max_width // columns)
        grid = Table.grid()
        for _ in range(columns):
            grid.add_column(width=width)
        for at in range(0, count, columns):
            row = self.panels[at : at + columns]
            inside = options.update(width=width, height=None)
            tallest = max(len(console.render_lines(panel, inside)) for panel in row)
            for panel in row:
                panel.height = tallest
            grid.add_row(*row)
        yield grid
