"""What a seat sees: built from what it may know, never by removing secrets from the full state."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from stablehand.games.fairytale.knowledge.accounts import seat_accounts
from stablehand.games.fairytale.knowledge.seen import certain_hand
from stablehand.games.fairytale.play.questions import VERBS, topic
from stablehand.games.fairytale.play.score import winners
from stablehand.games.fairytale.state.state import NOBODY, NOTHING

if TYPE_CHECKING:
    from stablehand.core.contract import Decision, Option, Seat
    from stablehand.games.fairytale.knowledge.view_types import (
        FairyTaleView,
        Meaning,
        OfferedOption,
        OpenDecision,
        SeatZones,
    )
    from stablehand.games.fairytale.state.state import State
    from stablehand.games.fairytale.vocabulary import CardNo


ZONES: Final = {"keep": "hand", "play": "kept", "open": "closed"}
"""Where the cards lie that a question is about; all others lie on the table."""


def view(s: State, seat: Seat | None, revisable: Decision | None) -> FairyTaleView:
    """Build the view of a seat (None: a spectator)."""
    seats = s.rules.seats
    viewer = NOBODY if seat is None else seat
    decision = None if seat is None else s.asks[seat]
    accounts = seat_accounts(s)
    return {
        "game": "fairytale",
        "seat": seat,
        "options": s.rules.options,
        "round": s.round,
        "pass": "draft" if s.is_draft else "play",
        "phase": "over" if s.is_over else topic(s),
        "passing": "left" if s.round % 2 else "right",
        "active": None,
        "asked": [other for other in range(seats) if s.asks[other] is not None],
        "decision": None if decision is None else _decision(s, decision),
        "revisable": None if revisable is None else _decision(s, revisable),
        "sealed": [] if seat is None else _names_of(s, s.sealed[seat]),
        "zones": {
            "deck": {"size": len(s.deck), "cards": []},
            "discard": {"size": len(s.gone), "cards": []},
            "seats": [_zones(s, viewer, other) for other in range(seats)],
        },
        "over": s.is_over,
        "points": [one["total"] for one in accounts],
        "winners": list(winners(s)),
        "stages": list(s.rules.stages),
        "accounts": accounts,
    }


def _zones(s: State, viewer: Seat, other: Seat) -> SeatZones:
    """Build one seat's zones as a viewer (NOBODY: a spectator) sees them: sizes, and the cards it knows."""
    is_own = viewer == other
    hand = () if viewer == NOBODY else certain_hand(s, viewer, other)
    kept, table, closed = s.kept[other], s.face_up(other), s.face_down(other)
    return {
        "hand": {"size": len(s.hands[other]), "cards": _names_of(s, hand)},
        "kept": {"size": len(kept), "cards": _names(s, kept) if is_own else []},
        "table": {"size": len(table), "cards": _names(s, table)},
        # FT-SEE-1: a seat sees only its own face-down cards.
        "closed": {"size": len(closed), "cards": _names(s, closed) if is_own else []},
    }


def meaning(s: State, seat: Seat, option: Option) -> Meaning:
    """Return what an option is: a verb, and the card it is about."""
    about = topic(s)
    card = s.rules.ids[option]
    return {"verb": VERBS.get(about, about), "card": card, "owner": seat, "zone": ZONES.get(about, "table")}


def _decision(s: State, decision: Decision) -> OpenDecision:
    about, ids = topic(s), s.rules.ids
    blank: OfferedOption = {
        "option": NOTHING,
        "verb": VERBS.get(about, about),
        "card": "",
        "owner": decision.seat,
        "zone": ZONES.get(about, "table"),
    }
    options: list[OfferedOption] = []
    for option in decision.options:
        offered = blank.copy()  # compiled, this takes half the time of a new one
        offered["option"] = option
        offered["card"] = ids[option]
        options.append(offered)
    return {
        "kind": decision.kind.value,
        "why": decision.why,
        "options": options,
        "group": _names_of(s, decision.group),
        "least": decision.least,
        "most": decision.most,
        "picked": _names_of(s, decision.picked),
    }


def _names(s: State, cards: list[CardNo]) -> list[str]:
    ids = s.rules.ids
    return [ids[card] for card in cards]


def _names_of(s: State, cards: tuple[CardNo, ...]) -> list[str]:
    ids = s.rules.ids
    return [ids[card] for card in cards]
