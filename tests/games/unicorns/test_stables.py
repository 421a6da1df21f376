"""What is kept of stables, so that they need not be searched: roles, kinds of traits; what can be played."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import pytest

from stablehand.games.unicorns.decks.catalog import DECKS
from stablehand.games.unicorns.decks.watched import LISTENING, WATCHING
from stablehand.games.unicorns.knowledge import traits
from stablehand.games.unicorns.knowledge.occasions import holders
from stablehand.games.unicorns.state.state import DISCARD
from stablehand.games.unicorns.state.zones import put
from stablehand.games.unicorns.turn.play import obstacles, playable
from stablehand.games.unicorns.vocabulary import Cannot, HandLimit, Skips, Unanswerable
from support.games import Table
from support.unicorn_games import board, every_pack, moments

if TYPE_CHECKING:
    from stablehand.games.unicorns.state.state import State

TABLES: Final = tuple(
    Table(seats, {"deck": deck, "expansions": every_pack(deck) if is_packed else (), "ruleset": ruleset})
    for number, deck in enumerate(DECKS)
    for is_packed in (False, True)
    for seats, ruleset in (((2, 4, 5, 8)[number], ("first", "second")[number % 2]),)
)
SHARERS: Final = Table(4, {"deck": "base_1e", "expansions": ("rainbow_apocalypse_1e",)})
"""A table with cards that act for all stables."""
KINDS: Final = (
    (Cannot, traits.KEEPS), (HandLimit, traits.LIMITS), (Skips, traits.SKIPPING),
    (Unanswerable, traits.UNANSWERED),
)  # fmt: skip


def check(s: State) -> None:
    """Compare what is kept with what a search of all stables and hands finds."""
    roles = s.rules.catalog.roles
    for seat in range(s.rules.seats):
        stable = traits.at_work(s, seat)
        for role in (1 << n for n in range(8)):
            assert traits.does(s, seat, role) == any(roles[card] & role for card in stable)
        for kind, bit in KINDS:
            assert (s.kinds[seat] & bit > 0) == any(isinstance(trait, kind) for trait, _ in s.live[seat])
        hand = s.hand(seat)
        free = {s.rules.catalog.ids[card] for card in hand if not obstacles(s, seat, card)}
        assert {s.rules.catalog.ids[card] for card in playable(s, seat)} == free
        catching = any(s.rules.catalog.cards[card].answers for card in hand)
        assert (holders(s) >> seat & 1 == 1) == catching
    for role in (WATCHING, LISTENING):
        assert traits.is_done(s, role) == any(traits.does(s, seat, role) for seat in range(s.rules.seats))


def test_a_stable_that_has_just_changed_is_searched() -> None:
    state = board([], ["black_knight_unicorn"], options={"deck": "base_2e"})
    card = state.stable(1)[0]
    role = state.rules.catalog.roles[card]
    assert role
    assert (traits.does(state, 0, role), traits.does(state, 1, role)) == (False, True)
    put(state, card, state.stable_no(0))
    assert (traits.does(state, 0, role), traits.does(state, 1, role)) == (True, False)
    assert traits.is_done(state, role)
    put(state, card, DISCARD)
    assert not traits.is_done(state, role)


@pytest.mark.parametrize("table", [*TABLES, SHARERS], ids=str)
def test_what_is_kept_of_stables_is_what_a_search_finds(table: Table) -> None:
    for number, (state, _) in enumerate(moments(table, 7)):
        if number % 5 == 0:
            check(state)
