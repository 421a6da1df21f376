"""Which seat knows which card: seats remember what they saw as long as it is certain."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from stablehand import Recorder
from stablehand.core.contract import Kind
from stablehand.games.unicorns import GAME
from stablehand.games.unicorns.state.state import DRAW, HANDS, PASS, SEAT0, YES
from support.games import Table
from support.sizes import SCALE
from support.unicorn_games import answer, board, known, moments, names

if TYPE_CHECKING:
    from stablehand.games.unicorns.state.state import State

ADULT: dict[str, object] = {"deck": "nsfw_2e"}


def pass_all(state: State) -> None:
    while (asks := GAME.pending(state)) and asks[0].kind is Kind.RESPOND:
        GAME.answer(state, asks[0].seat, PASS)


def play(state: State, card: str, *choices: str | int) -> None:
    """Play a card of seat 0 that nobody responds to, accept its optional effects, and choose."""
    answer(state, 0, card)
    pass_all(state)
    for choice in choices:
        if (asks := GAME.pending(state)) and asks[0].kind is Kind.YES_NO:
            GAME.answer(state, 0, YES)
        if isinstance(choice, int):
            GAME.answer(state, 0, choice)
        else:
            answer(state, 0, choice)


def top(state: State, seat: int | None) -> list[str]:
    view: Any = GAME.view(state, seat)
    return [str(card) for card in view["zones"]["deck"]["top"]]


def test_a_hand_is_known_to_its_owner_only() -> None:
    state = board([], [], [], hands=(["neigh"], ["yay", "good_deal"], []))
    assert known(state, 1, 1) == ["good_deal", "yay"]
    assert known(state, 0, 1) == known(state, 2, 1) == known(state, None, 1) == []
    view: Any = GAME.view(state, 0)
    assert [seat["hand"]["size"] for seat in view["zones"]["seats"]] == [1, 2, 0]


def test_a_card_returned_to_a_hand_is_known_to_all_seats() -> None:
    """All seats see which card is returned; the rest of the hand stays hidden."""
    state = board([], ["rhinocorn"], [], hands=(["mermaid_unicorn"], ["yay"], []))
    play(state, "mermaid_unicorn")
    while GAME.pending(state)[0].kind is Kind.CARD:
        answer(state, 0, "rhinocorn")
    for seat in (0, 2, None):
        assert known(state, seat, 1) == ["rhinocorn"]
    assert {"rhinocorn", "yay"} < set(known(state, 1, 1))  # and the card it drew for its turn


def test_a_drawn_card_is_not_known_to_others() -> None:
    state = board([], [], hands=(["neigh"], []), deck_top=["rhinocorn"])
    recorder = Recorder()
    GAME.answer(state, 0, DRAW, recorder=recorder)
    assert known(state, 1, 0) == known(state, None, 0) == []
    assert "rhinocorn" in known(state, 0, 0)
    [drew] = [e for e in recorder.seen_by(1) if e["what"] == "drew" and e["seat"] == 0]
    assert "cards" not in drew
    assert drew["count"] == 1


def test_a_shuffle_clears_the_knowledge_about_the_deck() -> None:
    """UU-KEY-search: the deck is shuffled after a search."""
    state = board(
        ["double_dutch"], [], hands=(["unicorn_oracle", "classy_narwhal"], []),
        deck_top=["good_deal", "rhinocorn", "neigh"],
    )  # fmt: skip
    play(state, "unicorn_oracle", "rhinocorn", "neigh")
    assert top(state, 0) == ["neigh", "good_deal"]
    assert top(state, 1) == top(state, None) == []
    play(state, "classy_narwhal", "yay")
    assert top(state, 0) == top(state, 1) == []


def test_only_the_player_who_looks_at_the_deck_knows_its_top() -> None:
    state = board(
        [], [], hands=(["straight_but_curious_unicorn"], []), options=ADULT,
        deck_top=["baby_trap", "hell_neigh", "safe_sex"],
    )  # fmt: skip
    answer(state, 0, "straight_but_curious_unicorn")
    pass_all(state)
    GAME.answer(state, 0, YES)
    # Seat 1 has already drawn the first of them.
    assert state.active == 1
    assert top(state, 0) == ["hell_neigh", "safe_sex"]
    assert known(state, 0, 1) == ["baby_trap"]
    assert top(state, 1) == []


def test_an_open_hand_and_its_new_cards_are_known_to_all_seats() -> None:
    """RUL-36."""
    state = board([], ["nanny_cam"], [], hands=(["good_deal"], ["yay", "neigh"], []), deck_top=["rhinocorn"])
    for seat in (0, 1, 2, None):
        assert known(state, seat, 1) == ["neigh", "yay"]
    GAME.answer(state, 0, DRAW)  # the rhinocorn; then seat 1 draws for its turn
    assert state.active == 1
    assert len(known(state, None, 1)) == len(state.hand(1)) == 3
    assert known(state, 2, 0) == []


def test_a_pull_from_an_open_hand_hides_nothing() -> None:
    """RUL-36: the rest of the hand is still open, and all seats saw which card was pulled."""
    state = board([], ["nanny_cam"], [], hands=(["americorn"], ["yay", "neigh"], []))
    play(state, "americorn", SEAT0 + 1)
    assert known(state, 2, 1) == sorted(names(state, state.hand(1)))
    assert {"neigh", "yay"} <= {*known(state, 2, 0), *known(state, 2, 1)}
    assert len(known(state, 2, 0)) == 1


def test_cards_seen_in_an_open_hand_are_remembered() -> None:
    state = board(
        [], ["nanny_cam"], hands=(["targeted_destruction", "re_target"], ["yay"]), deck_top=["neigh"]
    )
    play(state, "re_target", "nanny_cam", SEAT0)
    assert state.open_hands == 0b01
    assert known(state, 0, 1)[-1:] == ["yay"]
    assert len(known(state, 0, 1)) == len(state.hand(1)) - 1  # without the card it drew since


def test_a_pull_makes_other_seats_uncertain() -> None:
    """UU-KEY-pull: only the two players know which card was pulled."""
    state = board(["double_dutch"], ["rhinocorn"], [], hands=(["mermaid_unicorn", "americorn"], ["yay"], []))
    play(state, "mermaid_unicorn")
    while GAME.pending(state)[0].kind is Kind.CARD:
        answer(state, 0, "rhinocorn")
    assert known(state, 2, 1) == ["rhinocorn"]
    play(state, "americorn", SEAT0 + 1)
    pulled = "rhinocorn" if "rhinocorn" in names(state, state.hand(0)) else "yay"
    assert known(state, 2, 1) == known(state, 2, 0) == known(state, None, 1) == []
    assert known(state, 1, 0) == [pulled]
    assert pulled in known(state, 0, 0)


def test_traded_hands_are_remembered() -> None:
    """RUL-40: each seat knows the cards it gave; other seats keep what they knew about each hand."""
    state = board(
        ["double_dutch"], ["rhinocorn"], [],
        hands=(["mermaid_unicorn", "unfair_bargain", "neigh"], ["yay"], []),
    )  # fmt: skip
    play(state, "mermaid_unicorn")
    while GAME.pending(state)[0].kind is Kind.CARD:
        answer(state, 0, "rhinocorn")
    play(state, "unfair_bargain", SEAT0 + 1)
    assert names(state, state.hand(0)) == ["rhinocorn", "yay"]
    assert known(state, 0, 1)[:1] == ["neigh"]
    assert known(state, 1, 0) == ["rhinocorn", "yay"]
    assert known(state, 2, 0) == ["rhinocorn"]
    assert known(state, 2, 1) == []


def traded_by_two() -> State:
    """Return a table of two players who have exchanged hands, so that both know the cards of both."""
    state = board([], [], hands=(["unfair_bargain", "neigh"], ["yay", "rhinocorn"]), deck_top=["good_deal"])
    play(state, "unfair_bargain", SEAT0 + 1)
    return state


def test_what_both_of_two_players_know_is_not_shown_to_spectators() -> None:
    """RUL-40: all seats know the cards, but nobody has shown them."""
    state = traded_by_two()
    assert known(state, 0, 0) == known(state, 1, 0) == ["rhinocorn", "yay"]
    assert "neigh" in known(state, 0, 1)
    assert "neigh" in known(state, 1, 1)
    assert known(state, None, 0) == known(state, None, 1) == []
    view: Any = GAME.view(state, None)
    assert [seat["hand"]["size"] for seat in view["zones"]["seats"]] == [2, 2]
    dealt = {tuple(names(state, GAME.determinise(state, None, seed).hand(0))) for seed in range(8)}
    assert len(dealt) > 1


def test_what_both_of_two_players_know_is_kept_when_a_state_is_saved() -> None:
    state = GAME.decode(GAME.encode(traded_by_two()))
    assert known(state, 1, 0) == ["rhinocorn", "yay"]
    assert known(state, None, 0) == []


def test_a_card_pulled_in_a_game_of_two_is_hidden_from_spectators_until_it_is_seen() -> None:
    """UU-KEY-pull: both players know which card it was; a returned card all have seen (UU-PLAY-3)."""
    state = board(["double_dutch"], ["rhinocorn"], hands=(["americorn", "mermaid_unicorn"], ["yay"]))
    play(state, "mermaid_unicorn")
    while GAME.pending(state)[0].kind is Kind.CARD:
        answer(state, 0, "rhinocorn")
    assert known(state, None, 1) == ["rhinocorn"]
    play(state, "americorn", SEAT0 + 1)
    assert len(known(state, 1, 0)) == 1
    assert known(state, None, 0) == known(state, None, 1) == []


def test_a_searched_card_is_shown_to_all_seats() -> None:
    """UU-KEY-search."""
    state = board([], [], [], hands=(["classy_narwhal"], [], []))
    recorder = Recorder()
    answer(state, 0, "classy_narwhal")
    pass_all(state)
    GAME.answer(state, 0, YES)
    answer(state, 0, "yay", recorder=recorder)
    for seat in (1, 2, None):
        assert known(state, seat, 0) == ["yay"]
        assert ["yay"] in [e.get("cards") for e in recorder.seen_by(seat) if e["what"] == "found"]


def test_the_seat_that_chooses_from_a_hand_has_seen_it() -> None:
    """A seat sees the cards it chooses from (UU-KEY-pull)."""
    state = board([], [], [], hands=(["blatant_thievery"], ["yay", "neigh", "rhinocorn"], []))
    play(state, "blatant_thievery", SEAT0 + 1, "yay")
    assert known(state, 0, 1)[:2] == ["neigh", "rhinocorn"]
    assert known(state, 1, 0) == ["yay"]
    assert known(state, 2, 0) == known(state, 2, 1) == []


@pytest.mark.parametrize("deck", ["base_1e", "nsfw_1e"])
def test_a_determinised_state_does_not_offer_cards_already_chosen_in_this_link(deck: str) -> None:
    looked = 0
    for seed in range(40 * SCALE):
        for state, _ in moments(Table(4, {"deck": deck}), seed):
            if not state.plan or not any(request.zone >= HANDS for request in state.requests):
                continue
            looked += 1
            for seat in range(4):
                truth = GAME.determinise(state, seat, seed)
                taken = {card for change in truth.plan for card in change.cards}
                for decision in GAME.pending(truth):
                    assert taken.isdisjoint(decision.options), (seed, seat, decision)
                asked = GAME.pending(truth)[0]
                GAME.answer(truth, asked.seat, asked.options[-1])
    assert looked > 5
