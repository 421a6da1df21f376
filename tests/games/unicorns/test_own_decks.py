"""Unicorn decks of one's own: extending a deck, abilities as text, everything that is wrong at once."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from stablehand import Journal, load
from stablehand.bots.specs import make_bot
from stablehand.core.conformance import check
from stablehand.core.decks.examine import Examined, examine
from stablehand.core.decks.files import DeckError
from stablehand.core.decks.tables import short_tables
from stablehand.core.decks.written import canonical, read_file
from stablehand.core.driver import play
from stablehand.core.rng import Rng
from stablehand.games.unicorns import GAME
from stablehand.games.unicorns.decks.catalog import DECKS, catalog
from stablehand.games.unicorns.decks.own import OWN, checked_deck
from stablehand.games.unicorns.state.rules import rules_for
from stablehand.games.unicorns.vocabulary.parse import MOST_DEPTH, parse
from stablehand.games.unicorns.vocabulary.write import write
from stablehand.text import voices
from stablehand.text.language import LANGUAGES
from support.generated_cards import TYPES, sensible_card
from support.sizes import slow_after

if TYPE_CHECKING:
    from collections.abc import Mapping

LANTERN = """
game = "unicorns"
id = "house"
title = "Our house"
extends = "base_2e"
without = ["glitter_tornado"]

[[card]]
id = "lantern_unicorn"
name = "Lantern Unicorn"
type = "magical"
copies = 2
ability = "When( ENTERS, May(Then(discard(a(CARD)), take(a(UPGRADE)))) )"

[[card]]
id = "neigh"
copies = 12

