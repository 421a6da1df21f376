"""Changes to hands, deck and discard pile: discard, pull, look, find, trade, shuffle in."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stablehand.games.unicorns.knowledge.traits import may_enter
from stablehand.games.unicorns.resolution.events import draw_cards
from stablehand.games.unicorns.resolution.stables import RULES, enter, leave, to_discard
from stablehand.games.unicorns.state.records import NO_CARD, NOBODY, Env
from stablehand.games.unicorns.state.state import ASIDE, DECK, DISCARD, HANDS, LIMBO
from stablehand.games.unicorns.state.zones import (
    place,
    put,
    random_cards,
    record,
    record_privately,
    refill,
    show,
    shuffle,
    take_unseen,
)
from stablehand.games.unicorns.turn import party

if TYPE_CHECKING:
    from stablehand.core.build import i64
    from stablehand.games.unicorns.state.records import CardNo, Seat
    from stablehand.games.unicorns.state.state import State
    from stablehand.games.unicorns.vocabulary import Counter, Look, Recycle, Reveal, Search


def discard_cards(s: State, env: Env, cards: tuple[CardNo, ...]) -> i64:
    """Discard cards of a hand (UU-KEY-discard), or a revealed card, which costs no forfeit (UU-STRIP-1)."""
    if cards:
        is_of_hand = s.where[cards[0]] == HANDS + env.you
        if s.recorder:
            record(s, "discard", RULES["discard"], env.you, cards, origin=place(s, s.where[cards[0]]))
        for card in cards:
            to_discard(s, card)
        if is_of_hand:
            party.discarded(s, env.you, len(cards))
    return len(cards)


def bury(s: State, env: Env, cards: tuple[CardNo, ...], *, is_shuffled: bool) -> i64:
    """Put cards of a stable or a hand under the deck, or shuffle them into it."""
    for card in cards:
        home = s.controller(card)
        if home != NOBODY:
            leave(s, "bury", home, card, DECK)
        else:
            _bury_unseen(s, env.you, card)
        if s.where[card] == DECK:  # a Baby is in the nursery
            deck = s.zones[DECK]
            deck.insert(0, deck.pop())
    if is_shuffled:
        shuffle(s)
    return len(cards)


def _bury_unseen(s: State, seat: Seat, card: CardNo) -> None:
    """Move a card of a hand to the deck: nobody else sees which, and so is sure of that hand no more."""
    if not s.open_hands >> seat & 1:
        for held in s.hand(seat):
            s.known[held] = s.known[held] & 1 << seat
    put(s, card, DECK)
    if s.recorder:
        record_privately(s, "buried", RULES["bury"], seat, [card])


def pull(s: State, env: Env, they: Seat, n: i64) -> i64:
    """Take cards at random from another hand (UU-KEY-pull)."""
    cards = random_cards(s, HANDS + they, n)
    take_unseen(s, cards, they, env.you)
    if cards and s.recorder:
        record_privately(s, "pulled", ("UU-KEY-pull",), env.you, cards, they, giver=they)
    return len(cards)


def look(s: State, env: Env, cards: list[CardNo], they: Seat) -> i64:
    """Show cards to a player without moving them."""
    show(s, cards, 1 << env.you)
    if s.recorder:
        record_privately(
            s,
            "looked",
            ("UU-KEY-pull",) if they != NOBODY else ("UU-KEY-search",),
            env.you,
            sorted(cards),
            at=they,
        )
    return 1


def draw_shown(s: State, word: Reveal, env: Env) -> i64:
    """Draw a card, show it to all if the word says so, and speak of it (RUL-70)."""
    card = s.zones[DECK][-1] if s.zones[DECK] or refill(s) else NO_CARD
    s.about = (env.you, card)
    if card == NO_CARD:
        return 0
    draw_cards(s, env.you, 1)
    if word.is_open:
        show(s, (card,), s.rules.public)
        record(s, "revealed", ("RUL-70",), env.you, (card,))
    return 1


def rob(s: State, env: Env, they: Seat, card: CardNo, to: str) -> i64:
    """Take a chosen card from another hand, or discard it; return 0 if it is no longer there."""
    if s.where[card] != HANDS + they:
        return 0
    if to == "discard":
        record(s, "discard", RULES["discard"], they, (card,), origin=place(s, s.where[card]), by=env.you)
        put(s, card, DISCARD)
        return 1
    take_unseen(s, (card,), they, env.you)
    if s.recorder:
        record_privately(s, "robbed", ("UU-KEY-pull",), env.you, [card], they, giver=they)
    return 1


def find(s: State, word: Search, env: Env, cards: tuple[CardNo, ...], to: Seat) -> i64:
    """Show the found card, if it is still there, take it, and shuffle (UU-KEY-search)."""
    found = tuple(card for card in cards if s.where[card] == DECK)
    if word.to != "hand":
        found = tuple([card for card in found if may_enter(s, card, to)])
        for card in found:
            enter(s, "bring", to, card, env.you, ("UU-KEY-search", "UU-PLAY-2"))
        shuffle(s)
        return len(found)
    for card in found:
        show(s, found, s.rules.public)
        put(s, card, HANDS + env.you)
        record(s, "found", ("UU-KEY-search",), env.you, found)
    shuffle(s)
    return len(found)


def deal_out(s: State, word: Look, env: Env, cards: tuple[CardNo, ...], to: Seat) -> i64:
    """Take the first of the cards on top of the deck; the others go where the word says, or back on top.

    The others come topmost first. Return 0 if the deck has changed since they were chosen.
    """
    deck = s.zones[DECK]
    if set(deck[-len(cards) :]) != set(cards):
        return 0
    taken, rest = cards[: word.take], cards[word.take :]
    shown = rest if word.rest == "discard" else ()
    for card in cards:  # where it goes the others know only by what they see, and copies look alike
        if not shown or any(twin in shown for twin in s.rules.catalog.twins[card]):
            s.known[card] = s.known[card] & 1 << env.you
    for card in taken:
        put(s, card, HANDS + env.you)
    is_back = word.rest in {"same", "any_order"}
    if is_back:
        deck[len(deck) - len(rest) :] = list(reversed(rest))
    if s.recorder:
        what = "stacked" if not taken else "foresaw" if is_back else "kept"
        if taken or is_back:
            record_privately(s, what, ("UU-KEY-draw",), env.you, list(taken or rest))
    if word.rest == "discard" and rest:  # not from a hand (RUL-69)
        record(s, "discard", ("RUL-69",), env.you, rest, origin=place(s, DECK))
        for card in rest:
            to_discard(s, card)
    elif word.rest == "give" and rest:
        for card in rest:
            put(s, card, HANDS + to)
        if s.recorder:
            record_privately(s, "gave", ("RUL-69",), env.you, list(rest), to, to=to, origin=place(s, DECK))
    return 1


def trade(s: State, one: Seat, other: Seat) -> None:
    """Exchange hands; each remembers what it gave (RUL-40)."""
    first, second = s.hand(one)[:], s.hand(other)[:]
    for cards, to in ((first, other), (second, one)):
        for card in cards:
            put(s, card, HANDS + to)
    record(s, "traded", ("RUL-40",), one, to=other, counts=[len(first), len(second)])


def recycle(s: State, word: Recycle, env: Env) -> None:
    """Shuffle the discard pile into the deck, with the card itself or the hand if the word says so."""
    cards = s.zones[DISCARD][:]
    if s.where[env.source] == LIMBO and (word.this or s.rules.magic_in_own_shuffle):
        cards.append(env.source)
    record(s, "recycled", ("UU-EFF-7",), env.you, cards, hand=len(s.hand(env.you)) if word.hand else 0)
    if word.hand:
        cards += s.hand(env.you)
    for card in reversed(cards):  # from the top: `put` finds the last card fastest
        put(s, card, DECK)
    shuffle(s)


def counter(s: State, word: Counter, env: Env) -> None:
    """Stop the card to which an Instant responded (UU-INST-3), perhaps for good (RUL-59)."""
    if s.where[env.it] != LIMBO:
        return
    if word.to == "aside":
        put(s, env.it, ASIDE)
        record(s, "stopped", ("UU-INST-3", "RUL-59"), env.they, (env.it,), by=env.you, goes="aside")
        return
    to_discard(s, env.it)
    if s.recorder:
        record(s, "stopped", ("UU-INST-3",), env.they, (env.it,), by=env.you)
