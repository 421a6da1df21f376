"""Continuous effects: computed from the cards in the stables, never stored in cards.

Layers, in this order: mute (RUL-30) · kind (RUL-29) · protection (RUL-37 to RUL-39) · entering (RUL-31) ·
playing (RUL-34, RUL-35) · worth (UU-END-2) · limits (UU-TURN-5). A muted card has no traits; a card that
counts as something else keeps its own.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from stablehand.games.unicorns.state.records import NOBODY
from stablehand.games.unicorns.state.zones import has_any, show
from stablehand.games.unicorns.vocabulary import (
    ANY_CARD,
    EVERYTHING,
    Bar,
    Become,
    Forbid,
    HandLimit,
    Immune,
    Mute,
    OpenHand,
    Unanswerable,
)

if TYPE_CHECKING:
    from stablehand.core.contract import Seat
    from stablehand.games.unicorns.state.records import CardNo
    from stablehand.games.unicorns.state.state import State
    from stablehand.games.unicorns.vocabulary import Filter


def refresh(s: State) -> bool:
    """Compute the traits of the stables that changed, and show open hands to all seats.

    Return whether a stable that changed holds a card with a `Whenever` condition.
    """
    is_standing = s.rules.catalog.is_standing
    is_watching = s.rules.catalog.is_watching
    worths = s.rules.catalog.worths
    counts = s.counts[:]  # clones share the list, so it is copied before a change
    is_different = False
    watching = 0
    for seat in s.rules.members[s.touched]:
        count = standing = 0
        for card in s.stable(seat):
            count += worths[card]
            standing += is_standing[card]
            watching += is_watching[card]
        # Most stables hold no card with a trait, and held none before: there is nothing to compute.
        if standing or s.live[seat] or s.mute[seat] or s.pandas[seat]:
            is_different |= _compute(s, seat)
            count = count_as(s, seat, s.mute[seat], s.pandas[seat])
        counts[seat] = count
    s.counts = counts
    lead = 0
    for count in counts:
        if count > lead:  # noqa: PLR1730 - compiled, `max` is a slow call
            lead = count
    s.lead = lead
    s.touched = 0
    if is_different:
        s.bars = tuple(
            (s.rules.catalog.fitting(trait.of), owner if trait.whose == "others" else NOBODY, source)
            for owner, live in enumerate(s.live)
            for trait, source in live
            if isinstance(trait, Bar)
        )
    return watching > 0


def _is_unchanged(s: State, seat: Seat) -> bool:
    """Whether the same cards with traits are in a stable as before, and none of them is muted."""
    if s.mute[seat] > 1:
        return False
    cards = s.rules.catalog.cards
    is_standing = s.rules.catalog.is_standing
    live = s.live[seat]
    at = 0
    for card in s.stable(seat):
        if is_standing[card]:
            for _ in cards[card].traits:
                if at == len(live) or live[at][1] != card:
                    return False
                at += 1
    return at == len(live)


def _compute(s: State, seat: Seat) -> bool:
    """Compute the traits of one stable, layer by layer; return whether they may have changed."""
    if _is_unchanged(s, seat):  # other cards came or went
        return False
    cards = s.rules.catalog.cards
    found = [(trait, card) for card in s.stable(seat) for trait in cards[card].traits]
    s.mute, s.pandas, s.live = s.mute[:], s.pandas[:], s.live[:]  # as above
    kinds = {type(trait) for trait, _ in found}
    s.mute[seat] = 0
    if Mute in kinds:
        s.mute[seat] = max(1 if t.what == "triggered" else 2 for t, _ in found if isinstance(t, Mute))
    s.pandas[seat] = Become in kinds
    if s.mute[seat] == 2:
        found = [(trait, card) for trait, card in found if not cards[card].is_unicorn]
        kinds = {type(trait) for trait, _ in found}
    s.live[seat] = tuple(found)
    me = 1 << seat
    s.open_hands = s.open_hands | me if OpenHand in kinds else s.open_hands & ~me
    s.shielded = s.shielded | me if Immune in kinds or Become in kinds else s.shielded & ~me
    s.banned = s.banned | me if Forbid in kinds else s.banned & ~me
    if OpenHand in kinds:
        show(s, s.hand(seat), s.rules.public)
    return True


def is_muted(s: State, card: CardNo) -> bool:
    """Whether a card's triggered effects do not happen."""
    seat = s.controller(card)
    return seat != NOBODY and s.mute[seat] > 0 and s.rules.catalog.cards[card].is_unicorn


def fits(s: State, of: Filter, card: CardNo) -> bool:
    """Whether a card in a stable fits a filter now; a Panda is not a Unicorn (RUL-29)."""
    if not s.rules.catalog.matches(of, card):
        return False
    seat = s.controller(card)
    if seat != NOBODY and s.pandas[seat] and s.rules.catalog.cards[card].is_unicorn:
        return s.rules.pandas == "named" and of.kinds == ANY_CARD
    return True


