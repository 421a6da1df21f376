"""Decks and cards: the printed cards, and the errors for a bad deck."""

from __future__ import annotations

import ast
from collections import Counter
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from stablehand.core.build import IS_COMPILED
from stablehand.core.decks.files import DeckError
from stablehand.games.unicorns.cards.rulings import RULINGS
from stablehand.games.unicorns.decks import catalog as catalogs
from stablehand.games.unicorns.decks import checks
from stablehand.games.unicorns.decks.catalog import ABILITIES, DECKS, all_catalogs, catalog, parse
from stablehand.games.unicorns.decks.expansions import PACKS
from stablehand.games.unicorns.resolution.machine import STEPS
from stablehand.games.unicorns.state import rules
from stablehand.games.unicorns.vocabulary import CARD, Act, Cast, Draw, May, When, Word, a, card, discard
from support.golden import compare
from support.unicorn_games import EVERY_DECK, deck_named
from support.written import WRITTEN

if TYPE_CHECKING:
    from collections.abc import Callable

GAME_FOLDER = Path(catalogs.__file__).parents[1]
ENGINE = ("vocabulary", "decks", "state", "resolution", "turn", "knowledge")
"""The folders of the game that hold its rules; the effects of cards are in `cards`."""
BASE = {"baby": 13, "basic": 22, "magical": 30, "magic": 25, "upgrade": 14, "downgrade": 8, "instant": 15}
ADULT = {"baby": 13, "basic": 21, "magical": 31, "magic": 25, "upgrade": 15, "downgrade": 7, "instant": 15}
COUNTS = {"base_1e": BASE, "base_2e": BASE, "nsfw_1e": ADULT, "nsfw_2e": ADULT}
RULESETS = {"base_1e": "first", "base_2e": "second", "nsfw_1e": "first-nsfw", "nsfw_2e": "second"}


@pytest.mark.parametrize("deck", DECKS)
def test_a_deck_is_114_cards_and_13_babies(deck: str) -> None:
    """UU-SETUP-1, UU-TYPE-1."""
    cards = catalog(deck)
    assert (len(cards.black_backs), len(cards.babies)) == (114, 13)
    assert Counter(d.type for d in cards.cards) == COUNTS[deck]
    assert cards.ruleset == RULESETS[deck]
    assert cards.is_adult == deck.startswith("nsfw")


@pytest.mark.parametrize("deck", EVERY_DECK)
def test_the_cards_of_a_deck_match_the_golden_file(deck: str) -> None:
    """Those of an expansion are listed without the deck that it is added to."""
    packs = deck_named(deck).packs
    lines = [
        f"{d.copies} {d.type} {d.id}: {d.name}"
        + ("" if d.is_for_two else ", not for two")
        + ("" if d.confidence == "high" else f", {d.confidence} confidence")
        + (f", letters {d.letters('en')}" if d.is_unicorn else "")
        + "".join(f"\n    {ability!r}" for ability in d.abilities)
        for d in deck_named(deck).definitions
        if d.pack in packs or not packs
    ]
    compare(f"unicorn_decks/{deck}.txt", "\n".join([*lines, ""]))


@pytest.mark.parametrize("deck", EVERY_DECK)
def test_copies_have_consecutive_numbers(deck: str) -> None:
    cards = deck_named(deck)
    for number, definition in enumerate(cards.cards):
        assert number in cards.twins[number]
        assert {cards.cards[twin].id for twin in cards.twins[number]} == {definition.id}
        assert len(cards.twins[number]) == definition.copies
        assert cards.first[definition.id] == cards.twins[number][0]
    assert len(cards.first) == len(cards.definitions)


def test_every_ability_is_printed_on_a_card() -> None:
    printed = {
        d.abilities for deck in all_catalogs() for d in deck.definitions if d.type not in {"baby", "basic"}
    }
    assert set(ABILITIES.values()) == printed
    used: set[str] = set()
    for deck in (*DECKS, *(f"packs/{pack}" for pack in PACKS)):
        used |= _keys(deck)
    assert used == set(ABILITIES)


def _keys(deck: str) -> set[str]:
    import tomllib  # noqa: PLC0415 - only here

    table = tomllib.loads(
        files("stablehand.games.unicorns").joinpath("decks", f"{deck}.toml").read_text("utf-8")
    )
    rows = (row for row in table["card"] if row["type"] not in {"baby", "basic"})
    keys = ((row.get("ability", row["id"]), row.get("ability_first")) for row in rows)
    return {key for pair in keys for key in pair if key}


def test_every_ruling_belongs_to_an_existing_card() -> None:
    assert set(RULINGS) <= set(ABILITIES)


def test_every_word_of_a_card_has_a_step_in_the_engine() -> None:
    words = {type(word) for abilities in WRITTEN.values() for word in _words(abilities)}
    assert words <= set(STEPS)
    assert len(words) > 20


def _words(thing: object) -> list[Word]:
    if isinstance(thing, tuple):
        return [word for part in thing for word in _words(part)]
    if not hasattr(thing, "__dataclass_fields__"):
        return []
    inner = [word for name in thing.__dataclass_fields__ for word in _words(getattr(thing, name))]
    return [thing, *inner] if isinstance(thing, Word) else inner


