"""Changes to hands, deck and discard pile: discard, pull, look, find, trade, shuffle in."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stablehand.games.unicorns.resolution.stables import RULES, to_discard
from stablehand.games.unicorns.state.records import NOBODY, Env
from stablehand.games.unicorns.state.state import DECK, DISCARD, HANDS, LIMBO
from stablehand.games.unicorns.state.zones import (
    place,
    put,
    random_cards,
    record,
    record_privately,
    show,
    shuffle,
    take_unseen,
)
from stablehand.games.unicorns.turn import party

if TYPE_CHECKING:
    from stablehand.core.contract import Seat
    from stablehand.games.unicorns.state.records import CardNo
    from stablehand.games.unicorns.state.state import State
    from stablehand.games.unicorns.vocabulary import Recycle


def discard_cards(s: State, env: Env, cards: tuple[CardNo, ...]) -> int:
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


def pull(s: State, env: Env, they: Seat, n: int) -> int:
    """Take cards at random from another hand (UU-KEY-pull)."""
    cards = random_cards(s, HANDS + they, n)
    take_unseen(s, cards, they, env.you)
    if cards and s.recorder:
        record_privately(s, "pulled", ("UU-KEY-pull",), env.you, cards, they, giver=they)
    return len(cards)


def look(s: State, env: Env, cards: list[CardNo], they: Seat) -> int:
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


def rob(s: State, env: Env, they: Seat, card: CardNo, to: str) -> int:
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


def find(s: State, env: Env, cards: tuple[CardNo, ...]) -> int:
    """Show the found card, if it is still there, take it, and shuffle (UU-KEY-search)."""
    found = tuple(card for card in cards if s.where[card] == DECK)
    for card in found:
        show(s, found, s.rules.public)
        put(s, card, HANDS + env.you)
        record(s, "found", ("UU-KEY-search",), env.you, found)
    shuffle(s)
    return len(found)


def put_back(s: State, env: Env, cards: tuple[CardNo, ...]) -> int:
    """Take the first card, put the others back with the second on top; return 0 if the deck has changed."""
    deck = s.zones[DECK]
    if set(deck[-len(cards) :]) != set(cards):
        return 0
    me = 1 << env.you
    for card in cards:
        s.known[card] &= me
    put(s, cards[0], HANDS + env.you)
    deck[len(deck) - len(cards) + 1 :] = list(cards[:0:-1])
    if s.recorder:
        record_privately(s, "foresaw", ("UU-KEY-draw",), env.you, [cards[0]])
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


def counter(s: State, env: Env) -> None:
    """Stop the card to which an Instant responded (UU-INST-3)."""
    if s.where[env.it] == LIMBO:
        to_discard(s, env.it)
        if s.recorder:
            record(s, "stopped", ("UU-INST-3",), env.they, (env.it,), by=env.you)
