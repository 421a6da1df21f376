"""What is deferred to a later link, and called off there, takes nothing else with it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import pytest

from stablehand.games.unicorns import GAME
from stablehand.games.unicorns.state import rules
from stablehand.games.unicorns.state.state import DECK, DISCARD, FINISH, LIMBO
from stablehand.games.unicorns.vocabulary import (
    BASIC,
    CARD,
    DOWNGRADE,
    UPGRADE,
    Both,
    Cast,
    Draw,
    HandLimit,
    Recycle,
    Search,
    Then,
    While,
    a,
    discard,
)
from support.generated_cards import small_deck
from support.unicorn_games import answer, board, names

if TYPE_CHECKING:
    from collections.abc import Iterator

    from stablehand.games.unicorns.state.state import State
    from stablehand.games.unicorns.vocabulary import Abilities

CARDS: Final[dict[str, tuple[str, Abilities]]] = {
    "twice": ("magic", (Cast(Then(Search(BASIC), Search(UPGRADE))),)),
    "thrice": ("magic", (Cast(Both((Then(Search(BASIC), Search(DOWNGRADE)), Draw(1)))),)),
    "storm": ("magic", (Cast(Both((Draw(1), discard(a(CARD)), Recycle(this=True)))),)),
    "bridle": ("upgrade", (While(HandLimit(9, is_change=False)),)),
    "burden": ("downgrade", (While(HandLimit(3, is_change=False)),)),
}


@pytest.fixture(autouse=True)
def _deck(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    deck = small_deck(CARDS)
    monkeypatch.setattr(rules, "catalog", lambda *_: deck)
    rules._rules.cache_clear()
    yield
    rules._rules.cache_clear()


def searched(card: str, ruleset: str, *found: str) -> State:
    """Play a card that searches the deck; find these cards, and then nothing more."""
    state = board([], [], hands=([card], []), options={"ruleset": ruleset})
    answer(state, 0, card)
    for name in found:
        answer(state, 0, name)
    while state.active == 0:
        GAME.answer(state, 0, FINISH)
    return state


@pytest.mark.parametrize("ruleset", ["first", "second"])
@pytest.mark.parametrize("found", [(), ("narwhal",), ("narwhal", "bridle")])
def test_a_magic_card_is_put_away_whatever_its_searches_find(ruleset: str, found: tuple[str, ...]) -> None:
    """UU-TYPE-6: also if the second search, deferred to a later link, is called off."""
    state = searched("twice", ruleset, *found)
    assert not state.zones[LIMBO]
    assert names(state, state.zones[DISCARD]) == ["twice"]
    assert sorted(names(state, state.hand(0))) == sorted(found)


@pytest.mark.parametrize("ruleset", ["first", "second"])
@pytest.mark.parametrize("found", [(), ("narwhal",), ("narwhal", "burden")])
def test_what_follows_a_then_that_is_called_off_is_done(ruleset: str, found: tuple[str, ...]) -> None:
    """UU-EFF-6: the draw does not depend on the searches."""
    state = searched("thrice", ruleset, *found)
    assert len(state.hand(0)) == len(found) + 1
    assert names(state, state.zones[DISCARD]) == ["thrice"]


@pytest.mark.parametrize("ruleset", ["first", "second"])
def test_a_magic_card_that_shuffled_itself_in_is_not_put_away_as_well(ruleset: str) -> None:
    """UU-TYPE-6: the discard waits for the draw, and the shuffle and the end of the card wait with it."""
    state = board([], [], hands=(["storm"], []), deck_top=["bridle"], options={"ruleset": ruleset})
    answer(state, 0, "storm")
    answer(state, 0, "bridle")
    assert state.active == 1
    assert not state.zones[LIMBO]
    assert not state.zones[DISCARD]
    assert not state.hand(0)
    everywhere = names(state, [*state.zones[DECK], *state.hand(1)])
    assert {"storm", "bridle"} <= set(everywhere)
