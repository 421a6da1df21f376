"""Continuous effects: computed from the cards in the stables, never stored in cards.

Layers, in this order: mute (RUL-30) · kind (RUL-29) · protection (RUL-37 to RUL-39) · entering (RUL-31) ·
playing (RUL-34, RUL-35) · worth (`counts`) · limits (`limits`). A muted card has no traits; a card that
counts as something else keeps its own. What other stables share comes behind a stable's own cards.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from stablehand.games.unicorns.decks.watched import WATCHING
from stablehand.games.unicorns.knowledge.counts import count_as
from stablehand.games.unicorns.state.records import NOBODY
from stablehand.games.unicorns.state.zones import has_any, show
from stablehand.games.unicorns.vocabulary import (
    ANY_CARD,
    ANY_UNICORN,
    Bar,
    Become,
    Cannot,
    Forbid,
    HandLimit,
    Immune,
    Mute,
    OpenHand,
    Share,
    Skips,
    Unanswerable,
)

if TYPE_CHECKING:
    from stablehand.core.build import i64
    from stablehand.games.unicorns.state.records import CardNo, Seat, Seats
    from stablehand.games.unicorns.state.state import State
    from stablehand.games.unicorns.vocabulary import Filter, Trait


# Kinds of traits, as bits.
MUTES: Final = 1
BECOMES: Final = 2
OPENS: Final = 4
SHIELDS: Final = 8
FORBIDS: Final = 16
KEEPS: Final = 32
LIMITS: Final = 64
LIMITS_ALL: Final = 128
SKIPPING: Final = 256
UNANSWERED: Final = 512


def refresh(s: State) -> bool:
    """Compute the traits of the stables that changed, and show open hands to all seats.

    Return whether a stable that changed holds a card with a `Whenever` condition.
    """
    is_standing = s.rules.catalog.is_standing
    roles = s.rules.catalog.roles
    worths = s.rules.catalog.worths
    is_counted = True
    is_different = False
    done: i64 = 0
    is_shared = len(s.rules.catalog.sharing) > 0 and (is_sharing(s) or _was_sharing(s))
    if is_shared:
        s.touched = s.rules.everybody
    touched = s.touched
    for seat in s.rules.around[0]:
        if not touched >> seat & 1:
            continue
        count: i64 = 0
        standing: i64 = 0
        own: i64 = 0
        for card in s.zones[s.rules.first_stable + seat]:
            count += worths[card]
            standing += is_standing[card]
            own |= roles[card]
        done |= own
        if own != s.roles[seat]:
            s.roles = s.roles[:]  # clones share the list: copied before a change
            s.roles[seat] = own
        # Most stables hold no card with a trait, and held none before: there is nothing to compute.
        if standing or is_shared or s.live[seat] or s.mute[seat] or s.pandas[seat]:
            is_different |= _compute(s, seat, is_shared)
            count = count_as(s, seat, s.mute[seat], s.pandas[seat])
        if count != s.counts[seat]:
            if is_counted:
                s.counts, is_counted = s.counts[:], False  # as above
            s.counts[seat] = count
    s.touched = 0
    _note_roles(s, is_shared)
    if not is_counted:
        lead: i64 = 0
        for count in s.counts:
            if count > lead:  # noqa: PLR1730 - compiled, `max` is a slow call
                lead = count
        s.lead = lead
    if is_different:
        s.bars = tuple(
            (s.rules.catalog.mask(trait.of), _barred(s, trait, owner), source)
            for owner, live in enumerate(s.live)
            for trait, source in live
            if isinstance(trait, Bar)
        )
    return done & WATCHING > 0


def _note_roles(s: State, is_shared: bool) -> None:
    """Note what is done at the table, and in a stable by the cards that others share with it."""
    if is_shared:
        s.roles = [roles_in(s, at_work(s, seat)) for seat in s.rules.around[0]]
    found: i64 = 0
    for roles in s.roles:
        found |= roles
    s.all_roles = found


def roles_in(s: State, cards: list[CardNo]) -> i64:
    """Return what cards do in a stable: the bits of `decks.watched`."""
    roles = s.rules.catalog.roles
    found: i64 = 0
    for card in cards:
        found |= roles[card]
    return found


def does(s: State, seat: Seat, roles: i64) -> bool:
    """Whether a card that acts for a seat's stable does one of these things: bits of `decks.watched`."""
    if s.touched and (s.touched >> seat & 1 or s.rules.catalog.sharing):  # since `roles` was computed
        return roles_in(s, at_work(s, seat)) & roles > 0
    return s.roles[seat] & roles > 0


def is_done(s: State, roles: i64) -> bool:
    """Whether a card in any stable does one of these things."""
    if not s.touched:
        return s.all_roles & roles > 0
    for seat in s.rules.around[0]:  # noqa: SIM110 - compiled, a plain loop is the fastest
        if does(s, seat, roles):
            return True
    return False


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


