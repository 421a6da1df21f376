"""What holds in every state of Unstable Unicorns: zones, knowledge, traits, offers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stablehand.games.unicorns import GAME
from stablehand.games.unicorns.knowledge import traits
from stablehand.games.unicorns.state.state import DISCARD, HANDS, LIMBO, NURSERY, State
from stablehand.games.unicorns.state.zones import everybody

if TYPE_CHECKING:
    from stablehand.core.contract import Decision

TRAITS = ("live", "mute", "pandas", "banned", "forbidden", "silenced", "shielded", "bars", "open_hands")
"""The fields of a state that follow from the traits in the stables."""


def check_zones(s: State) -> None:
    """Check that each card is in the zone of `where`, hands are sorted, and babies are allowed there."""
    cards = s.rules.catalog.cards
    assert sorted(card for zone in s.zones for card in zone) == list(range(len(cards)))
    for zone, found in enumerate(s.zones):
        assert all(s.where[card] == zone for card in found)
        if zone < HANDS + s.rules.seats and zone != NURSERY:
            assert not any(cards[card].type == "baby" for card in found), "UU-SETUP-6"
    for seat in range(s.rules.seats):
        assert s.hand(seat) == sorted(s.hand(seat))
        assert not any(cards[card].type in {"magic", "instant"} for card in s.stable(seat))
    assert all(cards[card].type == "baby" for card in s.zones[NURSERY])


def check_knowledge(s: State) -> None:
    """Check that all know public cards, a seat its own hand, and every seat what spectators know."""
    public = s.rules.public
    for zone, found in enumerate(s.zones):
        for card in found:
            assert 0 <= s.known[card] <= public
            assert s.known[card] <= everybody(s) or s.known[card] == public
            if zone in {DISCARD, NURSERY, LIMBO} or zone >= HANDS + s.rules.seats:
                assert s.known[card] == public
            elif zone >= HANDS:
                seats = public if s.open_hands >> zone - HANDS & 1 else 1 << zone - HANDS
                assert s.known[card] & seats == seats


def check_traits(s: State) -> None:
    """Check that the cached traits of the stables equal newly computed ones."""
    if not s.turn:  # before the first turn no trait is in force
        return
    assert not s.touched
    again, blank = s.clone(), State(s.rules)
    for name in (*TRAITS, "counts", "lead"):
        setattr(again, name, getattr(blank, name))
    again.touched = everybody(s)
    traits.refresh(again)
    for name in (*TRAITS, "counts", "lead", "known"):
        assert getattr(again, name) == getattr(s, name), name


def check_offers(s: State, asks: tuple[Decision, ...]) -> None:
    """Check that every option has a meaning and can be answered."""
    for decision in asks:
        for option in decision.options:
            GAME.meaning(s, decision.seat, option)
            GAME.answer(s.clone(), decision.seat, option)
