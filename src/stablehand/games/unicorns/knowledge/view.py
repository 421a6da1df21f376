"""What a seat sees: built from what it may know, never by removing secrets from the full state."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, cast

from stablehand.core.contract import Kind
from stablehand.games.unicorns.knowledge.announced import card_ids, pile
from stablehand.games.unicorns.knowledge.counts import unicorns
from stablehand.games.unicorns.knowledge.limits import hand_limit
from stablehand.games.unicorns.knowledge.occasions import open_occasion
from stablehand.games.unicorns.resolution.asking import decisions
from stablehand.games.unicorns.resolution.replacement import threat
from stablehand.games.unicorns.state.records import NO_CARD, NOBODY
from stablehand.games.unicorns.state.state import (
    ASIDE,
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
from stablehand.games.unicorns.vocabulary import Act, Look, Reveal, Search

if TYPE_CHECKING:
    from stablehand.core.contract import Decision, Option, Seat
    from stablehand.games.unicorns.knowledge.view_types import (
        AboutToHappen,
        Meaning,
        OpenDecision,
        Picked,
        Removed,
        SeatZones,
        StabledCard,
        Step,
        Subject,
        UnicornView,
    )
    from stablehand.games.unicorns.state.records import CardNo, Frame
    from stablehand.games.unicorns.state.state import State

VERBS: Final = {YES: "accept", NO: "decline", DRAW: "draw", PASS: "pass", FINISH: "finish", REDRAW: "redraw"}
CHOOSING: Final = {"setup": "take", "action": "play", "respond": "respond", "order": "order"}


PLACES: Final = ("deck", "discard", "nursery", "playing", "aside")
"""The shared zones, as meanings name them."""


def view(s: State, seat: Seat | None, revisable: Decision | None) -> UnicornView:
    """Build the view of a seat (None: a spectator); `revisable` is a decision that it may answer anew."""
    seats = range(s.rules.seats)
    asks = decisions(s)
    decision = _own(asks, seat)
    return {
        "game": "unicorns",
        "seat": seat,
        "options": s.rules.options,
        "turn": s.turn,
        "active": s.active if s.turn else None,
        "phase": s.phase,
        "asked": [decision.seat for decision in asks],
        "asking": _asking(asks),
        "decision": None if decision is None else _decision(s, decision),
        "revisable": None if revisable is None else _decision(s, revisable),
        "sealed": _sealed(s, seat),
        "zones": {
            "deck": {"size": len(s.zones[DECK]), "top": _known_top(s, seat)},
            "discard": {"size": len(s.zones[DISCARD]), "cards": card_ids(s, s.zones[DISCARD])},
            "nursery": {"size": len(s.zones[NURSERY]), "cards": card_ids(s, sorted(s.zones[NURSERY]))},
            "playing": {"size": len(s.zones[LIMBO]), "cards": card_ids(s, s.zones[LIMBO])},
            "seats": [_zones(s, seat, other) for other in seats],
            **_removed(s),
        },
        "pile": pile(s),
        **_occasion(s),
        "over": s.is_over,
        "points": [unicorns(s, other) for other in seats],
        "goal": s.rules.unicorns_to_win,
        "winners": list(s.winners),
        "forfeits": [{"drink": s.drinks[n], "strip": s.strips[n]} for n in seats],
        "skips": list(s.skips),
        "extra_turns": list(s.extra_turns),
    }


def _removed(s: State) -> Removed:
    """Return the cards that effects have taken out of the game, if there are any (RUL-59).

    Those that two players leave out are aside from the beginning (UU-TWO-1): nothing has happened to them.
    """
    cards = s.rules.catalog.cards
    found = [card for card in s.zones[ASIDE] if cards[card].is_for_two or not s.rules.two_player]
    return {"removed": {"size": len(found), "cards": card_ids(s, found)}} if found else {}


def _occasion(s: State) -> AboutToHappen:
    """Return what the open window is about, if no card is being played; all of it is public."""
    about = open_occasion(s) if s.rules.catalog.answering else None
    if about is None:
        return {}
    card = None if about.card == NO_CARD else s.rules.catalog.ids[about.card]
    return {"occasion": {"verb": about.verb, "card": card, "owner": about.owner, "by": about.by}}


def _asking(asks: tuple[Decision, ...]) -> str:
    """Return what asks, for those who are not asked.

    Whether effects must be put in order may depend on what their owner could discard (UU-EFF-4).
    """
    return asks[0].why if asks and asks[0].kind is not Kind.ORDER else ""


def _own(asks: tuple[Decision, ...], seat: Seat | None) -> Decision | None:
    for decision in asks:
        if decision.seat == seat:
            return decision
    return None


def _sealed(s: State, seat: Seat | None) -> list[Picked]:
    """Return what a seat itself has picked and not yet revealed."""
    for number, request in enumerate(s.requests):
        if request.seat == seat:
            return [_named(s, option) for option in s.picks[number]]
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
    bit, known = s.bit_of(seat), s.known
    return [card for card in s.hand(other) if known[card] >> bit & 1]


def _zones(s: State, seat: Seat | None, other: Seat) -> SeatZones:
    """Build one seat's zones as another sees them: how many cards, and those it knows."""
    return {
        "hand": {"size": len(s.hand(other)), "cards": card_ids(s, known_hand(s, seat, other))},
        "stable": {"size": len(s.stable(other)), "cards": _stabled(s, other)},
        "hand_limit": hand_limit(s, other),
    }


