"""What a seat sees: built from what it may know, never by removing secrets from the full state."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stablehand.games.fairytale.knowledge.accounts import seat_account
from stablehand.games.fairytale.knowledge.seen import certain_hand
from stablehand.games.fairytale.play.questions import VERBS, topic
from stablehand.games.fairytale.play.score import winners

if TYPE_CHECKING:
    from collections.abc import Iterable

    from stablehand.core.contract import Decision, Option, Seat
    from stablehand.games.fairytale.knowledge.view_types import (
        FairyTaleView,
        Meaning,
        OpenDecision,
        SeatZones,
    )
    from stablehand.games.fairytale.state.state import State
    from stablehand.games.fairytale.vocabulary import CardNo


def view(s: State, seat: Seat | None, revisable: Decision | None) -> FairyTaleView:
    """Build the view of a seat (None: a spectator)."""
    seats = range(s.rules.seats)
    decision = None if seat is None else s.asks[seat]
    accounts = [seat_account(s, other) for other in seats]
    return {
        "game": "fairytale",
        "seat": seat,
        "options": s.rules.options,
        "round": s.round,
        "pass": "draft" if s.is_draft else "play",
        "phase": "over" if s.is_over else topic(s),
        "passing": "left" if s.round % 2 else "right",
        "active": None,
        "asked": [other for other in seats if s.asks[other]],
        "decision": None if decision is None else _decision(s, decision),
        "revisable": None if revisable is None else _decision(s, revisable),
        "sealed": [] if seat is None else _names(s, s.sealed[seat]),
        "zones": {
            "deck": {"size": len(s.deck), "cards": []},
            "discard": {"size": len(s.gone), "cards": []},
            "seats": [_zones(s, seat, other) for other in seats],
        },
        "over": s.is_over,
        "points": [one["total"] for one in accounts],
        "winners": list(winners(s)),
        "stages": list(s.rules.stages),
        "accounts": accounts,
    }


def _zones(s: State, seat: Seat | None, other: Seat) -> SeatZones:
    """Build one seat's zones as another sees them: how many cards, and those it knows."""
    is_own = seat == other
    hand = () if seat is None else certain_hand(s, seat, other)
    return {
        "hand": {"size": len(s.hands[other]), "cards": _names(s, hand)},
        "kept": {"size": len(s.kept[other]), "cards": _names(s, s.kept[other]) if is_own else []},
        "table": {"size": len(s.face_up(other)), "cards": _names(s, s.face_up(other))},
        # FT-SEE-1: a seat sees only its own face-down cards.
        "closed": {
            "size": len(s.face_down(other)),
            "cards": _names(s, s.face_down(other)) if is_own else [],
        },
    }


def meaning(s: State, seat: Seat, option: Option) -> Meaning:
    """Return what an option is: a verb, and the card it is about."""
    about = topic(s)
    zone = {"keep": "hand", "play": "kept", "open": "closed"}.get(about, "table")
    return {
        "verb": VERBS.get(about, about),
        "card": s.rules.cards.cards[option].id,
        "owner": seat,
        "zone": zone,
    }


def _decision(s: State, decision: Decision) -> OpenDecision:
    return {
        "kind": decision.kind.value,
        "why": decision.why,
        "options": [{"option": option, **meaning(s, decision.seat, option)} for option in decision.options],
        "group": _names(s, decision.group),
        "least": decision.least,
        "most": decision.most,
        "picked": _names(s, decision.picked),
    }


def _names(s: State, cards: Iterable[CardNo]) -> list[str]:
    return [s.rules.cards.cards[card].id for card in cards]