[[card]]
id = "yay"
ability = "While(Unanswerable()), When(TURN_BEGINS, Draw(1))"
"""


def table(text: str = LANTERN) -> dict[str, Any]:
    return read_file(text, "house.toml")


def examined(text: str = LANTERN) -> Examined:
    found = examine(OWN, table(text))
    assert found.findings == []
    return found


def told(text: str) -> list[str]:
    return [one.sentence for one in examine(OWN, table(text)).findings]


def test_a_deck_that_extends_another_has_its_cards_and_others() -> None:
    deck = catalog(examined().text)
    base = catalog("base_2e")
    changed = {"glitter_tornado": 0, "neigh": 12, "lantern_unicorn": 2}
    copies = {card.id: card.copies for card in base.definitions} | changed
    assert {card.id: card.copies for card in deck.definitions} == {c: n for c, n in copies.items() if n}
    assert (deck.edition, deck.ruleset, deck.two_player_neigh) == ("2e", "second", "neigh")
    assert deck.definitions[-1].id == "lantern_unicorn"
    assert deck.definitions[-1].abilities == parse(
        "When(ENTERS, May(Then(discard(a(CARD)), take(a(UPGRADE)))))"
    )
    assert deck.own == {"lantern_unicorn", "yay"}
    assert deck.id == examined().name
    assert deck.id.startswith("house@")
    assert all(not catalog(name).own for name in DECKS)


def test_a_deck_is_its_text_and_any_text_of_it_is_the_same_deck() -> None:
    text = examined().text
    assert checked_deck(text) == checked_deck(table()) == checked_deck(json.dumps(table())) == text
    assert json.loads(text)["card"][0]["ability"] == (
        "When(ENTERS, May(Then(discard(a(CARD)), take(a(UPGRADE)))))"
    )
    assert examine(OWN, json.loads(text)).text == text
    assert examined(LANTERN.replace("house", "other")).name != examined().name


def test_a_deck_of_data_is_the_deck_of_its_texts() -> None:
    data = LANTERN.replace(
        'ability = "While(Unanswerable()), When(TURN_BEGINS, Draw(1))"',
        "ability = [{ While = { trait = { Unanswerable = {} } } }, "
        '{ When = { moment = "turn_begins", do = { Draw = { n = 1 } } } }]',
    )
    assert examined(data).text == examined().text


def test_a_table_is_played_with_it_as_with_any_deck() -> None:
    text = examined().text
    check(GAME, 3, 5, {"deck": text}, every=40)
    check(GAME, 2, 6, {"deck": table(), "expansions": ["dragons"]}, every=60)


def test_rules_hold_the_deck_and_nothing_is_needed_beside() -> None:
    rules = rules_for(3, {"deck": table()})
    assert rules.options["deck"] == examined().text
    assert rules_for(3, rules.options) == rules
    state = GAME.start(3, 4, {"deck": table()})
    assert GAME.encode(GAME.decode(GAME.encode(state))) == GAME.encode(state)
    assert GAME.view(state, 0)["options"]["deck"] == examined().text  # type: ignore[index, call-overload]


def test_a_journal_holds_the_deck() -> None:
    journal = Journal.begin("unicorns", 3, 11, {"deck": examined().text})
    state = journal.replay()
    while asks := GAME.pending(state):
        journal.answer(asks[0].seat, asks[0].options[-1])
        GAME.answer(state, asks[0].seat, asks[0].options[-1])
    again = Journal.read(journal.write())
    assert again == journal
    assert GAME.digest(again.replay()) == GAME.digest(state)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_card_has_a_text_in_every_language_and_its_name_unchanged(lang: str) -> None:
    rows = {row["id"]: row for row in voices.cards("unicorns", examined().text, lang)}
    lantern, usual = rows["lantern_unicorn"], rows["rhinocorn"]
    assert lantern["name"] == "Lantern Unicorn"
    assert len(str(lantern["text"])) > 60
    assert lantern["own"] is True
    assert "own" not in usual
    assert (
        usual["name"] == {r["id"]: r for r in voices.cards("unicorns", "base_2e", lang)}["rhinocorn"]["name"]
    )
    voice = voices.voice_for("unicorns", ["Ann", "Bob"], 0, {"deck": examined().text}, lang)
    assert "Our house" in voice.title


def test_a_deck_that_stands_alone_needs_no_base() -> None:
    alone = canonical({**table(), "title": "Alone"})
    rows = [
        {key: row[key] for key in ("id", "name", "type", "copies")} for row in OWN.table("base_2e")["card"]
    ]
    for row in rows:
        if row["type"] not in {"baby", "basic"}:
            row["ability"] = write(catalog("base_2e").cards[catalog("base_2e").first[row["id"]]].abilities)
    head = {"id": "alone", "two_player_neigh": "neigh", "card": rows}
    found = examine(OWN, head)
    assert found.faults == []
    assert alone != found.text
    assert catalog(found.text).own == {row["id"] for row in rows}
    assert len(catalog(found.text).black_backs) == 114


def test_an_adult_deck_stays_one() -> None:
    adult = LANTERN.replace("base_2e", "nsfw_2e").replace('without = ["glitter_tornado"]', "adult = false")
    adult = adult[: adult.index('[[card]]\nid = "neigh"')]
    assert catalog(examined(adult).text).is_adult


@pytest.mark.parametrize("seed", slow_after(3, range(12), "plays whole games with random decks"))
def test_generated_decks_as_files_are_played_to_the_end(seed: int) -> None:
    """Strangers' cards: whatever the schema lets through can be written, read, played and replayed."""
    rng = Rng.from_seed(seed, "own decks")
    rows: list[dict[str, Any]] = []
    for number in range(12):
        kind = TYPES[number % len(TYPES)]
        ability = write(sensible_card(rng, kind)[0])
        rows.append(
            {"id": f"card_{number}", "name": f"Card {number}", "type": kind, "copies": 4, "ability": ability}
        )
    found = examine(OWN, {"id": "random", "extends": "base_2e", "card": rows})
    assert found.faults == []
    options = {"deck": found.text}
    bots = [
        make_bot(spec, "unicorns", seed, seat) for seat, spec in enumerate(("greedy", "random", "greedy"))
    ]
    outcome = play(load("unicorns"), 3, seed, bots, options)
    assert outcome.answers > 10
    assert [(one.failures, one.first_error) for one in bots] == [(0, "")] * 3
    assert all(row["text"] for row in voices.cards("unicorns", found.text, LANGUAGES[seed % len(LANGUAGES)]))


# ---- faults and warnings

CARD = 'id = "b"\nname = "B"\ntype = "magic"\ncopies = 1\nability = "Cast(Draw(1))"\n'
HEAD = 'id = "x"\nextends = "base_2e"\n[[card]]\n'


def test_the_small_deck_of_these_tests_is_sound() -> None:
    assert examined(HEAD + CARD.replace("Draw(1)", "Draw(9)")).text


MANY = "".join(
    f"[[card]]\n{CARD.replace('b', f'b{n}', 1).replace('B', f'B{n}', 1)}".replace(
        "copies = 1", "copies = 100"
    )
    for n in range(10)
)
WRONG = [
    (row["deck"], row["sentence"])
    for row in tomllib.loads(Path(__file__).with_name("wrong_own_decks.toml").read_text("utf-8"))["wrong"]
]
WRONG += [(HEAD + CARD + MANY, "there must be at most 1024 cards in all.")]


@pytest.mark.parametrize(("text", "sentence"), WRONG, ids=[sentence[:50] for _, sentence in WRONG])
def test_what_is_wrong_is_one_sentence(text: str, sentence: str) -> None:
    assert sentence in told(text)
    with pytest.raises(DeckError):
        rules_for(3, {"deck": table(text)})


