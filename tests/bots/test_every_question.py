"""Every bot answers every kind of question, with every number of seats and every deck."""

from __future__ import annotations

import pytest

from stablehand import load
from stablehand.bots.specs import make_bot
from stablehand.core.contract import Kind
from stablehand.core.driver import decide
from stablehand.games.unicorns.decks.catalog import DECKS
from support import games, unicorn_games
from support.games import Table
from support.sizes import slow_except
from support.unicorn_packs import all_that_fit

SPECS = ("random", "greedy:1", "ismcts:3")
LEVELS = (*SPECS, "easy", "normal")
WITH_ALL_PACKS = ["+".join((deck, *packs)) for deck in DECKS for packs in all_that_fit(deck)]
COMMON = {Kind.SETUP, Kind.ACTION, Kind.RESPOND, Kind.CARD, Kind.SEAT, Kind.YES_NO}


def ask_at(name: str, tables: list[Table], specs: tuple[str, ...] = SPECS, seed: int = 2) -> set[Kind]:
    """Play random games, ask all bots each new question, and return the kinds of questions asked."""
    game = load(name)
    moments = games.moments if name == "fairytale" else unicorn_games.moments
    kinds: set[Kind] = set()
    for table in tables:
        asked: set[tuple[Kind, str]] = set()
        bots = [[make_bot(spec, name, seed, seat) for seat in range(table.seats)] for spec in specs]
        for state, asks in moments(table, seed):
            for decision in asks:
                if decision.is_forced or (decision.kind, decision.why) in asked:
                    continue
                asked.add((decision.kind, decision.why))
                kinds.add(decision.kind)
                before = game.digest(state)
                for seated in bots:
                    assert decide(game, state, decision, seated[decision.seat]) in decision.options
                assert game.digest(state) == before, "a bot changed the true state"
        for spec, seated in zip(specs, bots, strict=True):
            assert [one.failures for one in seated] == [0] * table.seats, (table.name, spec)
    return kinds


def test_bots_answer_fairy_tale_with_2_to_5_seats() -> None:
    assert ask_at("fairytale", list(games.PLAIN), LEVELS) == {Kind.ACTION, Kind.CARD}


@pytest.mark.parametrize(
    "deck",
    slow_except(["base_2e"], [*DECKS, *WITH_ALL_PACKS], "plays at 2 to 8 seats with every deck"),
)
def test_bots_answer_unicorns_with_2_to_8_seats(deck: str) -> None:
    tables = [Table(seats, unicorn_games.chosen(deck)) for seats in unicorn_games.SEAT_COUNTS]
    assert ask_at("unicorns", tables) >= COMMON


def test_bots_answer_unicorns_with_house_rules() -> None:
    assert ask_at("unicorns", list(unicorn_games.HOUSE_TABLES)) == set(Kind)
