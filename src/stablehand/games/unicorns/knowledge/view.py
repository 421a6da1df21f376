"""What a seat sees: built from what it may know, never by removing secrets from the full state."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stablehand.core.contract import Kind
from stablehand.games.unicorns.knowledge import traits
from stablehand.games.unicorns.knowledge.announced import card_ids, pile
from stablehand.games.unicorns.resolution.apply import threat
from stablehand.games.unicorns.state.records import NOBODY
from stablehand.games.unicorns.state.state import (
    DECK,
    DISCARD,
    DRAW,
    FINISH,
    HANDS,
    LIMBO,
    MODE0,
    NO,
    NURSERY,
    PASS,
    REDRAW,
    SEAT0,
    YES,
)

if TYPE_CHECKING:
    from stablehand.core.contract import Decision, Option, Seat
    from stablehand.games.unicorns.knowledge.view_types import (
        Meaning,
        OpenDecision,
        Picked,
        SeatZones,
        StabledCard,
        UnicornView,
    )
    from stablehand.games.unicorns.state.records import CardNo
    from stablehand.games.unicorns.state.state import State

VERBS = {YES: "accept", NO: "decline", DRAW: "draw", PASS: "pass", FINISH: "finish", REDRAW: "redraw"}
CHOOSING = {"setup": "take", "action": "play", "respond": "respond", "order": "order"}


def view(s: State, seat: Seat | None, revisable: tuple[Decision, ...]) -> UnicornView:
    """Build the view of a seat (None: a spectator)."""
    seats = range(s.rules.seats)
    return {
        "game": "unicorns",
        "seat": seat,
        "options": s.rules.options,
        "turn": s.turn,
        "active": s.active if s.turn else None,
        "phase": s.phase,
        "asked": [decision.seat for decision in s.asks],
        "asking": _asking(s),
        "decision": _own(s, seat, s.asks),
        "revisable": _own(s, seat, revisable),
        "sealed": _sealed(s, seat),
        "zones": {
            "deck": {"size": len(s.zones[DECK]), "top": _known_top(s, seat)},
            "discard": {"size": len(s.zones[DISCARD]), "cards": card_ids(s, s.zones[DISCARD])},
            "nursery": {"size": len(s.zones[NURSERY]), "cards": card_ids(s, sorted(s.zones[NURSERY]))},
            "playing": {"size": len(s.zones[LIMBO]), "cards": card_ids(s, s.zones[LIMBO])},
            "seats": [_zones(s, seat, other) for other in seats],
        },
        "pile": pile(s),
        "over": s.is_over,
        "points": [traits.unicorns(s, other) for other in seats],
        "goal": s.rules.unicorns_to_win,
        "winners": list(s.winners),
        "forfeits": [{"drink": s.drinks[n], "strip": s.strips[n]} for n in seats],
        "skips": list(s.skips),
        "extra_turns": list(s.extra_turns),
    }


def _asking(s: State) -> str:
    """Return what asks, for those who are not asked.

    Whether effects must be put in order may depend on what their owner could discard (UU-EFF-4).
    """
    return s.asks[0].why if s.asks and s.asks[0].kind is not Kind.ORDER else ""


def _own(s: State, seat: Seat | None, decisions: tuple[Decision, ...]) -> OpenDecision | None:
    return next((_decision(s, decision) for decision in decisions if decision.seat == seat), None)


def _sealed(s: State, seat: Seat | None) -> list[Picked]:
    """Return what a seat itself has picked and not yet revealed."""
    for request, picks in zip(s.requests, s.picks, strict=True):
        if request.seat == seat:
            return [_named(s, option) for option in picks]
    return []


def _known_top(s: State, seat: Seat | None) -> list[str]:
    """Return the cards on top of the deck that a seat (None: a spectator) knows, topmost first."""
    top: list[CardNo] = []
    bit = s.bit_of(seat)
    for card in reversed(s.zones[DECK]):
        if not s.known[card] >> bit & 1:
            break
        top.append(card)
    return card_ids(s, top)


def known_hand(s: State, seat: Seat | None, other: Seat) -> list[CardNo]:
    """Return the cards of a hand that a seat (None: a spectator) is certain of."""
    bit = s.bit_of(seat)
    return [card for card in s.hand(other) if s.known[card] >> bit & 1]


def _zones(s: State, seat: Seat | None, other: Seat) -> SeatZones:
    """Build one seat's zones as another sees them: how many cards, and those it knows."""
    return {
        "hand": {"size": len(s.hand(other)), "cards": card_ids(s, known_hand(s, seat, other))},
        "stable": {"size": len(s.stable(other)), "cards": [_stabled(s, card) for card in s.stable(other)]},
        "hand_limit": traits.hand_limit(s, other),
    }


def _stabled(s: State, card: CardNo) -> StabledCard:
    seat = s.controller(card)
    definition = s.rules.catalog.cards[card]
    back = next((p.back for p in s.promises if p.card == card), None)
    return {
        "option": card,
        "card": definition.id,
        "muted": traits.is_muted(s, card),
        "counts_as": "other" if definition.is_unicorn and s.pandas[seat] else definition.type,
        "goes_back_to": back,
    }


def _named(s: State, option: Option) -> Picked:
    if option in VERBS:
        return VERBS[option]
    if option < SEAT0:
        return s.rules.catalog.cards[option].id
    return {"seat": option - SEAT0} if option < MODE0 - 20 else {"mode": option - MODE0 + 1}


def meaning(s: State, decision: Decision, option: Option) -> Meaning:
    """Return what an option is: a verb, and the card, seat, zone or mode it is about."""
    if option in VERBS:
        return {"verb": VERBS[option]}
    if option >= MODE0:
        return {"verb": "choose", "mode": option - MODE0 + 1}
    verb = CHOOSING.get(decision.kind.value, "choose")
    if option >= SEAT0:
        return {"verb": "name" if verb == "take" else "choose", "owner": option - SEAT0}
    found: Meaning = {"verb": verb, "card": s.rules.catalog.cards[option].id}
    if s.where[option] >= HANDS:
        n = s.rules.seats
        place, owner = divmod(s.where[option] - HANDS, n)
        found |= {"owner": owner, "zone": ("hand", "stable")[place]}
    else:
        found["zone"] = ("deck", "discard", "nursery", "playing", "aside")[s.where[option]]
    return found


def _decision(s: State, decision: Decision) -> OpenDecision:
    top = s.k
    danger = threat(s) if decision.kind is Kind.YES_NO else None
    return {
        "kind": decision.kind.value,
        "why": decision.why,
        "options": [{"option": option, **meaning(s, decision, option)} for option in decision.options],
        "group": [_named(s, option) for option in decision.group],
        "least": decision.least,
        "most": decision.most,
        "picked": [_named(s, option) for option in decision.picked],
        "about": danger and s.rules.catalog.cards[danger[0]].id,
        "threat": danger and danger[1],
        "is_made": top is not None and top.env.boss != NOBODY and top.env.you == decision.seat,
    }