def test_everything_that_is_wrong_is_told_at_once() -> None:
    wrong = """
    id = "x"
    extends = "base_2e"
    without = ["nothing"]
    [[card]]
    id = "one"
    name = " One"
    type = "majic"
    copies = "many"
    colour = "red"
    ability = "Cast(Drow(1))"
    [[card]]
    id = "two"
    name = "Two"
    type = "magic"
    copies = 0
    ability = "When(ENTERS, Draw(1))"
    """
    found = examine(OWN, table(wrong)).findings
    assert [one.path for one in found] == [
        ("without", 0),
        ("card", 0, "name"),
        ("card", 0, "ability"),
        ("card", 0, "colour"),
        ("card", 0, "type"),
        ("card", 0, "copies"),
        ("card", 1, "copies"),
        ("card", 1, "ability"),
    ]
    assert found[2].offset == len("Cast(")


def test_data_are_as_limited_as_a_text_is() -> None:
    word: dict[str, Any] = {"Draw": {"n": 1}}
    for _ in range(MOST_DEPTH + 1):
        word = {"May": {"do": word}}
    row = {"id": "b", "name": "B", "type": "magic", "copies": 1, "ability": [{"Cast": {"do": word}}]}
    found = examine(OWN, {"id": "x", "extends": "base_2e", "card": [row]})
    assert [one.sentence for one in found.faults] == [
        f"card b: brackets stand in at most {MOST_DEPTH} others."
    ]
    for _ in range(1000):
        word = {"May": {"do": word}}
    found = examine(
        OWN, {"id": "x", "extends": "base_2e", "card": [{**row, "ability": [{"Cast": {"do": word}}]}]}
    )
    assert [one.sentence for one in found.faults] == [
        "in a deck lists and tables stand in at most 200 others."
    ]


def doubts(text: str) -> list[str]:
    found = examine(OWN, table(text))
    assert found.faults == []
    return [one.sentence for one in found.findings]


def test_what_can_be_played_but_looks_wrong_is_a_warning() -> None:
    assert doubts(
        HEAD + CARD.replace('"magic"', '"upgrade"').replace("Cast(Draw(1))", "Needs(DRAGON, 'play')")
    ) == ["card b: it can never be played, since no card of the deck is what it needs."]
    assert doubts(
        HEAD + CARD.replace('"magic"', '"upgrade"').replace("Cast(Draw(1))", "While(Unanswerable())")
    ) == ["card b: it has the same text as yay."]
    basics = [row["id"] for row in OWN.table("base_2e")["card"] if row["type"] in {"basic", "magical"}]
    bare = f'id = "x"\nextends = "base_2e"\nwithout = {json.dumps(basics)}\n'
    assert doubts(bare) == ["there is no Unicorn to be played."]
    assert short_tables("unicorns", examine(OWN, table(bare)).text).seats == []


def test_a_deck_that_is_too_small_for_some_tables_says_so() -> None:
    babies = [row["id"] for row in OWN.table("base_2e")["card"] if row["type"] == "baby"][:8]
    text = examine(OWN, table(f'id = "x"\nextends = "base_2e"\nwithout = {json.dumps(babies)}\n')).text
    short = short_tables("unicorns", text)
    assert short.seats == [2, 3, 4, 5]
    assert short.sentences[0].endswith("has 5 Baby Unicorns, but each of 6 players chooses one (UU-SETUP-2).")


HOSTILE: list[Mapping[str, Any]] = [
    {},
    {"id": "x", "card": [None]},
    {"id": "x", "card": [{"id": "a"}]},
    {"id": "x", "extends": []},
    {"id": "x", "extends": "base_2e", "without": [[]]},
    {"id": "x", "extends": "base_2e", "card": [{"id": "neigh", "names": 3, "tags": 3, "copies": True}]},
    {"id": "x", "extends": "base_2e", "card": [{"id": "neigh", "ability": [[[[]]]]}]},
    {"id": "x", "extends": "base_2e", "title": ["a"], "adult": "no"},
    {"id": "x", "extends": "base_2e", "card": {"id": "a"}},
    {"id": int("9" * 4000)},
    {"id": "x", "extends": "base_2e", "ruleset": "x" * 60_000},
    {"id": "x", "extends": "base_2e", "x" * 60_000: 1},
    {"id": {}, "title": {}, "game": {}, "card": []},
    {"id": "x", "extends": "base_2e", 3: 4},  # type: ignore[dict-item]
    {
        "id": "x",
        "extends": "base_2e",
        "card": [{"id": "a", "name": {}, "type": [], "copies": {}, "ability": {}}],
    },
    {"id": "x", "extends": "base_2e", "without": ["neigh"], "card": [{"id": "neigh", "copies": 3}]},
]


@pytest.mark.parametrize("deck", HOSTILE, ids=lambda deck: repr(deck)[:60])
def test_anything_that_is_not_a_deck_is_refused_in_a_sentence(deck: Mapping[str, Any]) -> None:
    assert examine(OWN, deck).faults
    with pytest.raises(DeckError) as caught:
        rules_for(3, {"deck": deck})
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 600
