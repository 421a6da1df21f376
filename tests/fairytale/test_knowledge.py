"""What a seat knows of packets: certain, complete, and kept by every possible truth."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import pytest

from games import PLAIN, SCALE, Table, moments
from stablehand.fairytale import GAME
from stablehand.fairytale.knowledge import Sight, certain_hand, knowledge, minus
from stablehand.fairytale.options import rules_for
from stablehand.fairytale.scene import Board, set_up

if TYPE_CHECKING:
    from stablehand.fairytale.state import State

HANDS = {
    "ann": ["bard", "demon", "fairy_queen", "homesteader", "vampire"],
    "bob": ["chameleon", "dragons_cave", "mischievous_fairy", "sky_dance_dragon", "werewolf"],
    "cid": ["dwarven_warrior", "fairywood_3x", "fairywood_friend", "holy_empire_3x", "holy_empire_flip"],
}


def draft(hands: dict[str, list[str]], *picks: str, seats: int = 3) -> State:
    """Deal these hands and let the seats keep these cards, one each in seat order, again and again."""
    rules = rules_for(seats, {})
    state = set_up(rules, Board([{"hand": hand} for hand in list(hands.values())[:seats]]), seed=1)
    for number, card in enumerate(picks):
        GAME.answer(state, number % seats, rules.cards.number[card])
    return state


def names(state: State, cards: tuple[int, ...]) -> list[str]:
    return sorted(state.rules.cards.cards[card].id for card in cards)


def test_before_anything_is_passed_one_knows_ones_own_hand_only() -> None:
    state = draft(HANDS)
    assert names(state, certain_hand(state, 0, 0)) == HANDS["ann"]
    assert certain_hand(state, 0, 1) == certain_hand(state, 0, 2) == ()


def test_one_knows_what_one_passed_on() -> None:
    state = draft(HANDS, "bard", "werewolf", "fairywood_3x")
    assert names(state, certain_hand(state, 0, 1)) == ["demon", "fairy_queen", "homesteader", "vampire"]
    assert certain_hand(state, 0, 2) == ()
    (packet,) = [p for p in knowledge(state, 0).rounds[-1].packets if p.own]
    assert packet.takers == (0,)
    assert packet.sights == (Sight((1, 2, 3, 4), tuple(sorted(state.hands[1]))),)


def test_of_what_went_further_one_knows_the_set_but_not_who_took_what() -> None:
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


def test_when_a_packet_comes_back_one_knows_what_was_taken() -> None:
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


def test_a_card_played_tells_who_took_it() -> None:
    """Ann has seen two cards go from her packet; when bob plays one of them, cid has taken the other."""
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


def test_leftovers_are_forgotten_by_nobody_who_saw_them() -> None:
    """A seat knows its own leftovers in every possible truth."""
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
def test_certain_cards_are_in_every_possible_truth_and_no_others_are(table: Table) -> None:
    """Certain is what all truths agree on: sound for every sample, complete where samples are many."""
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


def test_minus_takes_copy_by_copy() -> None:
    assert minus((3, 1, 3, 2), (3,)) == (1, 2, 3)
    with pytest.raises(ValueError, match="not in list"):
        minus((1,), (2,))
