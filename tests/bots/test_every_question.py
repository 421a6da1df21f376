"""Every bot answers every kind of question, at tables of every size, with every deck."""

from __future__ import annotations

import pytest

import games
import unicorn_games
from games import Table
from stablehand import load
from stablehand.bots.roster import bot
from stablehand.kernel.contract import Kind
from stablehand.kernel.driver import decide
from stablehand.unicorns.catalog import DECKS

SPECS = ("random", "greedy:1", "ismcts:3")
LEVELS = (*SPECS, "easy", "normal")
COMMON = {Kind.SETUP, Kind.ACTION, Kind.RESPOND, Kind.CARD, Kind.SEAT, Kind.YES_NO}


def ask_at(name: str, tables: list[Table], specs: tuple[str, ...] = SPECS, seed: int = 2) -> set[Kind]:
    """Play at random; put each new sort of question to all bots, and return the kinds that were put."""
    game = load(name)
    moments = games.moments if name == "fairytale" else unicorn_games.moments
    kinds: set[Kind] = set()
    for table in tables:
        asked: set[tuple[Kind, str]] = set()
        bots = [[bot(spec, name, seed, seat) for seat in range(table.seats)] for spec in specs]
        for state, asks in moments(table, seed):
            for decision in asks:
                if decision.is_forced or (decision.kind, decision.why) in asked:
                    continue
                asked.add((decision.kind, decision.why))
                kinds.add(decision.kind)
                before = game.digest(state)
                for seated in bots:
                    assert decide(game, state, decision, seated[decision.seat]) in decision.options
                assert game.digest(state) == before, "a bot moved the true state"
        for spec, seated in zip(specs, bots, strict=True):
            assert [one.failures for one in seated] == [0] * table.seats, (table.name, spec)
    return kinds


def test_fairy_tale_at_2_to_5_seats() -> None:
    assert ask_at("fairytale", list(games.PLAIN), LEVELS) == {Kind.ACTION, Kind.CARD}


@pytest.mark.parametrize("deck", DECKS)
def test_unicorns_at_2_to_8_seats(deck: str) -> None:
    tables = [Table(seats, {"deck": deck}) for seats in unicorn_games.SEAT_COUNTS]
    assert ask_at("unicorns", tables) >= COMMON


def test_unicorns_by_house_rules() -> None:
    assert ask_at("unicorns", list(unicorn_games.HOUSE_TABLES)) == set(Kind)
