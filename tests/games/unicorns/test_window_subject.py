"""What a response window is about, as far as everybody can see."""

from __future__ import annotations

from typing import Any

import pytest

from stablehand import load
from stablehand.bots.random import RandomBot
from stablehand.core.contract import Kind
from stablehand.core.driver import decide
from stablehand.games.unicorns.decks.catalog import catalog
from stablehand.games.unicorns.knowledge.window_subject import reaches_others, window_subject

GAME = load("unicorns")


@pytest.mark.parametrize(
    ("card", "reaches"),
    [
        ("unicorn_poison", True),
        ("back_kick", True),
        ("unfair_bargain", True),
        ("glitter_tornado", True),
        ("re_target", True),
        ("good_deal", False),
        ("shake_up", False),
        ("mystical_vortex", False),
        ("two_for_one", True),
    ],
)
def test_whether_a_text_lets_its_player_choose_somebody_elses_things(card: str, reaches: bool) -> None:
    cards = catalog("base_1e")
    assert reaches_others(cards.cards[cards.first[card]].abilities) is reaches


@pytest.mark.parametrize("targets", ["after", "players", "cards"])
@pytest.mark.parametrize("seed", range(6))
def test_there_is_a_subject_exactly_while_a_window_is_open(seed: int, targets: str) -> None:
    state = GAME.start(4, seed, {"deck": "base_1e", "targets": targets})
    bots = [RandomBot(seed, seat) for seat in range(4)]
    seen = 0
    while decisions := GAME.pending(state):
        subject = window_subject(state)
        is_window = decisions[0].kind is Kind.RESPOND
        assert (subject is not None) == is_window
        if subject is not None:
            pile = GAME.view(state, None)["pile"]
            assert isinstance(pile, list)
            top, played = pile[-1], pile[0]
            assert isinstance(top, dict)
            assert isinstance(played, dict)
            assert subject.player == played["owner"]
            assert top["owner"] not in subject.against
            if len(pile) > 1:
                below = pile[-2]
                assert isinstance(below, dict)
                assert subject.against == {below["owner"]}
            aimed = top["players"]
            if targets != "after" and isinstance(aimed, list) and len(pile) == 1:
                assert subject.against >= {*aimed} - {played["owner"]}
            for decision in decisions:
                world = GAME.determinise(state, decision.seat, seen)
                assert window_subject(world) == subject
            seen += 1
        decision = decisions[0]
        GAME.answer(state, decision.seat, decide(GAME, state, decision, bots[decision.seat]))
    assert seen > 5


@pytest.mark.parametrize("seed", range(4))
def test_a_window_about_a_theft_a_loss_or_a_turn_has_a_subject_too(seed: int) -> None:
    """RUL-62 to RUL-64: standing orders are not left without an answer there."""
    state = GAME.start(4, seed, {"deck": "base_1e", "expansions": ["adventures_2e"]})
    bots = [RandomBot(seed, seat) for seat in range(4)]
    seen: set[str] = set()
    while decisions := GAME.pending(state):
        subject = window_subject(state)
        assert (subject is not None) == (decisions[0].kind is Kind.RESPOND)
        about: Any = GAME.view(state, None).get("occasion")
        if subject is not None and about is not None:
            seen.add(about["verb"])
            assert subject.player == about["by"]
            assert window_subject(GAME.determinise(state, decisions[0].seat, len(seen))) == subject
        decision = decisions[0]
        GAME.answer(state, decision.seat, decide(GAME, state, decision, bots[decision.seat]))
    assert seen > {"turn"}