def _compute(s: State, seat: Seat, is_shared: bool) -> bool:
    """Compute the traits of one stable, layer by layer; return whether they may have changed."""
    if not is_shared and _is_unchanged(s, seat):  # other cards came or went
        return False
    cards = s.rules.catalog.cards
    found = [(trait, card) for card in s.stable(seat) for trait in cards[card].traits]
    if is_shared:
        found += [
            (trait, card)
            for card in shared(s, seat)
            for trait in cards[card].traits
            if not _is_for_all(trait)
        ]
    s.mute, s.pandas, s.live, s.kinds = s.mute[:], s.pandas[:], s.live[:], s.kinds[:]  # as above
    kinds = _kinds_of(found)
    s.mute[seat] = 0
    if kinds & MUTES:
        hushed = _hushed(found)
        if hushed:  # RUL-55: before all other traits
            found = [(trait, card) for trait, card in found if not cards[card].kind & hushed]
            kinds = _kinds_of(found)
        for trait, _ in found:
            if isinstance(trait, Mute) and trait.of.kinds & ANY_UNICORN:
                s.mute[seat] = max(s.mute[seat], 1 if trait.what == "triggered" else 2)
    s.pandas[seat] = kinds & BECOMES > 0
    if s.mute[seat] == 2:
        found = [(trait, card) for trait, card in found if not cards[card].is_unicorn]
        kinds = _kinds_of(found)
    s.live[seat], s.kinds[seat] = tuple(found), kinds
    me: Seats = 1 << seat
    s.open_hands = s.open_hands | me if kinds & OPENS else s.open_hands & ~me
    s.shielded = s.shielded | me if kinds & (SHIELDS | BECOMES) else s.shielded & ~me
    if kinds & FORBIDS or s.banned & me:
        _forbid(s, seat, found)
    if kinds & OPENS:
        show(s, s.hand(seat), s.rules.public)
    return True


def _kinds_of(found: list[tuple[Any, CardNo]]) -> i64:
    """Return which of these kinds of traits there are."""
    kinds: i64 = 0
    for trait, _ in found:
        if isinstance(trait, Mute):
            kinds |= MUTES
        elif isinstance(trait, Become):
            kinds |= BECOMES
        elif isinstance(trait, OpenHand):
            kinds |= OPENS
        elif isinstance(trait, Immune):
            kinds |= SHIELDS
        elif isinstance(trait, Forbid):
            kinds |= FORBIDS
        elif isinstance(trait, Cannot):
            kinds |= KEEPS
        elif isinstance(trait, HandLimit):
            kinds |= LIMITS | LIMITS_ALL if trait.whose == "everybody" else LIMITS
        elif isinstance(trait, Skips):
            kinds |= SKIPPING
        elif isinstance(trait, Unanswerable):
            kinds |= UNANSWERED
    return kinds


def _forbid(s: State, seat: Seat, found: list[tuple[Any, CardNo]]) -> None:
    """Note which cards the traits of a stable forbid its player to play."""
    forbidden = [s.rules.catalog.mask(trait.of) for trait, _ in found if isinstance(trait, Forbid)]
    s.forbidden = s.forbidden[:]
    s.forbidden[seat] = tuple(forbidden)
    me: Seats = 1 << seat
    s.banned = s.banned | me if forbidden else s.banned & ~me
    s.silenced = s.silenced | me if forbidden and _is_silenced(s, seat) else s.silenced & ~me


def _hushed(found: list[tuple[Trait, CardNo]]) -> int:
    """Return the kinds of cards, other than Unicorns, that have no effects beside these traits: bits."""
    hushed = 0
    for trait, _ in found:
        if isinstance(trait, Mute) and not trait.of.kinds & ANY_UNICORN:
            hushed |= trait.of.kinds
    return hushed


def is_sharing(s: State) -> bool:
    """Whether a card in a stable lets others act for all stables."""
    return is_in_stable(s, s.rules.catalog.sharing)


def is_in_stable(s: State, cards: tuple[CardNo, ...]) -> bool:
    """Whether any of some rare cards is in a stable."""
    for card in cards:  # noqa: SIM110 - compiled, a plain loop is the fastest
        if s.where[card] >= s.rules.first_stable:
            return True
    return False


def _was_sharing(s: State) -> bool:
    """Whether such a card has left one of the stables that changed."""
    touched = s.rules.members[s.touched]
    return any(isinstance(trait, Share) for seat in touched for trait, _ in s.live[seat])


def _is_for_all(trait: Trait) -> bool:
    """Whether a trait acts for all stables by itself, so that it says nothing more in another one."""
    return isinstance(trait, Share) or (isinstance(trait, (HandLimit, Bar)) and trait.whose == "everybody")


