"""Fairy Tale decks of one's own: extending a deck, scores and effects, everything that is wrong at once."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from stablehand import Journal
from stablehand.bots.specs import make_bot
from stablehand.core.conformance import check
from stablehand.core.decks.examine import Examined, examine
from stablehand.core.decks.files import DeckError
from stablehand.core.decks.tables import short_tables
from stablehand.core.decks.written import read_file
from stablehand.core.driver import play
from stablehand.games.fairytale import GAME
from stablehand.games.fairytale.decks.deck import packaged
from stablehand.games.fairytale.decks.own import OWN, checked_deck
from stablehand.games.fairytale.state.rules import rules_for
from stablehand.games.fairytale.vocabulary import Open, Points
from stablehand.text import voices
from stablehand.text.language import LANGUAGES

if TYPE_CHECKING:
    from collections.abc import Mapping

LAMPLIGHTER = """
game = "fairytale"
id = "house"
title = "Our house"
extends = "fairy_tale"
without = ["dragonvale_unflip"]

[[card]]
id = "lamplighter"
name = "Lamplighter"
faction = "fairywood"
type = "character"
kind = "action"
copies = 9
score = { points = 2 }
effect = { open = 2, who = "own" }

[[card]]
id = "bard"
copies = 1
score = { points = 5 }
"""


def table(text: str = LAMPLIGHTER) -> dict[str, Any]:
    return read_file(text, "house.toml")


def examined(text: str = LAMPLIGHTER) -> Examined:
    found = examine(OWN, table(text))
    assert found.faults == []
    return found


def told(text: str) -> list[str]:
    return [one.sentence for one in examine(OWN, table(text)).findings]


def test_a_deck_that_extends_another_has_its_cards_and_others() -> None:
    deck, base = packaged(examined().text), packaged("fairy_tale")
    copies = {card.id: card.copies for card in base.cards} | {"lamplighter": 9, "bard": 1}
    del copies["dragonvale_unflip"]
    assert {card.id: card.copies for card in deck.cards} == copies
    lamplighter = deck.cards[deck.number["lamplighter"]]
    assert (lamplighter.worth, lamplighter.effect) == (Points(2), Open(-1, 2))
    assert deck.cards[deck.number["bard"]].worth == Points(5)
    assert deck.own == {"lamplighter", "bard"}
    assert deck.id == examined().name
    assert not base.own


def test_a_table_is_played_with_it_as_with_any_deck() -> None:
    check(GAME, 4, 5, {"deck": table(), "expert": True}, every=9)
    assert checked_deck(json.dumps(table())) == examined().text
    rules = rules_for(3, {"deck": table()})
    assert rules.options["deck"] == examined().text
    assert rules_for(3, rules.options) == rules


def test_bots_rate_the_cards() -> None:
    bots = [make_bot("greedy", "fairytale", 3, seat) for seat in range(3)]
    assert play(GAME, 3, 3, bots, {"deck": examined().text}).answers > 50
    assert [(one.failures, one.first_error) for one in bots] == [(0, "")] * 3


def test_a_journal_holds_the_deck() -> None:
    journal = Journal.begin("fairytale", 2, 11, {"deck": examined().text})
    state = journal.replay()
    while asks := GAME.pending(state):
        journal.answer(asks[0].seat, asks[0].options[-1])
        GAME.answer(state, asks[0].seat, asks[0].options[-1])
    assert GAME.digest(Journal.read(journal.write()).replay()) == GAME.digest(state)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_card_has_a_text_in_every_language_and_its_name_unchanged(lang: str) -> None:
    rows = {row["id"]: row for row in voices.cards("fairytale", examined().text, lang)}
    assert rows["lamplighter"]["name"] == "Lamplighter"
    assert len(str(rows["lamplighter"]["text"])) > 20
    assert rows["lamplighter"]["own"] is True
    assert "own" not in rows["demon"]


CARD = """
id = "b"
name = "B"
faction = "shadow"
type = "place"
kind = "friend"
copies = 1
score = { points = 3 }
"""
HEAD = 'id = "x"\nextends = "fairy_tale"\n[[card]]\n'
SCORE = "score = { points = 3 }"
WRONG = [
    (row["deck"], row["sentence"])
    for row in tomllib.loads(Path(__file__).with_name("wrong_own_decks.toml").read_text("utf-8"))["wrong"]
]


@pytest.mark.parametrize(("text", "sentence"), WRONG, ids=[sentence[:50] for _, sentence in WRONG])
def test_what_is_wrong_is_one_sentence(text: str, sentence: str) -> None:
    assert sentence in told(text)
    with pytest.raises(DeckError):
        rules_for(3, {"deck": table(text)})


def test_a_card_that_others_need_cannot_be_left_out() -> None:
    assert told('id = "x"\nextends = "fairy_tale"\nwithout = ["demon"]\n') == [
        "card shadowkings_tale_2: score: there is no card 'demon'."
    ]


def test_what_can_be_played_but_looks_wrong_is_a_warning() -> None:
    never = HEAD + CARD.replace(SCORE, "score = { points = 3, has = { bard = 90 } }")
    assert told(never) == [
        "card b: it never scores, since the deck has too few of the cards that it asks for."
    ]
    few = HEAD + CARD.replace(SCORE, "score = { points = 3, factions = { shadow = 90 } }")
    assert told(few) == [
        "card b: it never scores, since the deck has too few cards of a faction that it asks for."
    ]
    twin = HEAD + CARD + "[[card]]\n" + CARD.replace('"b"', '"c"').replace('"B"', '"C"').replace("3", "17")
    assert told(twin.replace("3 }", "17 }")) == ["card c: it has the same faction and the same text as b."]
    factions = ["dragonvale", "fairywood", "holy_empire", "shadow", "sea"]
    nobody = HEAD.replace("[[card]]", f"factions = {factions}\n[[card]]") + CARD
    nobody += 'effect = { open = 1, who = "own", faction = "sea" }'
    assert "card b: its effect never does anything, since the deck has no card of the faction." in told(
        nobody
    )


def test_a_deck_that_is_too_small_for_some_tables_says_so() -> None:
    small = LAMPLIGHTER.replace("copies = 9", "copies = 1")
    short = short_tables("fairytale", examined(small).text)
    assert short.seats == [2, 3, 4]
    assert len(short.sentences) == 1


HOSTILE: list[Mapping[str, Any]] = [
    {},
    {"id": "x", "card": [None]},
    {"id": "x", "card": [{"id": "a"}]},
    {"id": "x", "factions": 3, "card": [{"id": "a"}]},
    {"id": "x", "factions": [{}], "hunted": {}},
    {"id": "x", "extends": "fairy_tale", "sources": 3, "card": [{"id": "bard", "sources": [3]}]},
    {"id": "x", "extends": "fairy_tale", "colours": [1], "provenance": "x"},
    {"id": "x", "extends": "fairy_tale", "card": [{"id": "bard", "score": {"points": 10**300}}]},
    {"id": "x", "extends": "fairy_tale", "card": [{"id": "bard", "score": {"points": True}}]},
    {"id": "x", "extends": "fairy_tale", "card": [{"id": "bard", "effect": {"open": 10**300, "who": "own"}}]},
    {
        "id": "x",
        "extends": "fairy_tale",
        "card": [{"id": "a", "name": {}, "type": [], "copies": {}, "kind": {}}],
    },
]


@pytest.mark.parametrize("deck", HOSTILE, ids=lambda deck: repr(deck)[:60])
def test_anything_that_is_not_a_deck_is_refused_in_a_sentence(deck: Mapping[str, Any]) -> None:
    assert examine(OWN, deck).faults
    with pytest.raises(DeckError) as caught:
        rules_for(3, {"deck": deck})
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 600
