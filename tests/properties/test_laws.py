"""Invariants of the engine, checked on random games."""

from __future__ import annotations

import json
from collections import Counter
from typing import TYPE_CHECKING

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from stablehand import Journal, Recorder
from stablehand.games.fairytale import GAME
from stablehand.games.fairytale.play.score import account, points
from stablehand.games.fairytale.state.rules import rules_for
from stablehand.games.fairytale.state.scene import Board, set_up
from stablehand.games.fairytale.vocabulary import Hunt
from support.games import Table, cards_of
from support.sizes import sized
from support.strategies import DECK, journals, piles, states

if TYPE_CHECKING:
    from random import Random

    from stablehand.games.fairytale.state.state import State

FRIENDS = sorted({row["id"] for row in DECK.source["card"] if row["kind"] == "friend"})


def table_of(*zones: dict[str, list[str]], **options: object) -> State:
    board = Board([dict(zone) for zone in zones], round=4, is_play=True)
    return set_up(rules_for(len(zones), options), board, seed=1)


@given(journals())
def test_the_same_journal_gives_the_same_game(journal: Journal) -> None:
    one, two = Recorder(), Recorder()
    first, second = journal.replay(one), Journal.read(journal.write()).replay(two)
    assert GAME.encode(first) == GAME.encode(second)
    assert one.events == two.events
    json.dumps([event.seen_by(0) for event in one.events], allow_nan=False)


@given(journals())
def test_a_recorder_changes_nothing(journal: Journal) -> None:
    assert GAME.digest(journal.replay(Recorder())) == GAME.digest(journal.replay())


@given(states(), st.randoms(use_true_random=False))
def test_a_clone_and_a_decoded_state_play_on_like_the_original(state: State, rng: Random) -> None:
    copies = [state, GAME.clone(state), GAME.decode(GAME.encode(state))]
    frozen = GAME.clone(state)
    before = GAME.encode(frozen)
    for _ in range(12):
        asks = GAME.pending(state)
        assert all(GAME.pending(copy) == asks for copy in copies)
        if not asks:
            break
        decision = rng.choice(asks)
        option = rng.choice(decision.options)
        for copy in copies:
            GAME.answer(copy, decision.seat, option)
        assert len({GAME.encode(copy) for copy in copies}) == 1
    assert GAME.encode(frozen) == before


@given(journals())
def test_no_card_is_lost_or_added(journal: Journal) -> None:
    state = journal.replay()
    supply = sorted(state.rules.cards.supply(expert=state.rules.expert))
    for step in journal.steps():
        assert cards_of(step) == supply


@given(journals())
def test_played_cards_stay_with_their_player(journal: Journal) -> None:
    """FT-PLAY-3: a table only grows until the end, and its order is the order of playing."""
    tables: list[list[int]] = [[] for _ in range(journal.seats)]
    for state in journal.steps():
        if state.is_over:
            break
        for seat, table in enumerate(state.table):
            assert table[: len(tables[seat])] == tables[seat]
            tables[seat] = table[:]


@given(states(), st.data())
def test_the_order_of_sealed_answers_does_not_matter(state: State, data: st.DataObject) -> None:
    asks = [decision for decision in GAME.pending(state) if decision.most == 1]
    answers = [(decision.seat, data.draw(st.sampled_from(decision.options))) for decision in asks]
    ends = []
    for order in (answers, data.draw(st.permutations(answers))):
        copy = GAME.clone(state)
        for seat, option in order:
            GAME.answer(copy, seat, option)
        ends.append(GAME.encode(copy))
    assert ends[0] == ends[1]


