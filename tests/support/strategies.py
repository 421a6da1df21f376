"""Hypothesis strategies: tables, unfinished games, boards."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypothesis import strategies as st

from stablehand import Journal
from stablehand.games.fairytale import GAME
from stablehand.games.fairytale.decks.deck import packaged
from support.games import TABLES, Table

if TYPE_CHECKING:
    from stablehand.games.fairytale.state.state import State

DECK = packaged("fairy_tale")

tables = st.sampled_from(TABLES)
seeds = st.one_of(st.integers(0, 1000), st.integers(0, (1 << 256) - 1))


@st.composite
def journals(draw: st.DrawFn, table: Table | None = None) -> Journal:
    """Draw an unfinished game: any table and seed, answers in any order, some of them replaced."""
    at = table or draw(tables)
    seed = draw(seeds)
    length = draw(st.integers(0, 60 * at.seats))
    choices = draw(st.randoms(use_true_random=False))
    journal = Journal.begin("fairytale", at.seats, seed, at.options)
    state = journal.replay()
    while len(journal.rows) < length and (asks := GAME.pending(state)):
        again = GAME.revisable(state)
        decision = choices.choice(again if again and choices.random() < 0.1 else asks)
        option = choices.choice(decision.options)
        GAME.answer(state, decision.seat, option)
        journal.answer(decision.seat, option)
    return journal


def states(table: Table | None = None) -> st.SearchStrategy[State]:
    """Draw the state of an unfinished game."""
    return journals(table).map(lambda journal: journal.replay())


@st.composite
def piles(draw: st.DrawFn, *sizes: int) -> list[list[str]]:
    """Draw piles of cards from one deck, by name."""
    shuffled = draw(st.permutations(DECK.supply(expert=True)))
    cards = iter(shuffled)
    return [[DECK.cards[next(cards)].id for _ in range(size)] for size in sizes]
