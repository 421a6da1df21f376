"""The quick replies of the judge, used in playouts: the obvious play on boards that have one."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from stablehand import load
from stablehand.bots.judge import judge_for
from stablehand.core.contract import Kind
from stablehand.core.rng import Rng
from stablehand.games.unicorns.bot.gains import gain, gains, standing
from stablehand.games.unicorns.bot.replies import _catches
from stablehand.games.unicorns.bot.weights import weights_of
from stablehand.games.unicorns.knowledge.occasions import Occasion
from stablehand.games.unicorns.state.state import SEAT0
from stablehand.games.unicorns.vocabulary import (
    ANY,
    BASIC,
    CARD,
    DOWNGRADE,
    MAGICAL,
    SAME,
    UNICORN,
    UPGRADE,
    AtLeast,
    Bar,
    Cannot,
    CannotWin,
    Draw,
    EndTurn,
    HandLimit,
    Mute,
    OpenHand,
    Pick,
    Then,
    a,
    bring,
    destroy,
    discard,
    sacrifice,
    some,
    steal,
)
from support.unicorn_games import EVERY_DECK, board, deck_named

if TYPE_CHECKING:
    from stablehand.games.unicorns.state.state import State
    from stablehand.games.unicorns.vocabulary import Trait

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


def test_an_exchange_of_any_number_is_never_worse_than_none() -> None:
    free, fixed = (Then(discard(some(n, CARD)), Draw(SAME)) for n in (ANY, 2))
    assert gain(free).own == 0 > gain(fixed).own
    good = Then(Pick(ANY), Draw(SAME))
    assert gain(good).own > gain(Draw(SAME)).own


def test_what_a_trait_takes_from_its_player_is_weighed() -> None:
    harms: list[Trait] = [
        CannotWin(), Bar(MAGICAL, "yours"), CannotWin(AtLeast(1, BASIC)), Bar(BASIC, "yours"),
        Cannot("steal"), OpenHand(),
    ]  # fmt: skip
    values = [standing([trait]) for trait in harms]
    assert values == sorted(values)
    assert values[-1] < 0 < standing([Bar(DOWNGRADE, "yours")]) < standing([Mute("all", of=DOWNGRADE)])
    assert standing([Mute("all")]) == standing([CannotWin()])
    assert standing([HandLimit(-5, is_change=True, whose="everybody"), Bar(BASIC, "others")]) == 0


def test_a_card_is_worth_what_its_traits_leave_of_it() -> None:
    def in_stable(deck: str, name: str) -> float:
        cards = deck_named(deck)
        return weights_of(cards).in_stable[cards.first[name]]

    christmas, nightmares = "base_2e+christmas", "base_2e+nightmares"
    assert in_stable(christmas, "uneaten_fruitcake") < in_stable(christmas, "humbug")
    assert in_stable(christmas, "humbug") < in_stable(christmas, "slowdown")
    assert in_stable(nightmares, "saved_by_the_sigil") > in_stable(nightmares, "rainbow_aura")
    assert in_stable(nightmares, "sweet_old_ladycorn") < in_stable(nightmares, "ginormous_unicorn")
    legends = "base_2e+unicorns_of_legend"
    assert in_stable(legends, "paladin_unicorn") < in_stable(legends, "narwhal")


@pytest.mark.parametrize("deck", EVERY_DECK)
def test_every_card_and_effect_has_a_value(deck: str) -> None:
    found = deck_named(deck)
    played, offers = gains(found)
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


# ---- Instants that answer a theft or a loss


def test_a_stolen_unicorn_is_caught_more_often_than_not() -> None:
    options: dict[str, object] = {"deck": "base_1e", "expansions": ["adventures_2e"]}
    hands: tuple[list[str], ...] = ([], [], ["fishing_rod"])
    state = board(["unicorn_lasso"], ["narwhal"], [], hands=hands, phase="begin", options=options)
    game, judge, rng = load("unicorns"), judge_for("unicorns"), Rng.from_seed(1, "catch")
    game.answer(state, 2, game.pending(state)[0].options[-1])  # no Flare Gun
    for _ in range(2):
        game.answer(state, 0, game.pending(state)[0].options[0])
    (decision,) = game.pending(state)
    assert (decision.seat, decision.why, len(decision.options)) == (2, "window.steal", 2)
    assert sum(judge.reply(state, decision, rng) == decision.options[0] for _ in range(64)) > 32


def test_what_is_of_no_use_is_not_caught() -> None:
    """A baby goes to the nursery at any rate, and a stolen Downgrade would be in one's own stable."""
    state = board([], ["narwhal", "slowdown"], [], options={"expansions": ["adventures_2e"]})

    def catches(verb: str, card: str) -> int:
        return _catches(state, 2, Occasion(verb, state.rules.catalog.first[card], 1, 0), 0)

    assert catches("destroy", "baby_unicorn_red") == catches("steal", "slowdown") == 0
    assert 0 < catches("destroy", "narwhal") < catches("steal", "baby_unicorn_red")


def test_whoever_steals_answers_an_instant_against_that_and_nobody_else_does() -> None:
    state = board([], ["narwhal"], [], options={"expansions": ["adventures_2e"]})
    about = Occasion("steal", state.rules.catalog.first["narwhal"], 1, 0)
    assert [_catches(state, seat, about, 1) > 0 for seat in range(3)] == [True, False, False]
    assert [_catches(state, seat, about, 2) for seat in range(3)] == [0, 0, 0]