def _stabled(s: State, seat: Seat) -> list[StabledCard]:
    """Return the cards in a stable: what is printed on them, and what other cards change about them."""
    resting = s.rules.catalog.resting
    found = [resting[card].copy() for card in s.stable(seat)]
    if s.mute[seat] or s.pandas[seat]:
        for at, card in enumerate(s.stable(seat)):
            if s.rules.catalog.cards[card].is_unicorn:
                found[at]["muted"] = s.mute[seat] > 0
                if s.pandas[seat]:
                    found[at]["counts_as"] = "other"
    for promise in s.promises:
        for at, card in enumerate(s.stable(seat)):
            if promise.card == card and found[at]["goes_back_to"] is None:
                found[at]["goes_back_to"] = promise.back
    return cast("list[StabledCard]", found)


def _named(s: State, option: Option) -> Picked:
    if option in VERBS:
        return VERBS[option]
    if option < SEAT0:
        return s.rules.catalog.ids[option]
    return {"seat": option - SEAT0} if option < YES else {"mode": option - MODE0 + 1}


def meaning(s: State, decision: Decision, option: Option) -> Meaning:
    """Return what an option is: a verb, and the card, seat, zone or mode it is about."""
    if option in VERBS:
        return {"verb": VERBS[option]}
    if option >= MODE0:
        return {"verb": "choose", "mode": option - MODE0 + 1}
    verb = CHOOSING.get(decision.kind.value, "choose")
    if option >= SEAT0:
        return {"verb": "name" if verb == "take" else "choose", "owner": option - SEAT0}
    card, zone = s.rules.catalog.ids[option], s.where[option]
    if zone < HANDS:
        return {"verb": verb, "card": card, "zone": PLACES[zone]}
    owner = zone - s.rules.first_stable
    if owner >= 0:
        return {"verb": verb, "card": card, "owner": owner, "zone": "stable"}
    return {"verb": verb, "card": card, "owner": zone - HANDS, "zone": "hand"}


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
        **_step(top),
        **_subject(s, top, decision),
    }


def _subject(s: State, top: Frame | None, decision: Decision) -> Subject:
    """Return whom and what an effect of this seat speaks of, where the options do not tell."""
    if top is None or top.env.you != decision.seat or "/" not in decision.why:
        return {}
    told: Subject = {} if top.env.they == NOBODY else {"whom": top.env.they}
    if decision.kind is Kind.SEAT and isinstance(top.word, Act | Search) and top.data:
        told["moves"] = s.rules.catalog.ids[top.data[0]]
    return told


def _step(top: Frame | None) -> Step:
    """Return what an effect asks now, if the options do not tell."""
    word = None if top is None else top.word
    if top is None or not isinstance(word, Look | Reveal):
        return {}
    if isinstance(word, Reveal):
        return {"step": "show"}
    return {"step": "stack"} if word.rest == "any_order" and len(top.data) >= word.take else {}
