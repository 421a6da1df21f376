"""Who chooses when a player is made to do something with a card of their stable (UU-WHO-2, RUL-15).

By default the card says so. House rule `actor`: the player who forces it chooses. House rule `owner`: the
owner of the card chooses, so an effect that returns a card of any stable first asks for the player. What each
player must do is no such effect: there each chooses, whatever the house rule (RUL-14).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from stablehand.core.contract import Kind
from stablehand.games.unicorns.knowledge.candidates import candidates, place_of
from stablehand.games.unicorns.state.records import NOBODY, Request
from stablehand.games.unicorns.state.state import SEAT0
from stablehand.games.unicorns.vocabulary import Act, Some

if TYPE_CHECKING:
    from stablehand.games.unicorns.state.records import Env, Seat
    from stablehand.games.unicorns.state.state import State


def chooser(s: State, act: Act, env: Env) -> Seat:
    """Return who chooses: the player who does it, unless a house rule says otherwise."""
    if not s.rules.is_card_forced and act.verb in {"sacrifice", "return"}:
        if s.rules.forced_choice == "actor" and env.boss != NOBODY and not env.is_each:
            return env.boss
        if s.rules.forced_choice == "owner" and env.they != NOBODY and isinstance(act.what, Some):
            return env.they if act.what.of.place == "theirs" else env.you
    return env.you


def is_left_to_owner(s: State, act: Act) -> bool:
    """Whether the house rule leaves a return from any of several stables to the owner."""
    return (
        not s.rules.is_card_forced
        and s.rules.forced_choice == "owner"
        and act.verb == "return"
        and isinstance(act.what, Some)
        and place_of(s, act, act.what.of) in {"stables", "others"}
    )


def ask_whose(s: State, act: Act, env: Env, why: str) -> Request | None:
    """Return the request for the player whose card it will be; None if there is no card."""
    assert isinstance(act.what, Some)
    seats = sorted({s.controller(card) for card in candidates(s, act, act.what.of, env)})
    if not seats:
        return None
    return Request(env.you, Kind.SEAT, tuple(SEAT0 + seat for seat in seats), why)


def ask_which(s: State, act: Act, env: Env, seat: Seat, why: str) -> Request | None:
    """Return the request to the owner for the card; None if there is none left."""
    assert isinstance(act.what, Some)
    found = candidates(s, act, act.what.of, env)
    cards = tuple(card for card in found if s.controller(card) == seat)
    return Request(seat, Kind.CARD, cards, why, of=act.what.of) if cards else None
