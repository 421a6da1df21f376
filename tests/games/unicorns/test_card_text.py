"""Abilities as text: every card reads back as itself, and a mistake is one sentence with its place."""

from __future__ import annotations

import ast
import json
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from stablehand.core.rng import Rng
from stablehand.games.unicorns import vocabulary
from stablehand.games.unicorns.decks.catalog import ABILITIES
from stablehand.games.unicorns.vocabulary import (
    CARD,
    UNICORN,
    Act,
    Cast,
    Draw,
    Filter,
    Lands,
    Some,
    a,
    both,
    destroy,
)
from stablehand.games.unicorns.vocabulary.forms import constants, forms
from stablehand.games.unicorns.vocabulary.parse import MOST_DEPTH, MOST_WORDS, parse
from stablehand.games.unicorns.vocabulary.schema import VOCABULARY, dump
from stablehand.games.unicorns.vocabulary.tokens import LONGEST, CardTextError
from stablehand.games.unicorns.vocabulary.write import write
from support.generated_cards import TYPES, random_card
from support.paths import ROOT
from support.sizes import sized

if TYPE_CHECKING:
    from collections.abc import Iterator

CARDS = sized(quick=3_000, full=100_000, release=100_000)
SOURCES = ROOT / "src" / "stablehand" / "games" / "unicorns" / "cards"


@pytest.mark.parametrize("card", sorted(ABILITIES))
def test_a_card_written_as_text_reads_back_as_itself(card: str) -> None:
    text = write(ABILITIES[card])
    assert parse(text) == ABILITIES[card]
    assert write(parse(text)) == text
    assert json.loads(json.dumps(text)) == text


def test_generated_cards_written_as_text_read_back_as_themselves() -> None:
    rng = Rng.from_seed(20, "cards as text")
    for number in range(CARDS):
        abilities = random_card(rng, TYPES[number % len(TYPES)])
        text = write(abilities)
        assert parse(text) == abilities, text
        assert write(parse(text)) == text


def sources() -> Iterator[tuple[str, str]]:
    """Yield the name and the source text of every card that is written without names of its module."""
    for path in sorted(SOURCES.rglob("*.py")):
        text = path.read_text("utf-8")
        for node in ast.walk(ast.parse(text)):
            if not isinstance(node, ast.Dict):
                continue
            for key, value in zip(node.keys, node.values, strict=True):
                is_card = isinstance(value, ast.Call) and getattr(value.func, "id", "") == "card"
                own = [one for one in ast.walk(value) if isinstance(one, ast.Name) and one.id[0] == "_"]
                if is_card and not own and isinstance(key, ast.Constant):
                    yield str(key.value), ast.get_source_segment(text, value) or ""


def test_the_text_of_a_card_in_our_sources_is_a_text_of_the_card_language() -> None:
    found = dict(sources())
    assert len(found) > 200
    for card, text in found.items():
        assert parse(text) == ABILITIES[card], card


def test_every_name_of_the_language_can_be_written() -> None:
    """The forms are read off the vocabulary: a new word has a text as soon as it is there."""
    public = {
        name
        for name, thing in vars(vocabulary).items()
        if isinstance(thing, type) and VOCABULARY.get(name) is thing
    }
    assert public <= forms().keys()
    assert {"UNICORN", "ENTERS", "THIS", "ANY", "THIS_LEAVES"} <= constants().keys()
    assert not {"KINDS", "ANY_CARD", "PERMANENT"} & constants().keys()


