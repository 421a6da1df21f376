"""Cards of one stable that act for all (`Share`): every way in which a card of a stable can act."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import pytest

from stablehand.games.unicorns import GAME
from stablehand.games.unicorns.knowledge import traits
from stablehand.games.unicorns.knowledge.limits import hand_limit
from stablehand.games.unicorns.state import rules, words
from stablehand.games.unicorns.state.state import DRAW, NO, PASS, YES
from stablehand.games.unicorns.vocabulary import (
    CARD,
    DESTROYED,
    TURN_ENDS,
    UNICORN,
    UPGRADE,
    AtLeast,
    Bar,
    Cast,
    Draw,
    HandLimit,
    Instead,
    May,
    Mute,
    Share,
    When,
    Whenever,
    While,
    a,
    card,
    destroy,
    discard,
    sacrifice,
)
from support.generated_cards import small_deck
from support.unicorn_games import answer, board, names

if TYPE_CHECKING:
    from collections.abc import Iterator

    from stablehand.games.unicorns.state.state import State
    from stablehand.games.unicorns.vocabulary import Abilities

CARDS: Final[dict[str, tuple[str, Abilities]]] = {
    "cakes": ("downgrade", card(While(Share(UPGRADE)))),
    "kit": ("upgrade", card(Instead(UNICORN, (DESTROYED,), May(discard(a(CARD)))))),
    "clock": ("upgrade", card(When(TURN_ENDS, Draw(1)))),
    "trap": ("upgrade", card(Whenever(AtLeast(2, UNICORN), sacrifice(a(UNICORN))))),
    "bag": ("upgrade", card(While(HandLimit(-3, is_change=True, whose="everybody")))),
    "gate": ("upgrade", card(While(Bar(UNICORN, "others")))),
    "hush": ("downgrade", card(While(Mute("all", of=UPGRADE)))),
    "bolt": ("magic", card(Cast(destroy(a(UNICORN))))),
}


@pytest.fixture(autouse=True)
def _deck(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    deck = small_deck(CARDS)
    for module in (rules, words):
        monkeypatch.setattr(module, "catalog", lambda *_: deck)
    rules._rules.cache_clear()
    words.words_of.cache_clear()
    yield
    rules._rules.cache_clear()
    words.words_of.cache_clear()


def struck(sharing: list[str], guarded: list[str]) -> State:
    """Play a card that destroys the one Unicorn of the third player, who holds a card."""
    state = board([], sharing, guarded, hands=(["bolt"], [], ["neigh"]))
    answer(state, 0, "bolt")
    GAME.answer(state, 2, PASS)
    answer(state, 0, "narwhal")
    return state


def asked(state: State) -> list[tuple[int, tuple[int, ...]]]:
    return [(decision.seat, decision.options) for decision in GAME.pending(state)]


def test_what_another_stable_shares_replaces_a_loss() -> None:
    state = struck(["cakes", "kit"], ["narwhal"])
    assert asked(state) == [(2, (YES, NO))]
    GAME.answer(state, 2, YES)
    answer(state, 2, "neigh")
    assert names(state, state.stable(2)) == ["narwhal"]
    assert "neigh" not in names(state, state.hand(2))


@pytest.mark.parametrize(
    ("sharing", "guarded"),
    [
        (["kit"], ["narwhal"]),
        (["cakes", "kit", "hush"], ["narwhal"]),
        (["cakes", "kit"], ["narwhal", "hush"]),
    ],
    ids=["not shared", "without effect there", "without effect here"],
)
def test_what_has_no_effect_in_either_stable_is_not_shared(sharing: list[str], guarded: list[str]) -> None:
    state = struck(sharing, guarded)
    assert "narwhal" not in names(state, state.stable(2))


def test_what_another_stable_shares_happens_at_the_end_of_a_turn() -> None:
    state = board([], ["cakes", "clock"], [], phase="begin")
    before = len(state.hand(0))
    GAME.answer(state, 0, DRAW)
    assert state.active == 1
    assert len(state.hand(0)) == before + 2


def test_a_condition_that_another_stable_shares_is_checked() -> None:
    state = board(["narwhal"], ["cakes", "trap"], [], hands=(["narwhal"], [], []))
    answer(state, 0, "narwhal")
    GAME.answer(state, 0, next(one.options[0] for one in GAME.pending(state)))
    assert names(state, state.stable(0)) == ["narwhal"]


def test_what_is_for_all_anyway_counts_once() -> None:
    state = board([], ["cakes", "bag"], [])
    assert [hand_limit(state, seat) for seat in range(3)] == [4, 4, 4]


def test_what_bars_the_others_bars_everybody_once_it_is_shared() -> None:
    alone, shared = board([], ["gate"], []), board([], ["cakes", "gate"], [])
    unicorn = alone.rules.catalog.first["narwhal"]
    assert [traits.may_enter(alone, unicorn, seat) for seat in range(3)] == [False, True, False]
    assert [traits.may_enter(shared, unicorn, seat) for seat in range(3)] == [False, False, False]
