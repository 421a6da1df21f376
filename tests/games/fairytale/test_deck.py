"""The deck: its cards, and the errors of the loader for a bad deck."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from stablehand.core.decks.files import DeckError
from stablehand.games.fairytale.decks.checks import COLOURS
from stablehand.games.fairytale.decks.deck import packaged, parse
from stablehand.games.fairytale.terminal.board import STYLES
from stablehand.games.fairytale.text.game_text import TEXT
from stablehand.games.fairytale.vocabulary import ANY, Close, Has, If, Most, PerCard, Points
from stablehand.text.language import language
from stablehand.text.names import PRINTED
from support.paths import ROOT

GOLDEN = ROOT / "tests" / "golden" / "fairytale_deck.txt"
DECK = packaged("fairy_tale")

SMALL = """
id = "small"
factions = ["red", "grey"]
hunted = "grey"
cards = 5
base = 4
sources = { here = "nowhere else" }

[[card]]
id = "knight"
name = "Knight"
type = "character"
faction = "red"
kind = "friend"
copies = 4
score = { points = 3 }

[[card]]
id = "tale"
name = "Tale"
type = "tale"
provenance = { name = "made up" }
sources = ["here"]
friend_of = "knight"
names = { de = "Märchen" }
faction = "grey"
kind = "condition"
copies = 1
expert = true
score = { points = 7, has = { knight = 2 } }
effect = { close = 1, who = "all", faction = "red" }
"""


def test_the_deck_holds_a_hundred_cards() -> None:
    """FT-SETUP-1: 80 base and 20 expert; 28 of each great faction and 16 Shadow."""
    assert len(DECK.supply(expert=True)) == 100
    assert len(DECK.supply(expert=False)) == 80
    assert len(DECK.cards) == 40
    by_faction = Counter(DECK.factions[DECK.cards[no].faction] for no in DECK.supply(expert=True))
    assert by_faction == {"dragonvale": 28, "fairywood": 28, "holy_empire": 28, "shadow": 16}
    assert DECK.factions[DECK.hunted] == "shadow"


def test_the_colours_of_the_factions_are_those_of_the_rules() -> None:
    """FT-SETUP-1 names them in this order; page and terminal take them from the deck."""
    rule = next(s["rules"]["FT-SETUP-1"] for s in language("en").data("fairytale/rules")["section"])
    colours = [DECK.colour(number) for number in range(len(DECK.factions))]
    assert re.findall("|".join(COLOURS), rule) == colours == ["green", "yellow", "blue", "grey"]
    shown = {(card["faction"], card["colour"]) for card in TEXT.cards("fairy_tale", "ru", PRINTED)}
    assert shown == set(zip(DECK.factions, colours, strict=True))
    assert set(COLOURS) == set(STYLES)


def test_the_top_of_a_card_tells_its_worth_its_copies_its_type_and_its_faction() -> None:
    """FT-SETUP-3: all four reach every interface; the printed types are Character, Place and Tale."""
    cards = {str(card["id"]): card for card in TEXT.cards("fairy_tale", "en", PRINTED)}
    cave = cards["dragons_cave"]
    shown = [cave[key] for key in ("short_worth", "copies", "deck_size", "type", "faction_name")]
    assert shown == ["6", 4, 100, "place", "Dragonvale"]
    assert cave["facts"] == "Dragonvale: place, action card · 4/100"
    assert {card["type"] for card in cards.values()} == {"character", "place", "tale"}
    for card in cards.values():
        assert f": {card['type']}, " in str(card["facts"])


def test_the_cards_match_the_golden_list() -> None:
    lines = [
        f"{card.id} {card.copies} {DECK.factions[card.faction]} {'expert' if card.expert else 'base'}"
        for card in DECK.cards
    ]
    assert lines == GOLDEN.read_text("utf-8").splitlines()


def test_every_card_has_sources_for_its_fields() -> None:
    for row in DECK.source["card"]:
        assert set(row["provenance"]) == {"name", "faction", "copies", "value", "ability"}, row["id"]
        assert all(source in DECK.source["sources"] for source in row["sources"]), row["id"]


def test_card_names_become_numbers() -> None:
    number = DECK.number
    cards = DECK.cards
    fairy = number["mischievous_fairy"]
    assert cards[fairy].worth == PerCard(fairy, 1)
    assert cards[number["dwarven_warrior"]].worth == PerCard(number["sky_dance_dragon"], 3)
    assert cards[number["fairywood_tale_1"]].worth == If(Most(DECK.factions.index("fairywood")), 6)
    assert cards[number["shadow_flip_any"]].effect == Close("own", ANY, 1)
    assert cards[number["chameleon"]].chameleon
    assert cards[number["chameleon"]].worth == Points(-1)


def test_a_small_deck_is_parsed() -> None:
    deck = parse(SMALL, "small")
    assert [card.id for card in deck.cards] == ["knight", "tale"]
    assert deck.cards[1].worth == If(Has(((0, 2),)), 7)
    assert deck.supply(expert=False) == [0, 0, 0, 0]


WRONG = {
    "not TOML": ("[[card]]", "[[card", "Deck small is not TOML: "),
    "no factions": ('factions = ["red", "grey"]', "", "'red' is not one of its factions."),
    "factions as a number": (
        'factions = ["red", "grey"]',
        "factions = 2",
        "factions must be a list of names.",
    ),
    "cards not as tables": (
        SMALL[SMALL.index("[[card]]") :],
        "card = 5",
        "must be a table of its own, [[card]].",
    ),
    "the same id twice": ('id = "tale"', 'id = "knight"', "two cards have the same id, 'knight'."),
    "an id with a space": ('id = "tale"', 'id = "a tale"', "snake_case word, not 'a tale'."),
    "no id": ('id = "tale"', "", "snake_case word, not None."),
    "a total that is wrong": ("cards = 5", "cards = 6", "says cards = 6, but holds 5."),
    "a base that is wrong": ("base = 4", "base = 5", "says base = 5, but holds 4."),
    "an unknown hunted faction": ('hunted = "grey"', 'hunted = "blue"', "'blue' is not one of its factions."),
    "an unknown faction": (
        'faction = "grey"',
        'faction = "blue"',
        "card tale: 'blue' is not one of its factions.",
    ),
    "an unknown field": ("copies = 1", "copies = 1\nrank = 3", "card tale: unknown field 'rank'."),
    "no copies": ("copies = 1", "copies = 0", "copies must be a whole number from 1, not 0."),
    "copies that are a bool": (
        "copies = 1",
        "copies = true",
        "copies must be a whole number from 1, not True.",
    ),
    "an unknown kind": ('kind = "friend"', 'kind = "foe"', "card knight: kind must be one of action, "),
    "expert as text": (
        "expert = true",
        'expert = "yes"',
        "card tale: expert must be true or false, not 'yes'.",
    ),
    "points that are a bool": ("points = 3", "points = true", "card knight: score {'points': True} is not"),
    "an unknown type": ('"character"', '"x"', "card knight: type must be one of character, place, tale."),
    "no type": ('type = "tale"', "", "card tale: type must be one of character, place, tale."),
    "no name": ('name = "Tale"', "", "card tale: a card needs a name."),
    "an empty name": ('"Tale"', '" "', "card tale: name must be a text, not ' '."),
    "a name that is a number": ('"Tale"', "3", "card tale: name must be a text, not 3."),
    "a name again": ('"Tale"', '"knight"', "card tale: name must not be that of card knight, 'knight'."),
    "an unknown confidence": (
        "expert = true",
        'confidence = "sure"',
        "card tale: confidence must be one of high, medium, low.",
    ),
    "an unknown language": ("de =", "German =", "names must have language codes as keys, not 'German'."),
    "an empty name in a language": (
        '"Märchen"',
        '""',
        "card tale: names must be one name per language, not ",
    ),
    "an unknown source": ('["here"]', '["there"]', "card tale: sources: 'there' is not one of the deck's "),
    "a source that is a list": ('["here"]', "[[]]", "card tale: sources: [] is not one of the deck's "),
    "sources as text": (
        '["here"]',
        '"here"',
        "card tale: sources must be a list of short names, not 'here'.",
    ),
    "an unknown friend": (
        'friend_of = "knight"',
        'friend_of = "king"',
        "friend_of: there is no card 'king'.",
    ),
    "provenance of nothing": ("{ name = ", "{ rank = ", "copies, value, ability, not of 'rank'."),
    "provenance as a number": (
        '"made up"',
        "3",
        "card tale: provenance must be one text per field, not ",
    ),
    "notes in numbers": ("copies = 1", "copies = 1\nnotes = 3", "card tale: notes must be a text, not 3."),
    "a name that may be ours": (
        "copies = 1",
        'copies = 1\nname_is_ours = "?"',
        "card tale: name_is_ours must be true or false, not '?'.",
    ),
    "an unknown field of the deck": (
        "base = 4",
        "base = 4\ncolour = 1",
        "Deck small: unknown field 'colour'.",
    ),
    "an age": ("base = 4", "base = 4\nadult = 18", "Deck small: adult must be true or false, not 18."),
    "a title as a list": ("base = 4", "base = 4\ntitle = []", "Deck small: title must be a text, not []."),
    "sources without a text": ('"nowhere else"', "1", "Deck small: sources must be a table of texts, not "),
    "a faction twice": ('["red", "grey"]', '["red", "red", "grey"]', "factions must not name one twice."),
    "a colour nobody can show": (
        "base = 4",
        'base = 4\ncolours = { red = "plaid" }',
        "Deck small: colours must be one of green, yellow, blue, grey, red, violet for a faction, not {",
    ),
    "the colour of no faction": (
        "base = 4",
        'base = 4\ncolours = { blue = "blue" }',
        "Deck small: colours must be one of",
    ),
    "no score": ("score = { points = 3 }", "", "card knight: score None is not one the rules know."),
    "a score of fractions": (
        "points = 3",
        "points = 3.5",
        "score {'points': 3.5} is not one the rules know.",
    ),
    "a score with more": ("points = 3", "points = 3, most = 1", "is not one the rules know."),
    "an unknown named card": ("knight = 2", "king = 2", "card tale: there is no card 'king'."),
    "a named card as text": ("knight = 2", 'knight = "two"', "is not one the rules know."),
    "no named card": ("has = { knight = 2 }", "has = {}", "is not one the rules know."),
    "an unknown effect": ("close = 1", "swap = 1", "card tale: effect "),
    "a close of none": ("close = 1", "close = 0", "card tale: effect "),
    "a close that is a bool": ("close = 1", "close = true", "card tale: effect "),
    "a close of nobody": ('who = "all"', 'who = "none"', "card tale: effect "),
    "an effect on an unknown faction": (
        'all", faction = "red"',
        'all", faction = "x"',
        "card tale: 'x' is not",
    ),
}


@pytest.mark.parametrize("fault", WRONG)
def test_a_bad_deck_is_reported_in_one_sentence(fault: str) -> None:
    old, new, sentence = WRONG[fault]
    assert old in SMALL
    with pytest.raises(DeckError) as caught:
        parse(SMALL.replace(old, new), "small")
    assert str(caught.value).startswith("Deck small")
    assert sentence in str(caught.value)
    assert str(caught.value).endswith(".")
    assert "\n" not in str(caught.value)


def test_missing_fields_have_their_defaults() -> None:
    knight, tale = parse(SMALL, "small").source["card"]
    assert (knight["expert"], knight["confidence"]) == (False, "high")
    assert (tale["expert"], tale["confidence"]) == (True, "high")


def test_an_unknown_deck_is_refused() -> None:
    with pytest.raises(ValueError, match=r"^Fairy Tale has no deck 'x'; choose one of: fairy_tale\.$"):
        packaged("x")