@given(states(), st.data())
def test_only_the_last_of_replaced_answers_counts(state: State, data: st.DataObject) -> None:
    asks = [decision for decision in GAME.pending(state) if decision.most == 1]
    assume(len(GAME.pending(state)) > 1)
    assume(asks)
    decision = data.draw(st.sampled_from(asks))
    first, last = data.draw(st.tuples(*[st.sampled_from(decision.options)] * 2))
    once, twice = GAME.clone(state), GAME.clone(state)
    GAME.answer(once, decision.seat, last)
    GAME.answer(twice, decision.seat, first)
    if decision in GAME.revisable(twice):  # with several picks in one step, a replacement starts at the first
        GAME.answer(twice, decision.seat, last)
        assert GAME.digest(once) == GAME.digest(twice)


@given(states(), st.integers(0, 1 << 30))
def test_a_determinised_state_fits_what_its_seat_knows(state: State, seed: int) -> None:
    for seat in (None, *range(state.rules.seats)):
        truth = GAME.determinise(state, seat, seed)
        assert GAME.view(truth, seat) == GAME.view(state, seat)
        assert GAME.encode(GAME.determinise(truth, seat, seed)) == GAME.encode(truth)
        assert cards_of(truth) == cards_of(state)
        assert GAME.encode(GAME.decode(GAME.encode(truth))) == GAME.encode(truth)


@given(piles(5, 5, 1, 1))
def test_a_face_down_card_never_changes_points(cards: list[list[str]]) -> None:
    """FT-END-1: neither the points of its owner nor those of another seat."""
    mine, yours, one, two = cards
    plain = table_of({"table": mine}, {"table": yours})
    more = table_of({"table": mine, "closed": one}, {"table": yours, "closed": two})
    assert [points(plain, seat) for seat in (0, 1)] == [points(more, seat) for seat in (0, 1)]


@settings(max_examples=sized(quick=30, full=100, release=2000))
@given(piles(6, 6), st.sampled_from(FRIENDS))
def test_another_friend_is_worth_at_least_three_more(cards: list[list[str]], friend: str) -> None:
    mine, yours = cards
    assume(Counter(mine + yours)[friend] < 4)
    assert (
        points(table_of({"table": [*mine, friend]}, {"table": yours}), 0)
        >= points(table_of({"table": mine}, {"table": yours}), 0) + 3
    )


@given(piles(7, 7), st.permutations(range(7)))
def test_points_do_not_depend_on_the_order_of_playing(cards: list[list[str]], order: list[int]) -> None:
    mine, yours = cards
    one = table_of({"table": mine}, {"table": yours})
    two = table_of({"table": [mine[at] for at in order]}, {"table": yours})
    assert points(one, 0) == points(two, 0)
    assert account(one, 0).total == account(two, 0).total


@given(piles(6, 6))
def test_counting_ties_never_costs_points(cards: list[list[str]]) -> None:
    mine, yours = cards
    strict = table_of({"table": mine}, {"table": yours}, most_tie_counts=False)
    kind = table_of({"table": mine}, {"table": yours}, most_tie_counts=True)
    assert points(strict, 0) <= points(kind, 0)


@given(journals())
def test_only_an_effect_closes_or_opens_a_card(journal: Journal) -> None:
    """FT-HUNT-1, FT-CLOSE, FT-OPEN: cards are turned over only if a card with an effect was revealed."""
    down: list[int] = [0] * journal.seats
    fresh: list[int] = []
    recorder = Recorder()
    for state in journal.steps(recorder):
        if state.stage == 0 and down != state.down and not state.is_over:
            last = [event.open["card"] for event in recorder.events if event.what == "played"][
                -journal.seats :
            ]
            fresh = [DECK.number[str(card)] for card in last]
            assert any(DECK.cards[card].effect for card in fresh)
            if [e for e in recorder.events if e.rules == ("FT-HUNT-1",)]:
                played = {str(event.open["card"]) for event in recorder.events if event.what == "played"}
                assert any(isinstance(DECK.cards[DECK.number[card]].effect, Hunt) for card in played)
        down = state.down[:]


@given(states(Table(4, {"teams": True})))
def test_partners_have_the_same_score(state: State) -> None:
    scores = GAME.scores(state)
    assert scores[0] == scores[2]
    assert scores[1] == scores[3]
