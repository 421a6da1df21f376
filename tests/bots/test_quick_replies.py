"""The quick replies of the judge, used in playouts: the obvious play on boards that have one."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from stablehand import load
from stablehand.bots.judge import judge_for
from stablehand.core.contract import Kind
from stablehand.core.rng import Rng
from stablehand.games.unicorns.bot.gains import gain, gains
from stablehand.games.unicorns.decks.catalog import DECKS, catalog
from stablehand.games.unicorns.state.state import SEAT0
from stablehand.games.unicorns.vocabulary import (
    UNICORN,
    UPGRADE,
    Draw,
    EndTurn,
    Then,
    a,
    bring,
    destroy,
    sacrifice,
    steal,
)
from support.unicorn_games import board

if TYPE_CHECKING:
    from stablehand.games.unicorns.state.state import State

SIX = [f"basic_unicorn_{colour}" for colour in ("red", "orange", "yellow", "green", "blue", "indigo")]
ORDERED = (steal(a(UNICORN)), bring(a(UNICORN)), destroy(a(UNICORN)), Draw(1), sacrifice(a(UNICORN)))


def replies(hand: list[str], *stables: list[str], tries: int = 20) -> set[str]:
    """Return the cards that quick replies of seat 0 play."""
    state = board(*stables, hands=(hand,))
    judge, cards = judge_for("unicorns"), state.rules.catalog.cards
    decision = load("unicorns").pending(state)[0]
    assert decision.kind is Kind.ACTION
    rng = Rng.from_seed(1, "hurry")
    found = {judge.reply(state, decision, rng) for _ in range(tries)}
    return {cards[option].id if option < len(cards) else "draw" for option in found}


def test_a_winning_card_is_played() -> None:
    hand = ["seductive_unicorn", "basic_unicorn_purple", "good_deal"]
    assert replies(hand, SIX, [], []) <= {"seductive_unicorn", "basic_unicorn_purple"}


def test_a_unicorn_is_preferred_to_other_cards() -> None:
    assert replies(["basic_unicorn_red", "yay", "two_for_one"], [], [], []) == {"basic_unicorn_red"}


def test_a_player_about_to_win_is_stopped() -> None:
    hand = ["basic_unicorn_purple", "unicorn_poison"]
    assert replies(hand, [], SIX, []) == {"unicorn_poison"}
    assert replies(hand, [], SIX[:3], []) == {"basic_unicorn_purple"}


def test_effects_are_ranked_by_their_value() -> None:
    owns = [gain(do).own for do in ORDERED]
    assert owns == sorted(owns, reverse=True)
    assert gain(steal(a(UPGRADE))).own < gain(steal(a(UNICORN))).own
    assert gain(Then(destroy(a(UNICORN)), EndTurn())).own < 0


@pytest.mark.parametrize("deck", DECKS)
def test_every_card_and_effect_has_a_value(deck: str) -> None:
    played, offers = gains(deck)
    found = catalog(deck)
    assert len(played) == len(found.cards)
    assert offers.keys() == {effect.path for effect in found.effects}
    assert all(abs(one.own) < 6 for one in (*played, *offers.values()))


def chosen(state: State) -> set[int]:
    """Return the seats that quick replies choose where a seat is asked for."""
    decision = load("unicorns").pending(state)[0]
    assert decision.kind is Kind.SEAT
    judge, rng = judge_for("unicorns"), Rng.from_seed(1, "hurry")
    return {judge.reply(state, decision, rng) - SEAT0 for _ in range(20)}


def test_a_player_to_whom_nothing_would_happen_is_not_chosen() -> None:
    """UU-WHO-1: they may be, and the leader with an empty hand would be."""
    state = board([], SIX, [], hands=(["blatant_thievery"], [], ["good_deal"]))
    game = load("unicorns")
    game.answer(state, 0, game.pending(state)[0].options[0])
    game.answer(state, 2, game.pending(state)[0].options[-1])
    assert chosen(state) == {2}


def test_a_unicorn_is_not_aimed_at_its_own_player() -> None:
    """UU-PLAY-4: what it does when it enters is declared with the card, as the stable of another card is."""
    hands: tuple[list[str], ...] = (["mermaid_unicorn"], [], [])
    options: dict[str, object] = {"deck": "base_1e", "ruleset": "second", "targets": "players"}
    state = board(["basic_unicorn_red"], ["basic_unicorn_blue"], [], hands=hands, options=options)
    game = load("unicorns")
    game.answer(state, 0, game.pending(state)[0].options[0])
    assert chosen(state) == {1}