def test_the_engine_never_refers_to_a_card_by_its_id() -> None:
    """The effect of a card is in its data, not in an `if` on its id. Some ids are also options or tags."""
    ids = {d.id for deck in all_catalogs() for d in deck.definitions} | set(ABILITIES)
    found = {
        (path.name, node.value)
        for path in (
            GAME_FOLDER / "game.py",
            *(p for part in ENGINE for p in GAME_FOLDER.glob(f"{part}/*.py")),
        )
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value in ids
    }
    assert found == {
        ("rules.py", "neigh"),  # a trigger of house rules
        ("rules.py", "super_neigh"),  # an option
        ("party.py", "neigh"),  # the same trigger
        ("nouns.py", "neigh"),  # a tag
        ("nouns.py", "narwhal"),  # a tag
    }


# ---- bad decks

DECK = """
id = "tiny"
cards = {cards}
babies = 1
two_player_neigh = "no"

[[card]]
id = "foal"
name = "Foal"
type = "baby"
copies = 1

[[card]]
id = "no"
name = "No"
type = "instant"
copies = 2
tags = ["neigh"]

[[card]]
id = "trick"
{row}
"""
ROW = 'name = "Trick"\ntype = "magic"\ncopies = 2\n'
TRICK: dict[str, Any] = {"trick": card(Cast(Draw(1))), "no": ABILITIES["neigh"]}


def deck_text(row: str = ROW, cards: int = 4) -> str:
    return DECK.format(row=row, cards=cards)


def test_a_small_deck_is_parsed() -> None:
    cards = parse(deck_text(), "tiny.toml", TRICK)
    assert [d.id for d in cards.cards] == ["foal", "no", "no", "trick", "trick"]
    assert cards.effects[1].path == "trick/0"


def test_a_deck_can_define_a_card_as_data() -> None:
    written = "ability = [{ Cast = { do = { Draw = { n = 3 } } } }]"
    cards = parse(deck_text(ROW + written), "tiny.toml", {"no": ABILITIES["neigh"]})
    assert cards.cards[-1].abilities == (Cast(Draw(3)),)
    assert cards.cards[-1].rulings == ("UU-TYPE-2",)


def sentence(text: str, abilities: dict[str, Any] | None = None) -> str:
    with pytest.raises(DeckError) as caught:
        parse(text, "tiny.toml", TRICK if abilities is None else abilities)
    found = str(caught.value)
    assert "tiny.toml" in found
    assert found.endswith(".")
    assert "\n" not in found
    assert ". " not in found.replace("tiny.toml", "")
    return found


def juggle() -> Any:  # noqa: ANN401 - no word
    """Return a word that the engine does not know."""

    @dataclass(frozen=True)
    class Juggle(Word):
        n: int = 1

    return Juggle()


BAD_CARDS: dict[str, Callable[[], Any]] = {
    "a function": lambda: (Cast(lambda: None),),  # type: ignore[arg-type]
    "a function deep inside": lambda: (When("enters", May(discard(a(lambda c: c)))),),  # type: ignore[arg-type]
    "a class": lambda: (Cast(Draw),),  # type: ignore[arg-type]
    "an unknown word": lambda: (Cast(juggle()),),
    "an unknown word deep inside": lambda: (When("enters", May(juggle())),),
    "an unknown ability": lambda: (juggle(),),
    "a word instead of an ability": lambda: (Draw(1),),
    "an ability that is text": lambda: ("draw",),
    "a list": lambda: [Cast(Draw(1))],
    "an ability instead of a tuple": lambda: Cast(Draw(1)),
    "a filter that is a dict": lambda: (Cast(discard(a({"kinds": 3}))),),  # type: ignore[arg-type]
    "a number with a point": lambda: (Cast(Draw(1.5)),),  # type: ignore[arg-type]
    "an ability where a word belongs": lambda: (Cast(Cast(Draw(1))),),  # type: ignore[arg-type]
    "an unknown verb": lambda: (Cast(Act("eat", a(CARD))),),  # type: ignore[arg-type]
    "a filter where a word belongs": lambda: (Cast(CARD),),  # type: ignore[arg-type]
}


@pytest.mark.parametrize("what", BAD_CARDS)
def test_a_card_that_is_not_made_of_words_is_refused(what: str) -> None:
    try:
        abilities = BAD_CARDS[what]()
    except TypeError:  # a compiled word refuses what does not fit as soon as it is made
        assert IS_COMPILED
    else:
        assert "trick" in sentence(deck_text(), {**TRICK, "trick": abilities})


