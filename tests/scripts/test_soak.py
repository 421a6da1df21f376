"""The soak: which tables it plays, and that it reports a game that fails."""

from __future__ import annotations

import sys
from itertools import combinations, product

import pytest

from stablehand.core.decks.files import DeckError
from stablehand.games.unicorns.decks.catalog import DECKS, catalog, packs_for
from stablehand.games.unicorns.decks.expansions import PACKS, are_editions, pack
from stablehand.games.unicorns.state.rules import CHOICES, RULESETS, SEATS
from support.paths import ROOT
from support.unicorn_packs import PAIRS, TRIPLES, all_that_fit, every_mixture, sets_of

sys.path.insert(0, str(ROOT / "scripts"))
import soak


def test_every_base_is_played_alone_with_each_pack_and_with_all_that_fit() -> None:
    mixtures = every_mixture()
    assert len(set(mixtures)) == len(mixtures)
    for deck in DECKS:
        assert (deck, ()) in mixtures
        assert {(deck, (name,)) for name in packs_for(deck)} <= set(mixtures)
        assert {(deck, packs) for packs in all_that_fit(deck)} <= set(mixtures)
    assert {name for _, packs in mixtures for name in packs} == set(PACKS)


@pytest.mark.parametrize(("size", "most"), [(2, PAIRS), (3, TRIPLES)])
def test_pairs_and_triples_are_of_every_base(size: int, most: int) -> None:
    drawn = [(deck, packs) for deck, packs in every_mixture() if len(packs) == size]
    assert len(drawn) == min(most, sum(len(sets_of(size, deck)) for deck in DECKS))
    assert {deck for deck, _ in drawn} == set(DECKS)


@pytest.mark.parametrize("deck", DECKS)
def test_to_all_that_fit_no_pack_can_be_added(deck: str) -> None:
    for packs in all_that_fit(deck):
        catalog(deck, packs)
        assert not any(are_editions(pack(one), pack(two)) for one, two in combinations(packs, 2))
        for name in set(PACKS) - set(packs):
            with pytest.raises(DeckError, match=r"together|does not go"):
                catalog(deck, tuple(sorted((*packs, name))))


def test_a_round_has_every_mixture_with_every_ruleset_and_number_of_seats() -> None:
    length = len(soak.HELD)
    for turn in (0, 3):
        tables = [soak.table(turn * length + number) for number in range(length)]
        played: list[tuple[object, ...]] = [
            (seats, options["ruleset"], options["deck"], options.get("expansions"))
            for seats, options in tables
        ]
        for (deck, packs), ruleset, seats in product(every_mixture(), RULESETS, SEATS):
            assert played.count((seats, ruleset, deck, list(packs) or None)) == 1
        ways = {(options["targets"], options["window"]) for _, options in tables}
        assert ways == set(product(CHOICES["targets"], CHOICES["window"]))
        assert any("hand_size" in options for _, options in tables)
        assert any("hand_size" not in options for _, options in tables)


def test_games_that_end_are_counted_and_one_that_fails_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    figures, problem = soak.chunk(range(2, 4))
    assert (figures.games, problem) == (2, "")
    assert figures.answers > 50
    monkeypatch.setattr(soak, "check_zones", lambda _: 1 // 0)
    figures, problem = soak.chunk(range(2, 4))
    assert figures.games == 0
    assert problem.startswith(f"seed 2, {soak.table(2)}: ")
    assert "ZeroDivisionError" in problem
