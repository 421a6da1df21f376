"""Turn the rates of all rounds into figures, and figures into rows; nothing here measures or prints.

A shared machine slows down and recovers during a run. So a quotient is computed within each round, in which
both rates had the same conditions, and then the median of the quotients is taken.
"""

from __future__ import annotations

import statistics
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

KINDS: dict[str, tuple[str, ...]] = {
    "Random play": ("decisions", "answers", "games"),
    "Copies in mid-game": ("clones",),
    "Search in mid-game": ("simulations",),
}
"""The tables; the first figure of each is compared between engines."""
YARDSTICKS = {"decisions": "silent play", "clones": "silent clones", "simulations": "unicorns search"}
"""For each compared figure, the task of ours with which the others are compared."""


@dataclass(slots=True)
class Series:
    """The measurements of one task in all rounds."""

    engine: str
    key: str
    title: str
    seats: int
    loops: list[float] = field(default_factory=list)
    """The calibration loop's rate just before each turn of this task."""
    rates: dict[str, list[float]] = field(default_factory=dict)

    def add(self, loops: float, rates: Mapping[str, float]) -> None:
        """Add the rates of a round."""
        self.loops.append(loops)
        for figure, rate in rates.items():
            self.rates.setdefault(figure, []).append(rate)


def quotient(above: Sequence[float], below: Sequence[float]) -> float:
    """Return the median of the quotients of each round.

    >>> quotient([2.0, 9.0, 4.0], [1.0, 3.0, 2.0])
    2.0
    """
    return statistics.median(a / b for a, b in zip(above, below, strict=True))


def middle_half(values: Sequence[float]) -> tuple[float, float]:
    """Return the quartiles that bound the middle half of two or more values.

    >>> middle_half([5.0, 1.0, 2.0, 4.0, 3.0])
    (2.0, 4.0)
    """
    low, _, high = statistics.quantiles(values, n=4, method="inclusive")
    return low, high


def figures_of(series: Iterable[Series]) -> list[dict[str, Any]]:
    """Return every figure of every task, with its ratios to the loop and to ours."""
    works = {work.key: work for work in series}
    return [_figure(work, figure, works) for work in works.values() for figure in work.rates]


def _figure(work: Series, figure: str, works: Mapping[str, Series]) -> dict[str, Any]:
    rates = work.rates[figure]
    low, high = middle_half(rates)
    found = {
        "engine": work.engine,
        "work": work.key,
        "title": work.title,
        "seats": work.seats,
        "figure": figure,
        "per_s": short(statistics.median(rates)),
        "middle_half": [short(low), short(high)],
        "per_loop": short(quotient(rates, work.loops)),
    }
    yardstick = works.get(YARDSTICKS.get(figure, ""))
    if yardstick:
        found["yardstick"] = yardstick.key
        found["yardstick_by_this"] = short(quotient(yardstick.rates[figure], rates))
    return found


def short(number: float) -> float:
    """Return a number rounded to four significant digits.

    >>> short(12345.678), short(0.0123456)
    (12350.0, 0.01235)
    """
    return float(f"{number:.4g}")


def titles(kind: str) -> list[str]:
    """Return the headings of a table."""
    main, *others = KINDS[kind]
    return [
        "engine", "game", "seats", f"{main}/s", "±", "per loop", "ours ÷ it",
        *(f"{figure}/s" for figure in others),
    ]  # fmt: skip


def rows(kind: str, figures: Iterable[Mapping[str, Any]]) -> list[list[str]]:
    """Return a table's rows, one for each task that has the table's first figure."""
    main, *others = KINDS[kind]
    found = {(figure["work"], figure["figure"]): figure for figure in figures}
    return [
        [
            figure["engine"],
            figure["title"],
            str(figure["seats"]),
            written(figure["per_s"]),
            spread(figure["per_s"], figure["middle_half"]),
            written(figure["per_loop"]),
            written(figure["yardstick_by_this"]) if "yardstick_by_this" in figure else "",
            *(written(found[work, other]["per_s"]) if (work, other) in found else "" for other in others),
        ]
        for (work, name), figure in found.items()
        if name == main
    ]


def written(number: float) -> str:
    """Return a number as text, with three significant digits.

    >>> [written(number) for number in (123456.0, 1234.5, 12.34, 1.234, 0.01234)]
    ['123,000', '1,230', '12.3', '1.23', '0.0123']
    """
    rounded = float(f"{number:.3g}")
    if abs(rounded) >= 100:
        return f"{rounded:,.0f}"
    return f"{rounded:#.3g}"


def spread(median: float, bounds: Sequence[float]) -> str:
    """Return half the width of the middle half of the rounds, as a percentage of the median.

    >>> spread(200.0, [190.0, 230.0])
    '10 %'
    """
    return f"{100 * (bounds[1] - bounds[0]) / 2 / median:.0f} %"


def markdown(kind: str, figures: Iterable[Mapping[str, Any]]) -> str:
    """Return a table in Markdown, as in `docs/benchmarks.md`."""
    first_number = titles(kind).index("seats")
    marks = ["---" if at < first_number else "--:" for at, _ in enumerate(titles(kind))]
    return "\n".join("| " + " | ".join(cells) + " |" for cells in (titles(kind), marks, *rows(kind, figures)))
