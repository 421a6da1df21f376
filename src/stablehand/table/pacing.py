"""When the table itself answers: for bots, in windows, by the clock.

Nothing here looks at what somebody holds. A bot takes as long over one option as over ten, whoever lets
everything pass is as quick as a bot, and a window stays open for those who could not answer anyway.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from stablehand.kernel.contract import Kind

if TYPE_CHECKING:
    from stablehand.kernel.contract import Decision, Option, Seat
    from stablehand.kernel.shelf import AnyGame
    from stablehand.table.facts import By
    from stablehand.table.match import Asked
    from stablehand.table.protocol import Level
    from stablehand.table.table import Table


class Clock(NamedTuple):
    """Milliseconds for each decision, and those besides for the whole game."""

    each: int
    bank: int


CLOCKS: Final = {
    "relaxed": Clock(90_000, 300_000),
    "brisk": Clock(30_000, 120_000),
    "blitz": Clock(10_000, 60_000),
}
THINKING: Final[dict[str, int]] = {"easy": 600, "normal": 600, "hard": 1700}
"""Milliseconds a bot may need; it answers no sooner, so that the time tells nothing."""
PATIENCE: Final = 6_000
"""So much later a bot that has not come to a conclusion is answered for."""
GRACE: Final = 60_000
"""So long the clock waits for a player whose connection is lost."""
MORE: Final = 30_000
MORE_TIMES: Final = 2
"""How often one may ask for more time in one decision."""
DEFAULTS: Final = ("pass", "decline", "draw", "finish")
"""What is answered when a player’s time is up: the first of these that is offered, else the first option."""


class Due(NamedTuple):
    """An answer the table will give for a seat unless somebody else does before."""

    at: int
    seat: Seat
    by: By


def default(game: AnyGame, state: Any, decision: Decision) -> Option:  # noqa: ANN401 - any game's state
    """Return what is answered when time is up."""
    seat, options = decision.seat, decision.options
    verbs = {game.meaning(state, seat, option)["verb"]: option for option in reversed(options)}
    return next((verbs[verb] for verb in DEFAULTS if verb in verbs), options[0])


def due(table: Table, seat: Seat, asked: Asked) -> Due | None:
    """Return when and why the table answers a decision, None if it waits for the player."""
    chair = table.chairs[seat]
    is_window = asked.decision.kind is Kind.RESPOND
    pace = round(table.house.pace * 1000)
    if chair.level is not None:
        return Due(asked.at + bot_time(pace, chair.level), seat, "bot")
    if is_window and chair.quiet is not None and table.match is not None and chair.quiet == table.match.turn:
        return Due(asked.at + bot_time(pace, "normal"), seat, "quiet")
    if is_window and table.house.window:
        return Due(asked.at + table.house.window * 1000 + chair.extra, seat, "window")
    clock = CLOCKS.get(table.house.clock)
    if clock is None:
        return None
    grace = 0 if chair.here else GRACE
    return Due(asked.at + clock.each + chair.bank + chair.extra + grace, seat, "clock")


def bot_time(pace: int, level: Level) -> int:
    """Return after how many milliseconds a bot answers; at pace 0 as soon as it knows what."""
    return max(pace, THINKING[level]) if pace else 0


def spent(table: Table, seat: Seat, at: int) -> int:
    """Return how much of a seat's bank its open decision has used by now."""
    clock = CLOCKS.get(table.house.clock)
    asked = table.match.asked.get(seat) if table.match else None
    if clock is None or asked is None or (asked.decision.kind is Kind.RESPOND and table.house.window):
        return 0
    return min(table.chairs[seat].bank, max(0, at - asked.at - clock.each))
