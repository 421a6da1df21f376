"""The schema of the card vocabulary: words are written and read without loss, other data is refused."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from stablehand.core.build import IS_COMPILED
from stablehand.games.unicorns.decks.catalog import ABILITIES
from stablehand.games.unicorns.vocabulary import UNICORN, Act, Draw, Procedure, a
from stablehand.games.unicorns.vocabulary.schema import NotAWord, dump, load

if TYPE_CHECKING:
    from collections.abc import Callable


@pytest.mark.parametrize("card", sorted(ABILITIES))
def test_a_card_written_as_json_reads_back_as_itself(card: str) -> None:
    assert load(json.loads(json.dumps(dump(ABILITIES[card])))) == ABILITIES[card]


def test_different_cards_are_written_differently() -> None:
    written: dict[str, set[object]] = {}
    for abilities in ABILITIES.values():
        written.setdefault(json.dumps(dump(abilities)), set()).add(abilities)
    assert all(len(different) == 1 for different in written.values())


REFUSED: list[tuple[Any, str]] = [
    ({"Explode": {}}, "There is no word 'Explode' in the cards' language."),
    ({"Procedure": {}}, "There is no word 'Procedure' in the cards' language."),
    ({"Draw": {}}, "The word Draw needs the field 'n'."),
    ({"Draw": {"n": "two"}}, "Draw.n cannot be 'two'."),
    ({"Draw": {"n": True}}, "Draw.n cannot be True."),
    ({"Draw": {"n": 1, "m": 2}}, "The word Draw has no field 'm'; it has n."),
    ({"Draw": [1]}, "The fields of Draw must be an object, not [1]."),
    ({"EndTurn": {"x": 1}}, "The word EndTurn has no field 'x'; it has none."),
    ({"Act": {"verb": "eat", "what": {"This": {}}}}, "Act.verb cannot be 'eat'."),
    ({"Act": {"verb": "destroy", "what": {"Draw": {"n": 1}}}}, "Act.what cannot be"),
    ({"When": {"moment": "noon", "do": {"EndTurn": {}}}}, "When.moment cannot be 'noon'."),
    ({"When": {"moment": "enters", "do": {"This": {}}}}, "When.do cannot be This()."),
    ({"Filter": {"kinds": ["dragon"]}}, "Kinds of cards are a list of baby, basic,"),
    ({"Filter": {"kinds": 7}}, "Kinds of cards are a list of baby, basic,"),
    ({"Both": {"parts": [{"Draw": {"n": 1}}, 5]}}, "Both.parts cannot be"),
    ({"Draw": {"n": 1}, "EndTurn": {}}, 'A word is written {"Name": {fields}}, not'),
    (1.5, 'A word is written {"Name": {fields}}, not 1.5.'),
    (len, 'A word is written {"Name": {fields}}, not <built-in function len>.'),
]


@pytest.mark.parametrize(("data", "sentence"), REFUSED, ids=[str(data)[:40] for data, _ in REFUSED])
def test_data_that_is_not_a_word_is_refused_in_one_sentence(data: object, sentence: str) -> None:
    with pytest.raises(NotAWord) as refused:
        load([data])
    assert str(refused.value).startswith(sentence)
    assert str(refused.value).endswith(".")
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize("data", [{"Draw": {"n": 1}}, {"This": {}}, "draw", 3, None, []])
def test_data_that_is_not_an_ability_is_refused(data: object) -> None:
    with pytest.raises(NotAWord, match=r"^An ability cannot be .*\.$"):
        load([data])


def test_abilities_must_be_a_list() -> None:
    with pytest.raises(NotAWord, match=r"^Its abilities must be a tuple, not 'draw'\.$"):
        load("draw")


@pytest.mark.parametrize("thing", [print, Procedure(), object()])
def test_objects_that_are_not_words_cannot_be_written(thing: object) -> None:
    with pytest.raises(NotAWord, match="is no word of the cards' language"):
        dump(thing)


WRONG: dict[str, Callable[[], object]] = {
    "a function": lambda: Act("destroy", print),  # type: ignore[arg-type]
    "a list": lambda: Draw([1]),  # type: ignore[arg-type]
}


@pytest.mark.parametrize("what", WRONG)
def test_a_word_with_a_bad_field_cannot_be_written(what: str) -> None:
    try:
        word = WRONG[what]()
    except TypeError:  # a compiled word checks the types of its fields when it is created
        assert IS_COMPILED
    else:
        with pytest.raises(NotAWord, match="is no word of the cards' language"):
            dump(word)


def test_fields_with_their_default_are_left_out() -> None:
    some = {"Some": {"n": 1, "of": {"Filter": {"kinds": ["baby", "basic", "magical"]}}}}
    assert dump(Act("steal", a(UNICORN))) == {"Act": {"verb": "steal", "what": some}}