CANONICAL = [
    ("card(Lands())", "Lands()"),
    ("Cast(\n  both(\n    Draw(1),\n    discard(a(CARD)),\n  ),\n)", "Cast(both(Draw(1), discard(a(CARD))))"),
    ("Cast(Draw(n=(2)))", "Cast(Draw(2))"),
    ("When('enters', Draw(1))", "When(ENTERS, Draw(1))"),
    ('Cast(Act("destroy", Some(1, CARD)))', "Cast(destroy(a(CARD)))"),
    ("Cast(Both((Draw(1), Look(2, 0))))", "Cast(both(Draw(1), Look(2)))"),
    ("Cast(destroy(some(2, BABY | BASIC | MAGICAL)))", "Cast(destroy(some(2, UNICORN)))"),
    ("Cast(steal(a((DOWNGRADE | UPGRADE).theirs)))", "Cast(steal(a((UPGRADE | DOWNGRADE).theirs)))"),
    ("Cast(steal(a(UNICORN.other.theirs)))", "Cast(steal(a(UNICORN.theirs.other)))"),
    ("Cast(take(a(Filter(kinds=('basic',), tag='dragon'))))", None),
    ("While(HandLimit(-3, True))", "While(HandLimit(-3, is_change=True))"),
    ("While(Immune(None, by=UPGRADE, verbs=('steal',)))", "While(Immune(None, (STOLEN,), by=UPGRADE))"),
]


@pytest.mark.parametrize(("text", "canonical"), CANONICAL, ids=[text for text, _ in CANONICAL])
def test_there_is_one_canonical_text(text: str, canonical: str | None) -> None:
    written = write(parse(text))
    assert parse(written) == parse(text)
    assert write(parse(written)) == written
    if canonical is not None:
        assert written == canonical


def test_a_filter_that_no_constant_says_is_written_with_its_fields() -> None:
    odd = (Cast(destroy(a(Filter(UNICORN.kinds, tag="dragon", place="theirs")))),)
    assert write(odd) == ('Cast(destroy(a(Filter(kinds=("baby", "basic", "magical"), tag="dragon").theirs)))')
    assert parse(write(odd)) == odd


def test_an_act_that_no_verb_says_is_written_with_its_fields() -> None:
    odd = (Cast(Act("destroy", Some(1, CARD), until="end_of_turn")),)
    assert parse(write(odd)) == odd


WRONG = [
    (row["text"], row["sentence"])
    for row in tomllib.loads(Path(__file__).with_name("wrong_card_texts.toml").read_text("utf-8"))["wrong"]
]


@pytest.mark.parametrize(("text", "sentence"), WRONG, ids=[text[:40] for text, _ in WRONG])
def test_a_mistake_is_one_sentence_with_its_place(text: str, sentence: str) -> None:
    with pytest.raises(CardTextError) as caught:
        parse(text)
    assert str(caught.value) == sentence


def test_a_text_is_bounded() -> None:
    for text, told in (
        (" " * (LONGEST + 1), f"an ability has at most {LONGEST} characters, not {LONGEST + 1}"),
        ("(" * LONGEST, f"brackets stand in at most {MOST_DEPTH} others"),
        ("Cast(" + "May(" * MOST_DEPTH + "Draw(1)", f"brackets stand in at most {MOST_DEPTH} others"),
        ("Cast(both(" + "IT," * MOST_WORDS, "both takes something to do"),
        ("Lands()," * (MOST_WORDS + 1), f"a card has at most {MOST_WORDS} words"),
    ):
        with pytest.raises(CardTextError) as caught:
            parse(text)
        assert told in str(caught.value)
        assert len(str(caught.value)) < 400


def test_the_limits_leave_room_for_every_printed_card() -> None:
    texts = [write(abilities) for abilities in ABILITIES.values()]
    assert max(map(len, texts)) * 4 < LONGEST
    assert max(text.count("(") for text in texts) * 4 < MOST_WORDS
    deep = "Cast(" + "May(" * (MOST_DEPTH - 2) + "Draw(1)" + ")" * (MOST_DEPTH - 1)
    assert parse(deep) == parse(write(parse(deep)))


def test_data_and_text_say_the_same() -> None:
    abilities = (Cast(both(Draw(1), destroy(a(UNICORN)))), Lands())
    assert dump(parse(write(abilities))) == dump(abilities)
