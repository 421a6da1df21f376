"""From the rates of all rounds to figures, and from figures to rows: nothing here measures or prints.

A machine that is shared slows down and recovers while it is being measured. So a quotient is made within each
round, where both rates saw the same weather, and only then the median of the quotients is taken.
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
"""The tables; the first figure of each is the one that is compared."""
YARDSTICKS = {"decisions": "silent play", "clones": "silent clones", "simulations": "unicorns search"}
"""For each compared figure, the work of ours that the others are compared with."""


@dataclass(slots=True)
class Series:
    """One work, and what every round measured of it."""

    engine: str
    key: str
    title: str
    seats: int
    loops: list[float] = field(default_factory=list)
    """The calibration loop's rate just before each round of this work."""
    rates: dict[str, list[float]] = field(default_factory=dict)

    def add(self, loops: float, rates: Mapping[str, float]) -> None:
        """Add what a round measured."""
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
    """Return the bounds within which the middle half of two or more values lies.

    >>> middle_half([5.0, 1.0, 2.0, 4.0, 3.0])
    (2.0, 4.0)
    """
    low, _, high = statistics.quantiles(values, n=4, method="inclusive")
    return low, high


def figures_of(series: Iterable[Series]) -> list[dict[str, Any]]:
    """Return every figure of every work, with what it comes to against the loop and against ours."""
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
    """Return a number with the four digits that may mean something.

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
    """Return a table's rows, one for each work that has the table's first figure."""
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
    """Write a number with three digits that count, and no more than a reader can use.

    >>> [written(number) for number in (123456.0, 1234.5, 12.34, 1.234, 0.01234)]
    ['123,000', '1,230', '12.3', '1.23', '0.0123']
    """
    rounded = float(f"{number:.3g}")
    if abs(rounded) >= 100:
        return f"{rounded:,.0f}"
    return f"{rounded:#.3g}"


def spread(median: float, bounds: Sequence[float]) -> str:
    """Write how far from the median the middle half of the rounds reaches, on the average of both sides.

    >>> spread(200.0, [190.0, 230.0])
    '10 %'
    """
    return f"{100 * (bounds[1] - bounds[0]) / 2 / median:.0f} %"


def markdown(kind: str, figures: Iterable[Mapping[str, Any]]) -> str:
    """Return a table as `docs/benchmarks.md` has it."""
    first_number = titles(kind).index("seats")
    marks = ["---" if at < first_number else "--:" for at, _ in enumerate(titles(kind))]
    return "\n".join("| " + " | ".join(cells) + " |" for cells in (titles(kind), marks, *rows(kind, figures)))
