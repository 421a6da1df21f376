"""Set-up: shuffling, dealing, babies, the first player (UU-SETUP, UU-TWO)."""

from __future__ import annotations

from collections import Counter

import pytest

from stablehand import Recorder
from stablehand.core.contract import Kind
from stablehand.games.unicorns import GAME
from stablehand.games.unicorns.state.state import ASIDE, DECK, DISCARD, LIMBO, NURSERY, PASS, SEAT0
from support.unicorn_games import EVERY_DECK, SEAT_COUNTS, chosen, deck_named, names


@pytest.mark.parametrize("deck", EVERY_DECK)
@pytest.mark.parametrize("seats", SEAT_COUNTS)
def test_every_seat_is_dealt_five_cards_and_chooses_a_baby(deck: str, seats: int) -> None:
    """UU-SETUP-1, UU-SETUP-2, UU-SETUP-7: in seat order, from the babies that are left."""
    state = GAME.start(seats, 3, {**chosen(deck), "two_player": False})
    babies = set(deck_named(deck).babies)
    assert len(state.zones[DECK]) == len(deck_named(deck).black_backs) - 5 * seats
    assert set(state.zones[NURSERY]) == babies
    assert not state.zones[DISCARD]
    assert not state.zones[LIMBO]
    assert not state.zones[ASIDE]
    for seat in range(seats):
        [decision] = GAME.pending(state)
        assert (decision.seat, decision.kind) == (seat, Kind.SETUP)
        assert set(decision.options) == babies
        assert len(state.hand(seat)) == 5
        taken = decision.options[-1]
        GAME.answer(state, seat, taken)
        babies.discard(taken)
        assert state.stable(seat) == [taken]
    assert set(state.zones[NURSERY]) == babies
    while (decision := GAME.pending(state)[0]).kind is Kind.RESPOND:  # to the beginning of a turn (RUL-64)
        assert decision.seat != state.active
        GAME.answer(state, decision.seat, PASS)
    assert state.phase == "action"
    assert len(state.hand(state.active)) == 6
    assert [d.seat for d in GAME.pending(state)] == [state.active]


@pytest.mark.parametrize("deck", EVERY_DECK)
def test_two_players_play_with_fewer_cards_and_a_neigh_each(deck: str) -> None:
    """UU-TWO-1, UU-TWO-2, UU-TWO-3."""
    cards = deck_named(deck)
    state = GAME.start(2, 5, chosen(deck))
    aside = {cards.cards[card].id for card in state.zones[ASIDE]}
    assert aside == {d.id for d in cards.definitions if not d.is_for_two}
    assert aside >= {d.id for d in cards.definitions if d.type == "basic"}
    for seat in (0, 1):
        assert len(state.hand(seat)) == 6
        assert cards.two_player_neigh in names(state, state.hand(seat))
    kinds = Counter(cards.cards[card].type for card in state.zones[ASIDE])
    assert not kinds["baby"]
    assert cards.two_player_neigh == ("the_safeword_is_neigh" if cards.id.startswith("nsfw") else "neigh")
    whole = GAME.start(2, 5, {**chosen(deck), "two_player": False})
    assert not whole.zones[ASIDE]
    assert len(whole.hand(0)) == 5


@pytest.mark.parametrize("deck", EVERY_DECK)
def test_two_players_get_different_copies_of_neigh(deck: str) -> None:
    state = GAME.start(2, 5, chosen(deck))
    assert not set(state.hand(0)) & set(state.hand(1))


def start_with(
    seats: int, seed: int, votes: dict[int, int] | None = None, **options: object
) -> tuple[int, Recorder]:
    recorder = Recorder()
    state = GAME.start(seats, seed, options, recorder=recorder)
    while not state.turn:
        decision = GAME.pending(state)[0]
        option = decision.options[0]
        if decision.why == "vote":
            option = SEAT0 + (votes or {})[decision.seat]
        GAME.answer(state, decision.seat, option, recorder=recorder)
    return state.starter, recorder


def test_the_first_player_is_random_by_default() -> None:
    """UU-SETUP-3."""
    assert {start_with(4, seed)[0] for seed in range(40)} == {0, 1, 2, 3}


@pytest.mark.parametrize("seat", range(4))
def test_an_option_sets_the_first_player(seat: int) -> None:
    for value in (seat, str(seat)):
        starter, recorder = start_with(4, 1, first_player=value)
        assert starter == seat
        [event] = [e for e in recorder.events if e.what == "starts"]
        assert event.open["seat"] == seat
        assert event.rules == ("UU-SETUP-3",)


def test_a_vote_decides_the_first_player() -> None:
    """UU-SETUP-3, UU-SETUP-7: the sealed vote follows the choice of babies."""
    assert start_with(4, 1, {0: 2, 1: 2, 2: 0, 3: 1}, first_player="vote")[0] == 2


def test_a_tied_vote_is_decided_at_random_among_the_tied_seats() -> None:
    votes = {0: 1, 1: 1, 2: 3, 3: 3}
    assert {start_with(4, seed, votes, first_player="vote")[0] for seed in range(40)} == {1, 3}


def test_a_vote_is_sealed_and_can_be_changed() -> None:
    state = GAME.start(3, 1, {"first_player": "vote"})
    for seat in range(3):
        GAME.answer(state, seat, GAME.pending(state)[0].options[0])
    assert [d.seat for d in GAME.pending(state)] == [0, 1, 2]
    before = GAME.view(state, 1)
    GAME.answer(state, 0, SEAT0 + 2)
    after = GAME.view(state, 1)
    assert {key for key in after if after[key] != before[key]} == {"asked"}
    assert [d.seat for d in GAME.revisable(state)] == [0]
    GAME.answer(state, 0, SEAT0)
    GAME.answer(state, 1, SEAT0)
    GAME.answer(state, 2, SEAT0 + 1)
    assert state.starter == 0


def test_the_deal_depends_on_the_seed_only() -> None:
    assert len({tuple(GAME.start(4, seed).hand(0)) for seed in range(30)}) == 30
    assert GAME.digest(GAME.start(4, 7)) == GAME.digest(GAME.start(4, 7))


def test_an_option_sets_the_hand_size() -> None:
    assert [len(GAME.start(8, 1, {"hand_size": 10}).hand(seat)) for seat in range(8)] == [10] * 8
