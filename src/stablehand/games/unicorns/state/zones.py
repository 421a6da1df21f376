"""Moving cards: put, draw, shuffle. Other modules change zones only through these functions.

They also keep `known` up to date, which marks only what a seat is certain of: its own hand and public zones.
What all seats have seen one by one is not public: spectators have not seen it.
A shuffle clears it; a card that leaves a hand unseen makes everybody else unsure of that hand.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from stablehand.core.rng import Rng
from stablehand.core.rows import row_of
from stablehand.games.unicorns.state.bounds import can_refill
from stablehand.games.unicorns.state.records import NO_CARD
from stablehand.games.unicorns.state.state import DECK, DISCARD, HANDS, LIMBO, NURSERY, SEAT0

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from stablehand.core.build import i64
    from stablehand.core.contract import Json
    from stablehand.games.unicorns.state.records import CardNo, Seat, Seats, ZoneNo
    from stablehand.games.unicorns.state.state import State


ALL_CARDS: Final = list(range(SEAT0))
"""The numbers that cards can have. Those up to 256 are made once by Python, these by us."""


def everybody(s: State) -> int:
    """Return the bits of all seats."""
    return s.rules.everybody


def put(s: State, card: CardNo, zone: ZoneNo) -> None:
    """Move a card. Everybody sees it in a public zone, its player in a hand; others know what they knew."""
    stables: ZoneNo = s.rules.first_stable
    old = s.where[card]
    cards = s.zones[old]
    if cards[-1] == card:
        cards.pop()  # the top of the deck, above all
    else:
        at: i64 = 0
        while cards[at] != card:  # compiled, a fifth of the time of `remove`
            at += 1
        cards.pop(at)
    s.where[card] = zone
    if old >= stables:
        s.touched |= 1 << old - stables
        if s.promises:  # RUL-20: a promise lapses when its card leaves
            s.promises = tuple(p for p in s.promises if p.card != card)
    if zone < HANDS or zone >= stables:
        s.zones[zone].append(card)
        if zone != DECK:
            s.known[card] = s.rules.public
        if zone >= stables:
            s.touched |= 1 << zone - stables
    else:
        insert(s.zones[zone], card)
        knowing: Seats = 1 << zone - HANDS
        if s.open_hands & knowing:
            knowing = s.rules.public
        s.known[card] = s.known[card] | knowing  # compiled, `|=` on an element takes three times as long


def insert(hand: list[CardNo], card: CardNo) -> None:
    """Insert a card into a sorted hand. Compiled, this takes an eighth of the time of `insort`."""
    at: i64 = len(hand)
    while at and hand[at - 1] > card:
        at -= 1
    hand.insert(at, card)


def draw(s: State, seat: Seat, count: i64) -> i64:
    """Draw cards, as many as there are; return how many (UU-KEY-draw, UU-END-4)."""
    if s.recorder:
        return _draw_recorded(s, seat, count)
    deck = s.zones[DECK]
    done: i64 = 0
    while done < count and (deck or refill(s)):
        put(s, deck[-1], HANDS + seat)
        done += 1
    return done


def _draw_recorded(s: State, seat: Seat, count: i64) -> i64:
    """Draw cards and record which."""
    deck = s.zones[DECK]
    drawn: list[CardNo] = []
    while len(drawn) < count and (deck or refill(s)):
        drawn.append(deck[-1])
        put(s, deck[-1], HANDS + seat)
    if drawn:
        record_privately(s, "drew", ("UU-KEY-draw",), seat, drawn)
    return len(drawn)


def refill(s: State) -> bool:
    """Make the discard pile the deck, if the table plays so; return whether there is a deck then (RUL-48)."""
    if not can_refill(s):
        return False
    s.refills += 1
    record(s, "recycled", ("UU-END-4",), s.active, s.zones[DISCARD], hand=0)
    for card in s.zones[DISCARD][:]:
        put(s, card, DECK)
    shuffle(s)
    return True


def shuffle(s: State) -> None:
    """Shuffle the deck: nobody knows any card of it."""
    # As lists of anything, compiled, these numbers are moved without being taken out and wrapped again.
    deck: list[Any] = s.zones[DECK]
    all_cards: list[Any] = ALL_CARDS
    where, known = s.where, s.known
    cards = row_of(0, len(deck))
    at: i64 = 0
    for card in range(len(where)):  # the order before the shuffle must not matter: that of the numbers
        if where[card] == DECK:
            cards[at] = card
            known[card] = 0
            at += 1
    rng = Rng(s.rng_key, s.rng_counter)
    rng.shuffle_row(cards)
    s.rng_counter = rng.counter
    for place in range(at):
        deck[place] = all_cards[cards[place]]
    if s.recorder:
        s.recorder.note("shuffled", ("UU-KEY-search",), {"count": len(deck)})


def random_cards(s: State, zone: ZoneNo, count: i64) -> list[CardNo]:
    """Return cards of a zone chosen at random, sorted."""
    cards = s.zones[zone][:]
    rng = Rng(s.rng_key, s.rng_counter)
    rng.shuffle(cards)
    s.rng_counter = rng.counter
    return sorted(cards[:count])


def take_unseen(s: State, cards: Iterable[CardNo], giver: Seat, taker: Seat) -> None:
    """Move cards from hand to hand: only these two know which."""
    forget(s, giver, taker)
    for card in cards:
        put(s, card, HANDS + taker)


def forget(s: State, giver: Seat, taker: Seat) -> None:
    """Nobody but these two is sure of the giver's hand any more, because a card of it goes to the taker."""
    two: Seats = 1 << giver | 1 << taker
    if not s.open_hands >> giver & 1:  # RUL-36: from an open hand all see which
        for card in s.hand(giver):
            s.known[card] = s.known[card] & two


