"""Points: the best use of the chameleon, and how a victory is shared."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stablehand.games.fairytale import GAME
from stablehand.games.fairytale.decks.deck import packaged
from stablehand.games.fairytale.play.score import account, points, winners
from stablehand.games.fairytale.state.rules import rules_for
from stablehand.games.fairytale.state.scene import Board, set_up
from stablehand.games.fairytale.vocabulary import Factions, Has, If, Most, PerCard, Points
from support.games import TABLES, Table, finished
from support.sizes import SCALE

if TYPE_CHECKING:
    from stablehand.games.fairytale.state.state import State

DECK = packaged("fairy_tale")
CHAMELEON = DECK.number["chameleon"]


def board(*tables: str, **options: object) -> State:
    rules = rules_for(len(tables), options)
    return set_up(rules, Board([{"table": table.split()} for table in tables], round=4, is_play=True), seed=1)


def worth(cards: list[int], others: list[list[int]], stands_for: int | None) -> int:
    """Return a table's points, counted card by card, with the chameleon standing in for one given card."""
    named = [*cards, *([] if stands_for is None else [stands_for])]

    def count(table: list[int], faction: int) -> int:
        return len([card for card in table if DECK.cards[card].faction == faction])

    total = 0
    for card in cards:
        match DECK.cards[card].worth:
            case Points(value):
                total += value
            case PerCard(name, each):
                total += each * len([other for other in named if other == name])
            case If(Most(faction), value):
                total += value * all(count(cards, faction) >= count(table, faction) for table in others)
            case If(Has(names), value):
                total += value * all(named.count(name) >= least for name, least in names)
            case If(Factions(factions), value):
                total += value * all(count(cards, faction) >= least for faction, least in factions)
            case _:
                pytest.fail("unknown kind of worth")
    return total


@settings(max_examples=150 * SCALE)
@given(st.data())
def test_the_chameleon_is_used_for_the_most_points(data: st.DataObject) -> None:
    """FT-KIND-5: compare with the best of all cards that the chameleon can stand in for."""
    supply = DECK.supply(expert=True)
    supply.remove(CHAMELEON)
    drawn = data.draw(st.permutations(supply))
    tables = [drawn[:6], drawn[6:12]]
    has_chameleon = data.draw(st.booleans())
    if has_chameleon:
        tables[0].append(CHAMELEON)
    state = board(*(" ".join(DECK.cards[card].id for card in table) for table in tables))
    parts: list[int | None] = [None, *(range(len(DECK.cards)) if has_chameleon else ())]
    assert points(state, 0) == max(worth(tables[0], tables[1:], part) for part in parts)
    assert points(state, 1) == worth(tables[1], tables[:1], None)


def test_an_account_lists_the_points_of_each_card() -> None:
    state = board("chameleon dwarven_warrior sky_dance_dragon shadowkings_tale_2", "bard")
    sums = account(state, 0)
    assert {DECK.cards[card].id: value for card, value in sums.lines} == {
        "chameleon": -1,
        "dwarven_warrior": 6,
        "sky_dance_dragon": 3,
        "shadowkings_tale_2": 0,
    }
    assert [DECK.cards[card].id for card in sums.stand_ins] == ["sky_dance_dragon"]
    assert sums.total == 8


def test_a_chameleon_without_use_stands_in_for_no_card() -> None:
    assert account(board("chameleon bard", "bard"), 0).stand_ins == ()
    assert account(board("bard", "chameleon"), 0).stand_ins == ()
    assert account(board("chameleon shadowkings_tale_2", "bard"), 0).stand_ins == ()


def test_most_is_compared_with_every_other_seat() -> None:
    for at in (1, 2, 3):
        tables = ["fairywood_tale_1 fairywood_3x", "", "", ""]
        tables[at] = "fairywood_3x fairywood_3x fairywood_3x"
        assert points(board(*tables), 0) == 0
        tables[at] = "fairywood_3x fairywood_3x"
        assert points(board(*tables), 0) == 6
        assert points(board(*tables, most_tie_counts=False), 0) == 0


def test_nobody_has_won_before_the_end() -> None:
    state = board("bard", "demon")
    assert winners(state) == ()
    assert GAME.scores(state) == (0.0, 0.0)


@pytest.mark.parametrize(
    ("tables", "options", "scores"),
    [
        (("bard", "demon"), {}, (1.0, 0.0)),
        (("bard", "fairywood_friend"), {}, (0.5, 0.5)),
        (("bard", "bard", "demon"), {}, (0.5, 0.5, 0.0)),
        (("bard", "bard", "bard"), {}, (1 / 3, 1 / 3, 1 / 3)),
        (("bard holy_empire_3x", "bard bard"), {}, (0.5, 0.5)),  # three for the friend, three per friend
        (("bard dwarven_warrior", "bard"), {"tie": "face_up"}, (1.0, 0.0)),
        (("bard dwarven_warrior", "bard"), {}, (0.5, 0.5)),
        (("bard", "demon", "demon", "demon"), {"teams": True}, (0.5, 0.0, 0.5, 0.0)),
        (("bard", "demon", "", "bard"), {"teams": True}, (0.0, 0.5, 0.0, 0.5)),
        (("bard", "bard", "demon", "demon"), {"teams": True}, (0.25, 0.25, 0.25, 0.25)),
        (("bard dwarven_warrior", "bard", "", ""), {"teams": True, "tie": "face_up"}, (0.5, 0.0, 0.5, 0.0)),
        (("dwarven_warrior", "fairywood_3x"), {}, (0.5, 0.5)),
    ],
)
def test_a_victory_is_split_among_the_winners(
    tables: tuple[str, ...], options: dict[str, object], scores: tuple[float, ...]
) -> None:
    state = board(*tables, **options)
    state.is_over = True
    assert GAME.scores(state) == scores


@pytest.mark.parametrize(
    "table", [table for table in TABLES if table.seats < 5], ids=lambda table: table.name
)
def test_winners_have_the_most_points(table: Table) -> None:
    for seed in range(10 * SCALE):
        state = finished(table, seed)
        sides: list[tuple[int, ...]] = (
            [(0, 2), (1, 3)] if table.options.get("teams") else [(seat,) for seat in range(table.seats)]
        )
        totals = {side: sum(points(state, seat) for seat in side) for side in sides}
        for side, seat in product(sides, winners(state)):
            mine = next(total for other, total in totals.items() if seat in other)
            assert mine >= totals[side]
            if seat in side and table.options.get("tie") is None:
                assert all((partner in winners(state)) for partner in side)
