"""Who is asked for an Instant against a card being played (UU-INST-6, RUL-35)."""

from __future__ import annotations

from stablehand.games.unicorns.turn.window import questions_about
from support.unicorn_games import board


def asked(*stables: list[str]) -> list[int]:
    """Return the seats that are asked about the first card of seat 0's hand; each seat holds a Neigh."""
    s = board(*stables, hands=(["rhinocorn"], ["neigh"], ["neigh"]))
    return [question.seat for question in questions_about(s, 0, s.hand(0)[0])]


def test_all_others_are_asked() -> None:
    assert asked(["baby_unicorn_red"], ["narwhal"], []) == [1, 2]


def test_whoever_may_play_no_instant_is_not_asked() -> None:
    assert asked(["baby_unicorn_red"], ["ginormous_unicorn"], []) == [2]
    assert asked(["baby_unicorn_red"], [], ["ginormous_unicorn"]) == [1]


def test_whoever_forbids_themselves_other_cards_is_asked() -> None:
    assert asked(["baby_unicorn_red"], ["broken_stable"], []) == [1, 2]


def test_the_cards_of_its_own_player_are_of_no_account() -> None:
    assert asked(["ginormous_unicorn"], [], []) == [1, 2]
