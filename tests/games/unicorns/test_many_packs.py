"""Several packs at once: games with hundreds of cards, in which every option is what it says."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final

import pytest

from stablehand.core.contract import Kind
from stablehand.games.unicorns import GAME
from stablehand.games.unicorns.decks.catalog import DECKS, catalog
from stablehand.games.unicorns.knowledge.view import VERBS
from stablehand.games.unicorns.state.state import DRAW, FINISH, MODE0, NO, PASS, REDRAW, SEAT0, YES
from support.games import Table
from support.sizes import sized, slow_after
from support.unicorn_games import SEAT_COUNTS, every_pack, moments

if TYPE_CHECKING:
    from stablehand.core.contract import Decision
    from stablehand.games.unicorns.state.state import State

BIGGEST: Final = max(DECKS, key=lambda deck: len(catalog(deck, every_pack(deck)).cards))
"""The base deck that has the most cards with every pack that goes with it."""
GAMES = sized(quick=8, full=32, release=256)
PARTY: Final = {"party": "both", "window": "seat_order"}
TABLES = tuple(
    Table(SEAT_COUNTS[number % len(SEAT_COUNTS)], {
        "deck": BIGGEST, "expansions": every_pack(BIGGEST),
        "ruleset": ("second", "first", "first-nsfw")[number % 3], **(PARTY if number % 5 == 4 else {}),
    })
    for number in range(GAMES)
)  # fmt: skip
ENDS: Final = {
    Kind.ACTION: {DRAW, PASS, REDRAW},
    Kind.YES_NO: {YES, NO},
    Kind.CARD: {FINISH, PASS, NO, REDRAW},
    Kind.SEAT: {FINISH, NO},
    Kind.RESPOND: {PASS, REDRAW},
}
"""What may be offered beside cards, seats and modes, by the kind of decision."""
CARDS: Final = {Kind.SETUP, Kind.ACTION, Kind.CARD, Kind.RESPOND, Kind.ORDER}


def check(s: State, decision: Decision, offered: Counter[Kind]) -> None:
    """Check that each option of a decision is something of its kind, and that its meaning says so."""
    options = (*decision.options, *decision.group)
    assert len({*decision.options}) == len(decision.options)
    for option in options:
        meaning = GAME.meaning(s, decision.seat, option)
        if option < len(s.where):
            assert decision.kind in CARDS
            assert meaning["card"] == s.rules.catalog.ids[option]
            offered[decision.kind] += option > 255
        elif option in ENDS.get(decision.kind, ()):
            assert meaning == {"verb": VERBS[option]}
        elif decision.kind is Kind.MODE:
            assert meaning == {"verb": "choose", "mode": option - MODE0 + 1}
        else:
            assert decision.kind is Kind.SEAT
            assert meaning["owner"] == option - SEAT0
            assert option - SEAT0 in range(s.rules.seats)


@pytest.mark.parametrize("number", slow_after(8, range(GAMES), "plays a long game each"))
def test_in_a_game_with_every_pack_no_option_is_taken_for_another(number: int) -> None:
    offered: Counter[Kind] = Counter()
    state = None
    for state, asks in moments(TABLES[number], seed=number):
        for decision in asks:
            check(state, decision, offered)
    assert state is not None
    assert state.is_over
    assert len(state.where) > 256
    assert min(offered[Kind.ACTION], offered[Kind.CARD]) > 0


def test_a_game_with_every_pack_is_stored_and_dealt_anew() -> None:
    for number, (state, _) in enumerate(moments(TABLES[3], seed=5)):
        if number % 40 == 0:
            assert GAME.decode(GAME.encode(state)) == state
            world = GAME.determinise(state, 1, number)
            assert GAME.view(world, 1) == GAME.view(state, 1)
            assert sorted(card for zone in world.zones for card in zone) == [*range(len(state.where))]