BAD_ROWS = {
    "an unknown field": (ROW + "power = 3", "power"),
    "an unknown type": (ROW.replace('"magic"', '"dragon"'), "type"),
    "a type that is a list": (ROW.replace('"magic"', '["magic"]'), "type"),
    "no type": (ROW.replace('type = "magic"\n', ""), "type"),
    "no copies": (ROW.replace("copies = 2\n", ""), "copies"),
    "zero copies": (ROW.replace("2", "0"), "copies"),
    "half a copy": (ROW.replace("2", "1.5"), "copies"),
    "copies that are a bool": (ROW.replace("2", "true"), "copies"),
    "no name": (ROW.replace('name = "Trick"\n', ""), "name"),
    "a name that is a number": (ROW.replace('"Trick"', "3"), "name"),
    "an unknown ability": (ROW + 'ability = "fly"', "fly"),
    "an ability that is a list": (ROW + 'ability = ["trick"]', "ability"),
    "an ability that is a number": (ROW + "ability = 3", "ability must be a name or a list of words, not 3"),
    "an unknown word": (ROW + "ability = [{ Cast = { do = { Fly = {} } } }]", "There is no word 'Fly'"),
    "an unknown verb": (
        ROW + "ability = [{ Cast = { do = { Act = { verb = 'eat', what = { This = {} } } } } }]",
        "card trick: Act.verb cannot be 'eat'",
    ),
    "tags that are a text": (ROW + 'tags = "neigh"', "tags"),
    "tags that are numbers": (ROW + "tags = [1]", "tags"),
    "names that are a text": (ROW + 'names = "Трюк"', "names"),
    "names that are numbers": (ROW + "names = { ru = 1 }", "names"),
    "a printed name that is a number": (ROW + "printed = 1", "printed"),
    "two players as a word": (ROW + 'two_player = "no"', "two_player"),
    "confidence in numbers": (ROW + "confidence = 1", "confidence must be a text, not 1"),
    "another confidence": (ROW + 'confidence = "sure"', "confidence must be one of high, medium, low"),
    "an empty name": (ROW.replace("Trick", ""), "card trick: name must be a text, not ''"),
    "a name again": (ROW.replace("Trick", "foal"), "card trick: name must not be that of card foal, 'foal'"),
    "an unknown tag": (
        ROW + 'tags = ["narwal"]',
        "tags are dragon, narwhal, neigh, nightmare, nsfw, not 'narwal'",
    ),
    "an unknown language": (ROW + "names = { Russian = 'a' }", "language codes as keys, not 'Russian'"),
    "an empty name in a language": (ROW + "names = { ru = '' }", "card trick: names must be"),
}


@pytest.mark.parametrize("what", BAD_ROWS)
def test_a_bad_card_row_is_refused(what: str) -> None:
    row, word = BAD_ROWS[what]
    assert word in sentence(deck_text(row))


BAD_DECKS = {
    "not TOML": ("id = ", "TOML"),
    "cards that are numbers": ("cards = 1\nbabies = 0\ncard = [1]", "card"),
    "cards that are a table": ("cards = 1\nbabies = 0\n[card]\nid = 'x'", "card"),
    "another number of cards": (deck_text(cards=3), "cards = 3, but holds 4"),
    "no number of cards": ("babies = 0", "cards"),
    "two cards of one id": (deck_text() + "[[card]]\nid = 'trick'\n" + ROW, "same id"),
    "an id of two words": (deck_text().replace('"trick"', '"a trick"'), "snake_case"),
    "no id": (deck_text().replace('id = "trick"', ""), "snake_case"),
    "an age": ("adult = 3\n" + deck_text(), "adult must be true or false, not 3"),
    "a title that is a number": ("title = 3\n" + deck_text(), "title must be a text, not 3"),
    "an unknown ruleset": ("ruleset = 'third'\n" + deck_text(), "ruleset must be one of first, "),
    "no card for two": (deck_text().replace('two_player_neigh = "no"', ""), "there are two, not None"),
    "an unknown card for two": (deck_text().replace('neigh = "no"', 'neigh = "nay"'), "two, not 'nay'"),
    "no Instant for two": (deck_text().replace('neigh = "no"', 'neigh = "trick"'), "two, not 'trick'"),
    "one for two": (deck_text(cards=3).replace("copies = 2\ntags", "copies = 1\ntags"), "two, not 'no'"),
    "none for two": (deck_text().replace('["neigh"]', "[]\ntwo_player = false"), "there are two, not 'no'"),
    "more than fit": (
        deck_text()
        + "".join(f"[[card]]\nid = 'x{n}'\nname = 'X{n}'\ntype = 'basic'\ncopies = 100\n" for n in range(11)),
        "at most 1024 cards",
    ),
    "an unknown field": ("colour = 'red'\n" + deck_text(), "colour"),
}


@pytest.mark.parametrize("what", BAD_DECKS)
def test_a_bad_deck_is_refused(what: str) -> None:
    text, word = BAD_DECKS[what]
    assert word in sentence(text)


def test_a_deck_may_name_every_ruleset() -> None:
    assert sorted(checks.RULESETS) == sorted(rules.RULESETS)


def test_an_unknown_deck_is_refused() -> None:
    with pytest.raises(
        ValueError, match=r"^Unstable Unicorns has no deck 'base_3e'; choose one of: base_1e, "
    ):
        catalog("base_3e")
