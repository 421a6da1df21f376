"""Who is asked what: decisions, and why other cards are not offered.

Every stage asks each seat on its own; answers are sealed until all are in (FT-DRAFT-1, FT-PLAY-1, FT-EFF-3).
An option is a card's number in the deck: copies are the same card to everybody.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from stablehand.core.contract import Decision, Kind
from stablehand.games.fairytale.state.state import NOTHING, PICKS
from stablehand.games.fairytale.vocabulary import ANY, Close, Open

if TYPE_CHECKING:
    from collections.abc import Iterator

    from stablehand.core.contract import Seat
    from stablehand.games.fairytale.state.state import State
    from stablehand.games.fairytale.vocabulary import CardNo, Faction

VERBS = {"close_all": "close", "close_own": "close", "open": "open"}
RULES: dict[str, tuple[str, ...]] = {
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
    return "keep" if s.is_draft else "play"


def question(s: State, seat: Seat, picks: tuple[CardNo, ...]) -> Decision | None:
    """Return what a seat is asked in this stage once it has picked `picks`; None when it is done."""
    if s.stage:
        return _effect_question(s, seat, picks)
    if picks or s.is_over or s.step > PICKS + 2:
        return None
    cards = s.hands[seat] if s.is_draft else s.kept[seat]
    if not cards:
        return None
    kind = Kind.CARD if s.is_draft else Kind.ACTION
    return Decision(seat, kind, tuple(sorted(set(cards))), "draft" if s.is_draft else "play")


def _effect_question(s: State, seat: Seat, picks: tuple[CardNo, ...]) -> Decision | None:
    """Walk through what the stage demands of a seat, up to the first pick not made yet."""
    demands = _demands(s, seat)
    if not demands:  # mostly, so this is asked first
        return None
    pool, at = candidates(s, seat), 0
    for demand in demands:
        group = _reached(s, seat, demand.faction, pool)
        most = min(demand.number, len(group))
        taken = picks[at : at + most]
        at += most
        if len(taken) < most:
            options = _ascending(group, taken, most)
            why = f"{s.rules.cards.cards[s.fresh[demand.owners[0]]].id}/effect"
            return Decision(seat, Kind.CARD, options, why, tuple(group), most, most, taken)
        for card in taken:
            pool.remove(card)
    return None


def candidates(s: State, seat: Seat) -> list[CardNo]:
    """Return the cards of a seat that the stage's effects may touch at all, sorted."""
    stage = topic(s)
    if stage == "open":
        cards = sorted(s.face_down(seat))
        # FT-OPEN-1: never the card of this step, even if a close for all has just reached it.
        if s.fresh[seat] != NOTHING and not fresh_is_up(s, seat):
            cards.remove(s.fresh[seat])
        return cards
    cards = sorted(s.face_up(seat))
    # FT-CLOSE-2: previously played cards only, unless the table plays otherwise.
    if stage == "close_all" and s.rules.close_all_reaches == "earlier" and fresh_is_up(s, seat):
        cards.remove(s.fresh[seat])
    return cards


def closes_itself(s: State, seat: Seat, card: CardNo) -> bool:
    """Whether a seat that closes this card of its own can only mean the one just played (FT-CLOSE-1).

    That is so if the card is of another faction than the one to be closed: earlier copies are out of reach.
    """
    return (
        topic(s) == "close_own"
        and card == s.fresh[seat]
        and all(demand.faction not in (ANY, s.rules.factions[card]) for demand in _demands(s, seat))
    )


def _reached(s: State, seat: Seat, faction: Faction, pool: list[CardNo]) -> list[CardNo]:
    """Return the cards of the pool that a demand for a faction reaches, sorted."""
    group = [card for card in pool if faction in (ANY, s.rules.factions[card])]
    fresh = s.fresh[seat]
    # FT-CLOSE-1: the card just played may be closed instead, whatever its own faction.
    if topic(s) == "close_own" and fresh not in group and fresh_is_up(s, seat):
        group = sorted([*group, fresh])
    return group


def fresh_is_up(s: State, seat: Seat) -> bool:
    """Whether the card a seat revealed in this step still lies face up."""
    return s.fresh[seat] != NOTHING and not s.down[seat] >> (len(s.table[seat]) - 1) & 1


class _Demand(NamedTuple):
    """What a stage asks of a seat: cards of a faction, how many, and whose effects ask for them."""

    faction: Faction
    number: int
    owners: tuple[Seat, ...]


def owners_of_picks(s: State, seat: Seat) -> list[tuple[Seat, ...]]:
    """Return for each sealed pick of a seat whose effects ask for it; call this before cards are turned."""
    pool = candidates(s, seat)
    picks = s.sealed[seat]
    found: list[tuple[Seat, ...]] = []
    for demand in _demands(s, seat):
        reached = len(_reached(s, seat, demand.faction, pool))
        taken = picks[len(found) : len(found) + min(demand.number, reached)]
        found += [demand.owners] * len(taken)
        for card in taken:
            pool.remove(card)
    return found


def _demands(s: State, seat: Seat) -> list[_Demand]:
    """Return what the stage asks of a seat.

    Two closes for all of one faction are one demand for two cards (FT-CLOSE-3). Those that name a faction
    come first, so that an unnamed one can never take the last card another needs.
    """
    stage = topic(s)
    found: dict[Faction, _Demand] = {}
    for owner in range(s.rules.seats) if stage == "close_all" else (seat,):
        effect = _live_effect(s, owner)
        match effect:
            case Close("all") if stage == "close_all":
                pass
            case Close("own") if stage == "close_own":
                pass
            case Open() if stage == "open":
                pass
            case _:
                continue
        faction = effect.faction
        before = found.get(faction)
        if before is None:
            found[faction] = _Demand(faction, effect.count, (owner,))
        else:
            found[faction] = _Demand(faction, before.number + effect.count, (*before.owners, owner))
    return sorted(found.values(), key=lambda demand: (demand.faction == ANY, demand.faction))


def _live_effect(s: State, owner: Seat) -> object:
    """Return the effect of a seat's fresh card, unless the card was hunted (FT-HUNT-1)."""
    card = s.fresh[owner]
    if card == NOTHING or s.hunted >> owner & 1:
        return None
    return s.rules.cards.cards[card].effect


def _ascending(group: list[CardNo], taken: tuple[CardNo, ...], most: int) -> tuple[CardNo, ...]:
    """Offer what comes next in ascending order, so that a set of picks can be made in one way only."""
    place = 0
    for card in taken:
        place = group.index(card, place) + 1
    return tuple(dict.fromkeys(group[place : len(group) - (most - len(taken)) + 1]))


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
