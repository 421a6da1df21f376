"""What a seat knows about packets: it is certain, complete, and kept by every determinised state."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import pytest

from stablehand.games.fairytale import GAME
from stablehand.games.fairytale.knowledge.seen import Sight, certain_hand, knowledge, minus
from stablehand.games.fairytale.state.rules import rules_for
from stablehand.games.fairytale.state.scene import Board, set_up
from support.games import PLAIN, Table, moments
from support.sizes import SCALE

if TYPE_CHECKING:
    from stablehand.games.fairytale.state.state import State

HANDS = {
    "ann": ["bard", "demon", "fairy_queen", "homesteader", "vampire"],
    "bob": ["chameleon", "dragons_cave", "mischievous_fairy", "sky_dance_dragon", "werewolf"],
    "cid": ["dwarven_warrior", "fairywood_3x", "fairywood_friend", "holy_empire_3x", "holy_empire_flip"],
}


def draft(hands: dict[str, list[str]], *picks: str, seats: int = 3) -> State:
    """Deal these hands and let the seats keep these cards, one each in seat order, repeatedly."""
    rules = rules_for(seats, {})
    state = set_up(rules, Board([{"hand": hand} for hand in list(hands.values())[:seats]]), seed=1)
    for number, card in enumerate(picks):
        GAME.answer(state, number % seats, rules.cards.number[card])
    return state


def names(state: State, cards: tuple[int, ...]) -> list[str]:
    return sorted(state.rules.cards.cards[card].id for card in cards)


def test_before_the_first_pass_a_seat_knows_only_its_own_hand() -> None:
    state = draft(HANDS)
    assert names(state, certain_hand(state, 0, 0)) == HANDS["ann"]
    assert certain_hand(state, 0, 1) == certain_hand(state, 0, 2) == ()


def test_a_seat_knows_the_packet_it_passed_on() -> None:
    state = draft(HANDS, "bard", "werewolf", "fairywood_3x")
    assert names(state, certain_hand(state, 0, 1)) == ["demon", "fairy_queen", "homesteader", "vampire"]
    assert certain_hand(state, 0, 2) == ()
    (packet,) = [p for p in knowledge(state, 0).rounds[-1].packets if p.own]
    assert packet.takers == (0,)
    assert packet.sights == (Sight((1, 2, 3, 4), tuple(sorted(state.hands[1]))),)


def test_the_cards_of_a_passed_packet_are_known_but_not_who_took_which() -> None:
    state = draft(HANDS, "bard", "werewolf", "fairywood_3x", "holy_empire_3x", "demon", "dragons_cave")
    assert certain_hand(state, 0, 2) == ()
    packet = knowledge(state, 0).rounds[-1].packets[2]
    assert packet.takers == (0, 1)
    assert packet.left == 3
    number = state.rules.cards.number
    passed = tuple(sorted(number[card] for card in HANDS["ann"] if card != "bard"))
    assert packet.sights == (Sight((1, 2, 3, 4), passed),)
    took = {GAME.determinise(state, 0, seed).trails[2][1] for seed in range(60)}
    assert took == {(1, card) for card in passed}


def test_a_seat_knows_what_was_taken_when_a_packet_returns() -> None:
    picks = ("bard", "werewolf", "fairywood_3x", "holy_empire_3x", "demon", "dragons_cave")
    state = draft(HANDS, *picks, "chameleon", "fairywood_friend", "vampire")
    assert names(state, tuple(state.hands[0])) == ["fairy_queen", "homesteader"]
    packet = knowledge(state, 0).rounds[-1].packets[0]
    number = state.rules.cards.number
    taken = tuple(sorted((number["demon"], number["vampire"])))
    assert packet.own == ((0, number["bard"]),)
    assert packet.sights == (Sight((1, 2), taken), Sight((3, 4), tuple(state.hands[0])))
    orders = {GAME.determinise(state, 0, seed).trails[0][1:] for seed in range(40)}
    assert orders == {((1, taken[0]), (2, taken[1])), ((1, taken[1]), (2, taken[0]))}


def test_a_played_card_reveals_who_took_it() -> None:
    """Two cards of Ann's packet were taken; when Bob plays one of them, Cid must have taken the other."""
    picks = ("bard", "werewolf", "fairywood_3x", "holy_empire_3x", "fairy_queen", "dragons_cave")
    more = ("chameleon", "dwarven_warrior", "vampire", "demon", "mischievous_fairy", "fairywood_friend")
    last = ("holy_empire_flip", "homesteader", "sky_dance_dragon")
    state = draft(HANDS, *picks, *more, *last)
    number = state.rules.cards.number

    def takers() -> set[int]:
        truths = [GAME.determinise(state, 0, seed) for seed in range(30)]
        return {
            taker
            for truth in truths
            for trail in truth.trails
            for taker, card in trail
            if card == number["fairy_queen"]
        }

    assert takers() == {1, 2}
    for seat, card in enumerate(("bard", "fairy_queen", "sky_dance_dragon")):
        GAME.answer(state, seat, number[card])
    assert takers() == {1}
    assert all(number["vampire"] in GAME.determinise(state, 0, seed).kept[2] for seed in range(20))


def test_a_seat_remembers_the_cards_it_discarded() -> None:
    """The cards a seat discarded at the end of a round are the same in every determinised state."""
    table = Table(3, {})
    for state, _ in moments(table, 4):
        if state.round == 2 and state.step == 0:
            mine = sorted(card for trail in state.chapters[0].trails for taker, card in trail if taker == 1)
            left = minus(mine, state.chapters[0].played[1])
            for seed in range(5):
                truth = GAME.determinise(state, 1, seed)
                assert Counter(left) <= Counter(truth.gone)
                assert len(truth.gone) == 6
            return
    pytest.fail("the second round was never dealt")


@pytest.mark.parametrize("table", PLAIN, ids=lambda table: table.name)
def test_certain_cards_are_in_every_determinised_state_and_no_others_are(table: Table) -> None:
    """A card is certain if it is in every determinised state; 60 samples approximate all of them."""
    for game in range(SCALE):
        for number, (state, _) in enumerate(moments(table, seed=77 + game)):
            if not state.is_draft or number % (7 * table.seats) or state.step == 0:
                continue
            for seat in range(table.seats):
                truths = [GAME.determinise(state, seat, seed) for seed in range(60)]
                for other in range(table.seats):
                    certain = Counter(certain_hand(state, seat, other))
                    common = Counter(truths[0].hands[other])
                    for truth in truths[1:]:
                        common &= Counter(truth.hands[other])
                    assert certain == common, (number, seat, other)


def test_minus_removes_one_copy_at_a_time() -> None:
    assert minus((3, 1, 3, 2), (3,)) == (1, 2, 3)
    with pytest.raises(ValueError, match="not in list"):
        minus((1,), (2,))