def shared(s: State, seat: Seat) -> list[CardNo]:
    """Return the cards of the other stables that act for a seat's stable too, clockwise from it."""
    cards = s.rules.catalog.cards
    found: list[CardNo] = []
    for other in s.rules.others[seat]:
        stable = s.stable(other)
        own = [(trait, card) for card in stable for trait in cards[card].traits]
        hushed = _hushed(own)
        live = [(trait, card) for trait, card in own if not cards[card].kind & hushed]
        if any(isinstance(one, Mute) and one.what == "all" and one.of.kinds & ANY_UNICORN for one, _ in live):
            hushed |= ANY_UNICORN
        kinds = 0
        for trait, card in live:
            if isinstance(trait, Share) and not cards[card].kind & hushed:
                kinds |= trait.of.kinds
        found += [card for card in stable if cards[card].kind & kinds & ~hushed]
    return found


def at_work(s: State, seat: Seat) -> list[CardNo]:
    """Return the cards whose effects are those of a seat's stable: its own, and what others share with it."""
    if not is_sharing(s):
        return s.stable(seat)
    return [*s.stable(seat), *(card for card in shared(s, seat) if not mutes(s, seat, card))]


def is_muted(s: State, card: CardNo) -> bool:
    """Whether a card's triggered effects do not happen."""
    seat = s.controller(card)
    return seat != NOBODY and mutes(s, seat, card)


def mutes(s: State, seat: Seat, card: CardNo) -> bool:
    """Whether a card's triggered effects do not happen in a seat's stable."""
    definition = s.rules.catalog.cards[card]
    if definition.is_unicorn:
        return s.mute[seat] > 0
    for trait, _ in s.live[seat]:  # noqa: SIM110 - compiled, a plain loop is the fastest
        if isinstance(trait, Mute) and trait.of.kinds & definition.kind:
            return True
    return False


def fits(s: State, of: Filter, card: CardNo) -> bool:
    """Whether a card in a stable fits a filter now; a Panda is not a Unicorn (RUL-29)."""
    return s.rules.catalog.matches(of, card) and still_fits(s, of, card)


def still_fits(s: State, of: Filter, card: CardNo) -> bool:
    """Whether a card that fits a filter as printed fits it now."""
    seat = s.controller(card)
    if seat != NOBODY and s.pandas[seat] and s.rules.catalog.cards[card].is_unicorn:
        return s.rules.pandas == "named" and of.kinds == ANY_CARD
    return True


def may_enter(s: State, card: CardNo, seat: Seat) -> bool:
    """Whether a card may enter a seat's stable: nothing bars it, and the card that it needs is there."""
    if s.rules.catalog.is_needy[card] and not _has_needed(s, card, seat):
        return False
    for cards, barred, source in s.bars:
        if cards[card] and barred >> seat & 1 and source != card:
            return False
    return True


def _has_needed(s: State, card: CardNo, seat: Seat) -> bool:
    """Whether the card that a card needs to enter a stable is there."""
    needs = s.rules.catalog.cards[card].needs
    return needs is None or needs.to != "enter" or has(s, seat, needs.of)


def bars(s: State, card: CardNo, seat: Seat) -> list[CardNo]:
    """Return the cards that keep a card out of a seat's stable (RUL-31)."""
    return [
        source for cards, barred, source in s.bars if cards[card] and barred >> seat & 1 and source != card
    ]


def _barred(s: State, trait: Bar, owner: Seat) -> Seats:
    """Return whose stables such cards cannot enter: one bit a seat."""
    own: Seats = 1 << owner
    if trait.whose == "yours":
        return own
    return s.rules.everybody & ~own if trait.whose == "others" else s.rules.everybody


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


def is_banned(s: State, seat: Seat, card: CardNo) -> bool:
    """Whether any effect forbids a seat to play a card."""
    if s.banned >> seat & 1:
        for cards in s.forbidden[seat]:
            if cards[card]:
                return True
    return False


def _is_silenced(s: State, seat: Seat) -> bool:
    """Whether cards in stables forbid a seat every Instant of the deck that answers a play (RUL-35)."""
    for card in s.rules.catalog.instants:  # noqa: SIM110 - compiled, a plain loop is the fastest
        if not is_banned(s, seat, card):
            return False
    return True


def is_unanswerable(s: State, seat: Seat) -> bool:
    """Whether no Instant can be played against a seat's cards (RUL-08)."""
    return s.kinds[seat] & UNANSWERED > 0


def skips(s: State, seat: Seat, phase: str) -> bool:
    """Whether a card makes a seat skip a phase of each of its turns (RUL-65)."""
    if not s.kinds[seat] & SKIPPING:
        return False
    for trait, _ in s.live[seat]:  # noqa: SIM110 - compiled, a plain loop is the fastest
        if isinstance(trait, Skips) and trait.phase == phase:
            return True
    return False
