"""Party rules: forfeits are recorded and counted; only the redraw is a move of the game.

UU-DRINK, UU-STRIP, UU-PARTY-1. Off unless a table asks for them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from stablehand.games.unicorns.state.zones import record

if TYPE_CHECKING:
    from stablehand.core.build import i64
    from stablehand.games.unicorns.state.records import Seat
    from stablehand.games.unicorns.state.state import State


def drinks(s: State) -> bool:
    """Whether the drinking rules are on."""
    return s.rules.party in {"drink", "both"}


def strips(s: State) -> bool:
    """Whether the stripping rules are on."""
    return s.rules.party in {"strip", "both"}


def drink(s: State, seat: Seat, rule: str) -> None:
    """Record that a seat drinks."""
    s.drinks = [n + (other == seat) for other, n in enumerate(s.drinks)]
    record(s, "forfeit", (rule,), seat, kind="drink")


def strip(s: State, seat: Seat, rule: str, garments: i64) -> None:
    """Record that a seat takes garments off, or puts one back on; the count is net and never below 0."""
    s.strips = [max(0, n + garments) if other == seat else n for other, n in enumerate(s.strips)]
    record(s, "forfeit", (rule,), seat, kind="strip", garments=garments)


def _house(s: State, trigger: str, seat: Seat) -> None:
    for on, text in s.rules.house_rules:
        if on == trigger:
            record(s, "forfeit", ("UU-PARTY-1",), seat, kind="house", text=text)


def unicorn_lost(s: State, seat: Seat) -> None:
    """Apply the forfeits for a Unicorn that was sacrificed or destroyed."""
    if s.rules.has_party and drinks(s):
        drink(s, seat, "UU-DRINK-1")
    _house(s, "unicorn_lost", seat)


def discarded(s: State, seat: Seat, count: i64) -> None:
    """Apply the forfeits for discarded cards."""
    if s.rules.has_party and strips(s):
        strip(s, seat, "UU-STRIP-1", count)
    _house(s, "discard", seat)


def entered(s: State, seat: Seat, kind: str) -> None:
    """Apply the forfeits for a card that entered a stable."""
    if s.rules.has_party and strips(s):
        if kind == "downgrade":
            strip(s, seat, "UU-STRIP-2", 1)
        elif kind == "upgrade":
            strip(s, seat, "UU-STRIP-3", -1 if s.rules.strip_upgrade == "on" else 1)
    if s.rules.house_rules and kind in {"upgrade", "downgrade"}:
        _house(s, f"{kind}_enters", seat)


def neighed(s: State, seat: Seat) -> None:
    """Apply the house rules for a Neigh."""
    _house(s, "neigh", seat)


def turn_began(s: State, seat: Seat) -> None:
    """Apply the house rules for the beginning of a turn."""
    _house(s, "turn_begins", seat)
