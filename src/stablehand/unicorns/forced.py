"""Who chooses when a player is made to do something with a card of their stable (UU-WHO-2, RUL-15).

By default the card says so. House rule `actor`: whoever forces it chooses. House rule `owner`: whose card it
is chooses, so an effect that returns a card of some stable first chooses the player.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from stablehand.kernel.contract import Kind
from stablehand.unicorns.records import NOBODY, Request
from stablehand.unicorns.select import candidates, place_of
from stablehand.unicorns.state import SEAT0
from stablehand.unicorns.words import Act, Some

if TYPE_CHECKING:
    from stablehand.kernel.contract import Seat
    from stablehand.unicorns.records import Env
    from stablehand.unicorns.state import State


def chooser(s: State, act: Act, env: Env) -> Seat:
    """Say who chooses: whoever does it, unless the table plays otherwise."""
    if act.verb in {"sacrifice", "return"}:
        if s.rules.forced_choice == "actor" and env.boss != NOBODY:
            return env.boss
        if s.rules.forced_choice == "owner" and env.they != NOBODY and isinstance(act.what, Some):
            return env.they if act.what.of.place == "theirs" else env.you
    return env.you


def is_left_to_owner(s: State, act: Act) -> bool:
    """Whether a return from any of several stables is the owner's choice at this table."""
    return (
        s.rules.forced_choice == "owner"
        and act.verb == "return"
        and isinstance(act.what, Some)
        and place_of(s, act, act.what.of) in {"stables", "others"}
    )


def whose(s: State, act: Act, env: Env, why: str) -> Request | None:
    """Return the question whose card it will be; None if there is no card."""
    assert isinstance(act.what, Some)
    seats = sorted({s.controller(card) for card in candidates(s, act, act.what.of, env)})
    if not seats:
        return None
    return Request(env.you, Kind.SEAT, tuple(SEAT0 + seat for seat in seats), why)


def which(s: State, act: Act, env: Env, seat: Seat, why: str) -> Request | None:
    """Return the question to the owner which card; None if there is none left."""
    assert isinstance(act.what, Some)
    found = candidates(s, act, act.what.of, env)
    cards = tuple(card for card in found if s.controller(card) == seat)
    return Request(seat, Kind.CARD, cards, why, of=act.what.of) if cards else None