def show(s: State, cards: Iterable[CardNo], seats: Seats) -> None:
    """Mark cards as known to seats, one bit each; `Rules.public` shows them to spectators too."""
    rows: list[CardNo] = (
        cards if isinstance(cards, list) else list(cards)
    )  # compiled, the fastest to go through
    known = s.known
    for card in rows:
        known[card] = known[card] | seats


def known_copy(s: State, card: CardNo) -> CardNo:
    """Return the copy of a card, in the same zone, that most know.

    Whoever sees a copy leave cannot tell which one it was, so the copy left behind must not count as known.
    """
    copies: i64 = len(s.rules.catalog.twins[card])
    if copies == 1:
        return card
    zone = s.where[card]
    knowing = s.rules.knowing
    best = card
    most: i64 = -1
    first: CardNo = card - s.rules.catalog.copies_below[card]
    for twin in range(first, first + copies):
        if s.where[twin] == zone:
            count: i64 = knowing[s.known[twin]]
            if count > most:
                best, most = twin, count
    return best


def best_copies(
    s: State, zone: ZoneNo, picks: tuple[CardNo, ...], targeted: Collection[CardNo]
) -> list[CardNo]:
    """Return for each pick the best-known copy that is still free: a link takes no card twice (UU-EFF-4)."""
    knowing = s.rules.knowing
    used: list[CardNo] = []
    for pick in picks:
        best, most = pick, -1
        for twin in s.rules.catalog.twins[pick]:
            is_free = s.where[twin] == zone and twin not in used and twin not in targeted
            if is_free and knowing[s.known[twin]] > most:
                best, most = twin, knowing[s.known[twin]]
        used.append(best)
    return used


def distinct(s: State, cards: Iterable[CardNo]) -> list[CardNo]:
    """Return the first of each set of equal copies among the cards."""
    return one_of_each(s, sorted(cards))


def one_of_each(s: State, cards: list[CardNo]) -> list[CardNo]:
    """Return the first of each set of equal copies among sorted cards, such as a hand."""
    below = s.rules.catalog.copies_below
    found: list[CardNo] = []
    last: CardNo = NO_CARD
    for card in cards:  # copies have consecutive numbers
        first = card - below[card]
        if first != last:
            found.append(card)
            last = first
    return found


def has_any(marks: bytes, cards: list[CardNo]) -> bool:
    """Whether any of the cards is marked."""
    for card in cards:  # noqa: SIM110 - compiled, a plain loop is the fastest
        if marks[card]:
            return True
    return False


def is_public(s: State, zone: ZoneNo) -> bool:
    """Whether everybody sees the cards of a zone."""
    return zone in {DISCARD, NURSERY, LIMBO} or zone >= HANDS + s.rules.seats


def place(s: State, zone: ZoneNo) -> str:
    """Return the name of a zone in events, `deck` or `hand 1`; an empty text without a recorder."""
    if s.recorder is None:
        return ""
    if zone < HANDS:
        return ("deck", "discard", "nursery", "playing", "aside")[zone]
    kind, seat = divmod(zone - HANDS, s.rules.seats)
    return f"{('hand', 'stable')[kind]} {seat}"


def ids(s: State, cards: Iterable[CardNo]) -> list[Json]:
    """Return the ids of cards, as events and views name them."""
    return [s.rules.catalog.cards[card].id for card in cards]


def record_privately(
    s: State, what: str, rules: tuple[str, ...], seat: Seat, cards: list[CardNo], *more: Seat, **facts: Json
) -> None:
    """Record an event of which only the seat and those of `more` see which cards. Needs a recorder."""
    assert s.recorder is not None
    open_: dict[str, Json] = {"seat": seat, "count": len(cards), **facts}
    s.recorder.note(what, rules, open_, {"cards": ids(s, cards)}, (seat, *more))


def record(
    s: State, what: str, rules: tuple[str, ...], seat: Seat, cards: Iterable[CardNo] = (), **facts: Json
) -> None:
    """Record an event that everybody sees in full; do nothing without a recorder."""
    if s.recorder:
        s.recorder.note(what, rules, {"seat": seat, "cards": ids(s, cards), **facts})
