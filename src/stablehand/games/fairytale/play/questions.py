"""Who is asked what: decisions, and why other cards are not offered.

Every stage asks each seat on its own; answers are sealed until all are in (FT-DRAFT-1, FT-PLAY-1, FT-EFF-3).
An option is a card's number in the deck: copies are the same card to everybody. What the effects of a stage
demand is in `demands`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from stablehand.core.contract import Decision, Kind
from stablehand.games.fairytale.play.demands import candidates, demands, reached
from stablehand.games.fairytale.state.state import NOBODY, NOTHING, PICKS, PLAYS
from stablehand.games.fairytale.vocabulary import KEEP, PLAY, TOPICS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from stablehand.core.contract import Seat
    from stablehand.games.fairytale.state.state import State
    from stablehand.games.fairytale.vocabulary import CardNo

CARD: Final = Kind.CARD
ACTION: Final = Kind.ACTION
"""Looked up once: compiled, that takes a tenth of what a question costs."""
VERBS: Final = {"close_all": "close", "close_own": "close", "open": "open"}
RULES: Final[dict[str, tuple[str, ...]]] = {
    "keep": ("FT-DRAFT-1",),
    "play": ("FT-PLAY-1",),
    "close_all": ("FT-CLOSE-2",),
    "close_own": ("FT-CLOSE-1",),
    "open": ("FT-OPEN-1",),
}


def topic(s: State) -> str:
    """Return what is being chosen now: keep, play, close_all, close_own or open."""
    if s.stage:
        return s.rules.stages[s.stage - 1]
    return TOPICS[KEEP if s.is_draft else PLAY]


def question(s: State, seat: Seat, picks: tuple[CardNo, ...]) -> Decision | None:
    """Return what a seat is asked in this stage once it has picked `picks`; None when it is done."""
    if s.stage:
        return _effect_question(s, seat, picks)
    if picks or s.is_over or s.step >= PICKS + PLAYS:
        return None
    is_draft = s.step < PICKS
    cards = s.hands[seat] if is_draft else s.kept[seat]
    if not cards:
        return None
    if is_draft:
        return Decision(seat, CARD, _different(cards), "draft")
    return Decision(seat, ACTION, _different(cards), "play")


def first_asked(s: State) -> Seat:
    """Return the first seat with an open decision; NOBODY if there is none. `State.asked` keeps it."""
    asks = s.asks
    for seat in range(s.rules.seats):
        if asks[seat] is not None:
            return seat
    return NOBODY


def _different(cards: list[CardNo]) -> tuple[CardNo, ...]:
    """Return cards, which are sorted, without further copies."""
    last = NOTHING
    for card in cards:
        if card == last:
            break
        last = card
    else:
        return tuple(cards)  # mostly; this takes half as long
    different: list[CardNo] = []
    last = NOTHING
    for card in cards:
        if card != last:
            different.append(card)
        last = card
    return tuple(different)


def _effect_question(s: State, seat: Seat, picks: tuple[CardNo, ...]) -> Decision | None:
    """Walk through what the stage demands of a seat, up to the first pick not made yet."""
    asked = demands(s, seat)
    if not asked:  # mostly, so this is tested first
        return None
    pool, at = candidates(s, seat), 0
    for demand in asked:
        group = reached(s, seat, demand.faction, pool)
        most = min(demand.number, len(group))
        taken = picks[at : at + most] if picks else ()
        at += most
        if len(taken) < most:
            options = _ascending(group, taken, most)
            why = s.rules.ids[s.fresh[demand.owners[0]]] + "/effect"
            return Decision(seat, CARD, options, why, tuple(group), most, most, taken)
        for card in taken:
            pool.remove(card)
    return None


def _ascending(group: list[CardNo], taken: tuple[CardNo, ...], most: int) -> tuple[CardNo, ...]:
    """Offer what comes next in ascending order, so that a set of picks can be made in one way only."""
    place = 0
    for card in taken:
        place = group.index(card, place) + 1
    return _different(group[place : len(group) - (most - len(taken)) + 1])


def refusals(s: State, seat: Seat) -> Iterator[tuple[CardNo, tuple[str, ...]]]:
    """Yield each card a seat can see with the rules that forbid it now; a card may come twice."""
    about = topic(s)
    rules = RULES[about]
    if about == "keep":
        yield from ((card, rules) for card in s.kept[seat])
    elif about == "play":
        yield from ((card, ("FT-PLAY-3",)) for card in s.table[seat])
    else:
        pool = candidates(s, seat)
        for card in s.table[seat]:
            # In the pool, yet not offered: the effect names another faction.
            yield card, (*rules, "FT-EFF-2") if card in pool else rules
