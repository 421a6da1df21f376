"""The mutation of cards: which cases are about a card, what is changed, and when too little was noticed."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import pytest

from stablehand.cases.format import read
from stablehand.games.unicorns.vocabulary import CARD, Bar, HandLimit, While, card
from support.paths import ROOT

sys.path.insert(0, str(ROOT / "scripts"))
import mutate_cards
from card_mutants import mutants

if TYPE_CHECKING:
    from collections.abc import Iterator

TWO_PACKS = ROOT / "cases" / "unicorns" / "cards" / "unicorns_of_legend" / "hex-without-effect.toml"


def test_a_case_with_two_packs_is_about_the_cards_of_both_and_of_the_base() -> None:
    case = read(TWO_PACKS)
    assert case.options["expansions"] == ["dragons", "unicorns_of_legend"]
    groups = {card: group for group in mutate_cards.groups_of([case]) for _, card in group.cards}
    assert all(groups[card].cases for card in ("hex", "dragons_blessing"))
    assert not groups["neigh"].cases


def changed(trait: Any) -> Iterator[object]:  # noqa: ANN401 - any continuous effect
    """Yield the continuous effects that a card has in its mutants."""
    for _, mutant in mutants(card(While(trait)), 0):
        yield from (ability.trait for ability in mutant)


@pytest.mark.parametrize(
    ("trait", "other"),
    [
        (HandLimit(2, is_change=False, whose="everybody"), HandLimit(2, is_change=True, whose="everybody")),
        (HandLimit(2, is_change=False, whose="everybody"), HandLimit(2, is_change=False)),
        (Bar(CARD, "yours"), Bar(CARD, "others")),
        (Bar(CARD, "yours"), Bar(CARD, "everybody")),
        (Bar(CARD, "everybody"), Bar(CARD, "yours")),
    ],
    ids=str,
)
def test_whose_limit_or_stable_it_is_changes_alone(trait: object, other: object) -> None:
    assert other in list(changed(trait))


def test_each_pack_has_a_floor_of_its_own() -> None:
    table = {"all": {"percent": 97.0}, "packs": {"dragons": {"percent": 98.0}, "more": {"percent": 97.9}}}
    assert mutate_cards.too_low(table, 90, 98) == ["more"]
    assert mutate_cards.too_low(table, 97.1, 90) == ["all"]
    assert mutate_cards.too_low(table, 97, 97) == []