def can_be(s: State, verb: str, card: CardNo, by: CardNo) -> bool:
    """Whether nothing protects a card in a stable from a verb of the source `by`."""
    seat = s.controller(card)
    return seat == NOBODY or not (s.shielded >> seat & 1 and protectors(s, verb, card, by, seat))


def protectors(s: State, verb: str, card: CardNo, by: CardNo, seat: Seat) -> list[CardNo]:
    """Return the cards that protect a card from a verb of the source `by`."""
    return [
        source
        for trait, source in s.live[seat]
        if isinstance(trait, Immune)
        and (verb in trait.verbs or EVERYTHING in trait.verbs)
        and (source == card if trait.of is None else fits(s, trait.of, card))
        and (trait.by is None or (by >= 0 and s.rules.catalog.matches(trait.by, by)))
    ]


def may_enter(s: State, card: CardNo, seat: Seat) -> bool:
    """Whether a card may enter a seat's stable: nothing bars it, and the card that it needs is there."""
    needs = s.rules.catalog.cards[card].needs
    if needs and needs.to == "enter" and not has(s, seat, needs.of):
        return False
    for cards, exempt, source in s.bars:  # noqa: SIM110 - compiled, a plain loop is the fastest
        if card in cards and exempt != seat and source != card:
            return False
    return True


def bars(s: State, card: CardNo, seat: Seat) -> list[CardNo]:
    """Return the cards that keep a card out of a seat's stable (RUL-31)."""
    return [source for cards, exempt, source in s.bars if card in cards and exempt != seat and source != card]


def has(s: State, seat: Seat, of: Filter) -> bool:
    """Whether a stable holds a card of this printed kind (RUL-29: a Panda's type stays)."""
    return has_any(s.rules.catalog.mask(of), s.stable(seat))


def bans(s: State, seat: Seat, card: CardNo) -> list[CardNo]:
    """Return the cards that forbid a seat to play a card (RUL-34, RUL-35)."""
    if not s.banned >> seat & 1:
        return []
    return [
        source
        for trait, source in s.live[seat]
        if isinstance(trait, Forbid) and s.rules.catalog.matches(trait.of, card)
    ]


def bans_on(s: State, seat: Seat) -> list[bytes]:
    """Return a mask for each effect that forbids a seat to play cards: one byte per card, 1 if forbidden."""
    if not s.banned >> seat & 1:
        return []
    return [s.rules.catalog.mask(trait.of) for trait, _ in s.live[seat] if isinstance(trait, Forbid)]


def is_banned(s: State, seat: Seat, card: CardNo) -> bool:
    """Whether any effect forbids a seat to play a card."""
    return any(banned[card] > 0 for banned in bans_on(s, seat))


def is_unanswerable(s: State, seat: Seat) -> bool:
    """Whether no Instant can be played against a seat's cards (RUL-08)."""
    for trait, _ in s.live[seat]:  # noqa: SIM110 - compiled, a plain loop is the fastest
        if isinstance(trait, Unanswerable):
            return True
    return False


def unicorns(s: State, seat: Seat) -> int:
    """Count a seat's Unicorns by their worth; cards that count as something else do not (UU-END-2)."""
    return count_as(s, seat, s.mute[seat], s.pandas[seat]) if s.touched else s.counts[seat]


def worth(s: State, seat: Seat, card: CardNo) -> int:
    """Return how many of a seat's Unicorns a card counts as; 0 if it is not in that stable."""
    if s.controller(card) != seat or s.pandas[seat] or not s.rules.catalog.cards[card].is_unicorn:
        return 0
    return 1 if s.mute[seat] == 2 else s.rules.catalog.worths[card]


def count_as(s: State, seat: Seat, mute: int, is_panda: bool) -> int:
    """Count the Unicorns of a stable as if its cards were muted so far, or counted as something else."""
    if is_panda:
        return 0
    if mute == 2:
        cards = s.rules.catalog.cards
        return sum(cards[card].is_unicorn for card in s.stable(seat))
    worths = s.rules.catalog.worths
    count = 0
    for card in s.stable(seat):
        count += worths[card]
    return count


def hand_limit(s: State, seat: Seat) -> int:
    """Return a hand limit: cards that set it apply before those that change it; at least 0 (RUL-04)."""
    if not s.live[seat]:
        return s.rules.hand_limit
    limits = [trait for trait, _ in s.live[seat] if isinstance(trait, HandLimit)]
    if not limits:
        return s.rules.hand_limit
    limit = min((trait.n for trait in limits if not trait.is_change), default=s.rules.hand_limit)
    return max(0, limit + sum(trait.n for trait in limits if trait.is_change))
