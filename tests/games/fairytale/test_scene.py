"""Boards that are set up by hand: even unusual ones keep the contract."""

from __future__ import annotations

import json

import pytest

from stablehand.core.contract import BoardError
from stablehand.core.rng import Rng
from stablehand.games.fairytale import GAME
from stablehand.games.fairytale.state.rules import rules_for
from stablehand.games.fairytale.state.scene import Board, set_up
from support.games import cards_of
from support.sizes import slow_after

Zones = dict[str, list[str]]

BOARDS: dict[str, tuple[Board, int]] = {
    "nothing at all": (Board([{}, {}]), 2),
    "one seat with a hand": (Board([{"hand": ["bard", "demon"]}, {}, {}]), 3),
    "hands of three with cards kept": (
        Board([{"hand": ["bard", "werewolf", "bard"], "kept": ["vampire"] * 2}, {"hand": ["demon"] * 3}]),
        2,
    ),
    "everything closed": (
        Board([{"kept": ["shadow_unflip_two", "bard", "demon"], "closed": ["bard"] * 2}, {}], is_play=True),
        2,
    ),
    "the last play of all": (
        Board(
            [{"kept": ["bard", "demon", "demon"], "closed": ["bard"] * 2}, {"kept": ["werewolf"] * 3}],
            round=4,
            is_play=True,
        ),
        2,
    ),
    "an empty deck": (
        Board([{"hand": ["bard", "demon"]}, {"hand": ["vampire", "vampire"]}], deck_only=[], round=3),
        2,
    ),
    "a deck that runs out in the next deal": (
        Board([{"kept": ["bard", "demon", "demon"]}, {}], deck_only=["werewolf"] * 3, is_play=True),
        2,
    ),
    "cards discarded before": (
        Board([{"hand": ["bard"] * 2}, {"hand": ["demon"] * 2}], discard=["vampire", "chameleon"], round=2),
        2,
    ),
    "five seats in the middle": (
        Board([{"kept": ["homesteader", "demon", "bard", "vampire"][:4], "table": ["mischievous_fairy"]}] * 1
              + [{"closed": ["bard"]}, {"table": ["demon"]}, {}, {}], round=3, is_play=True),
        5,
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", slow_after(1, BOARDS, "plays four games from every board"))
def test_an_unusual_board_keeps_the_contract(name: str) -> None:
    """Check at every decision that copies are equal, secrets are kept and no card is lost; the game ends."""
    board, seats = BOARDS[name]
    rules = rules_for(seats, {})
    rng = Rng.from_seed(3)
    for game in range(4):
        state = set_up(rules, board, seed=game)
        every = cards_of(state)
        assert every == sorted(rules.cards.supply(expert=True))
        for _ in range(400):
            decoded = GAME.decode(GAME.encode(state))
            assert GAME.encode(decoded) == GAME.encode(state)
            assert GAME.pending(decoded) == GAME.pending(state)
            for seat in (None, *range(seats)):
                truth = GAME.determinise(state, seat, 5)
                assert cards_of(truth) == every
                assert GAME.view(truth, seat) == GAME.view(state, seat)
                again = GAME.determinise(GAME.determinise(state, seat, 9), seat, 5)
                assert GAME.encode(again) == GAME.encode(truth)
                json.dumps(GAME.view(state, seat), allow_nan=False)
            if not GAME.pending(state):
                break
            decision = rng.choice(GAME.pending(state))
            GAME.answer(state, decision.seat, rng.choice(decision.options))
        assert GAME.pending(state) == ()
        assert state.is_over is (name != "nothing at all")
        assert cards_of(state) == every


def test_a_board_is_set_up_as_described() -> None:
    rules = rules_for(2, {})
    board = Board(
        [
            {
                "hand": ["bard", "demon"],
                "kept": ["vampire"],
                "table": ["homesteader"],
                "closed": ["werewolf"],
            },
            {},
        ],
        deck_top=["chameleon", "bard"],
        discard=["fairy_queen"],
        round=3,
    )
    state = set_up(rules, board, seed=1)
    ids = [card.id for card in rules.cards.cards]
    assert [ids[card] for card in state.hands[0]] == ["bard", "demon"]
    assert [ids[card] for card in state.face_up(0)] == ["homesteader"]
    assert [ids[card] for card in state.face_down(0)] == ["werewolf"]
    assert [ids[card] for card in state.deck[-1:-3:-1]] == ["chameleon", "bard"]
    assert [ids[card] for card in state.gone] == ["fairy_queen"]
    assert (state.round, state.step) == (3, 3)
    assert len(state.deck) == 100 - 6
    assert set_up(rules, board, seed=2).deck != state.deck
    assert set_up(rules, board, seed=1).deck == state.deck


def test_an_exact_deck_leaves_the_rest_out_of_the_game() -> None:
    state = set_up(
        rules_for(2, {}), Board([{}, {}], deck_top=["bard"], deck_only=["demon", "vampire"]), seed=1
    )
    ids = [card.id for card in state.rules.cards.cards]
    assert [ids[card] for card in reversed(state.deck)] == ["bard", "demon", "vampire"]
    assert len(state.aside) == 97


@pytest.mark.parametrize(("cards", "step"), [(5, 5), (4, 6), (3, 7)])
def test_the_number_of_kept_cards_gives_the_play_step(cards: int, step: int) -> None:
    board = Board([{"kept": ["homesteader"] * cards}, {}], is_play=True)
    assert set_up(rules_for(2, {}), board, seed=1).step == step


@pytest.mark.parametrize(("cards", "step"), [(5, 0), (4, 1), (3, 2), (2, 3), (1, 4)])
def test_the_number_of_cards_in_hand_gives_the_draft_step(cards: int, step: int) -> None:
    board = Board([{"hand": ["homesteader"] * cards}, {}])
    assert set_up(rules_for(2, {}), board, seed=1).step == step


WRONG: dict[str, tuple[list[Zones], dict[str, int | bool], dict[str, object], str, str]] = {
    "an unknown card": ([{"hand": ["king"]}, {}], {}, {}, "the deck fairy_tale has no card 'king'", "king"),
    "too many copies": ([{"hand": ["demon"] * 2}, {"kept": ["demon"] * 2}], {}, {}, "only 3", "demon"),
    "an expert card": (
        [{"hand": ["fairy_queen"]}, {}], {}, {"expert": False}, "it is an expert card", "fairy_queen",
    ),
    "round 5": ([{}, {}], {"round": 5}, {}, "round must be 1 to 4, not 5", "round"),
    "round 0": ([{}, {}], {"round": 0}, {}, "round must be 1 to 4, not 0", "round"),
    "unequal hands": ([{"hand": ["bard"]}, {"hand": ["bard"] * 2}], {}, {}, "the same number", "hand"),
    "six in hand": ([{"hand": ["homesteader"] * 6}, {}], {}, {}, "the same number of cards, 1 to 5", "hand"),
    "a hand in the play": ([{"hand": ["bard"]}, {}], {"is_play": True}, {}, "nobody has a hand", "hand"),
    "two kept": ([{"kept": ["bard"] * 2}, {}], {"is_play": True}, {}, "5, 4 or 3", "kept"),
    "unequal kept": (
        [{"kept": ["bard"] * 3}, {"kept": ["homesteader"] * 4}], {"is_play": True}, {}, "5, 4 or 3", "kept",
    ),
}  # fmt: skip


@pytest.mark.parametrize("fault", WRONG)
def test_an_impossible_board_is_refused(fault: str) -> None:
    seats, more, options, sentence, about = WRONG[fault]
    board = Board(seats)
    for name, value in more.items():
        setattr(board, name, value)
    with pytest.raises(BoardError) as caught:
        set_up(rules_for(2, options), board, seed=1)
    assert sentence in str(caught.value)
    assert caught.value.about == about
