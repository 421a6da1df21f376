"""The outline of an act says in numbers what the act says in words (`state.outlines`)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from stablehand.games.unicorns.decks.catalog import DECKS, packs_for
from stablehand.games.unicorns.state import outlines
from stablehand.games.unicorns.state.outlines import (
    MOST,
    PLACES,
    VERBS,
    outline_of,
    place_of,
)
from stablehand.games.unicorns.state.records import Env
from stablehand.games.unicorns.state.rules import rules_for
from stablehand.games.unicorns.state.state import State
from stablehand.games.unicorns.state.words import words_of
from stablehand.games.unicorns.vocabulary import CARD, UNICORN, Act, All, Some, a, destroy, give, move, steal


def fresh(**options: object) -> State:
    return State(rules_for(4, options))


def acts(s: State) -> list[Act]:
    """Return every act of the deck."""
    return [word for word in words_of(s.rules.deck, s.rules.expansions).words if isinstance(word, Act)]


@pytest.mark.parametrize("name", [*VERBS, *PLACES])
def test_numbers_are_places_in_the_tables(name: str) -> None:
    """A noun and a verb of the same name are told apart: one discards, and chooses in the discard pile."""
    numbers = {
        "discard": {"DISCARDING": VERBS, "IN_DISCARD": PLACES},
    }.get(name, {name.upper(): VERBS if name in VERBS else PLACES})
    for constant, table in numbers.items():
        assert table[getattr(outlines, constant)] == name


@pytest.mark.parametrize("deck", DECKS)
@pytest.mark.parametrize("scope", ["any", "other"])
def test_an_outline_agrees_with_its_act(deck: str, scope: str) -> None:
    s = fresh(deck=deck, expansions=packs_for(deck)[:1], destroy_scope=scope)
    assert len(acts(s)) > 20
    for act in acts(s):
        outline = outline_of(s, act, Env(0))
        of = act.what.of if isinstance(act.what, Some | All) else CARD
        assert outline.act is act
        assert VERBS[outline.verb] == act.verb
        assert PLACES[outline.place] == place_of(s.rules, act, of)
        assert outline.mask == s.rules.catalog.mask(of)
        assert outline.is_loss == (act.verb in {"destroy", "sacrifice", "remove"})
        assert outline.is_outside <= (not isinstance(act.what, All))


@pytest.mark.parametrize(
    ("act", "is_aimed", "is_for_them"),
    [
        (move(a(UNICORN), "anyone"), True, False),
        (move(a(UNICORN), "their_stable"), False, True),
        (give(a(CARD), "boss"), False, False),
        (give(a(CARD), "another"), True, False),
        (steal(a(UNICORN)), False, False),
    ],
)
def test_an_outline_says_to_whom_cards_go(act: Act, is_aimed: bool, is_for_them: bool) -> None:
    outline = outline_of(fresh(), act, Env(0))
    assert (outline.is_aimed, outline.is_for_them) == (is_aimed, is_for_them)


def test_where_destroy_looks_depends_on_the_table() -> None:
    act = destroy(a(UNICORN))
    here, there = fresh(destroy_scope="any"), fresh(destroy_scope="other")
    assert PLACES[outline_of(here, act, Env(0)).place] == "stables"
    assert PLACES[outline_of(there, act, Env(0)).place] == "others"


def test_an_outline_is_made_once_for_an_effect() -> None:
    s, act = fresh(), steal(a(UNICORN))
    first = outline_of(s, act, Env(0, effect=3))
    assert outline_of(s, act, Env(1, effect=3)) is first
    assert outline_of(s, replace(act), Env(0, effect=3)) is not first, "another object, which reads the same"


def test_acts_that_are_made_anew_are_not_kept_without_end() -> None:
    s = fresh(deck="nsfw_1e", hand_limit=29)
    for _ in range(3 * MOST):
        outline_of(s, steal(a(UNICORN)), Env(0, effect=5))
    assert len(s.rules.outlines[5]) == MOST
