"""Unicorn cards as data: nothing is lost on the way out and back, and nothing strange gets in."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from stablehand.kernel.build import IS_COMPILED
from stablehand.unicorns.catalog import ABILITIES
from stablehand.unicorns.dump import NotAWord, dump, load
from stablehand.unicorns.words import UNICORN, Ability, Act, Draw, Procedure, a

if TYPE_CHECKING:
    from collections.abc import Callable


@pytest.mark.parametrize("card", sorted(ABILITIES))
def test_a_card_written_as_json_reads_back_as_itself(card: str) -> None:
    data = json.loads(json.dumps(dump(ABILITIES[card])))
    assert load(data) == ABILITIES[card]
    assert tuple(load(ability, Ability) for ability in data) == ABILITIES[card]


def test_cards_that_differ_are_written_differently() -> None:
    written: dict[str, set[object]] = {}
    for abilities in ABILITIES.values():
        written.setdefault(json.dumps(dump(abilities)), set()).add(abilities)
    assert all(len(different) == 1 for different in written.values())


REFUSED: list[tuple[Any, str]] = [
    ({"Explode": {}}, "There is no word 'Explode' in the cards' language."),
    ({"Procedure": {}}, "There is no word 'Procedure' in the cards' language."),
    ({"Draw": {}}, "The word Draw needs the field 'n'."),
    ({"Draw": {"n": "two"}}, "The field 'n' of Draw cannot be 'two'."),
    ({"Draw": {"n": True}}, "The field 'n' of Draw cannot be True."),
    ({"Draw": {"n": 1, "m": 2}}, "The word Draw has no field 'm'; it has n."),
    ({"Draw": [1]}, "The fields of Draw must be an object, not [1]."),
    ({"EndTurn": {"x": 1}}, "The word EndTurn has no field 'x'; it has none."),
    ({"Act": {"verb": "eat", "what": {"This": {}}}}, "The field 'verb' of Act cannot be 'eat'."),
    ({"Act": {"verb": "destroy", "what": {"Draw": {"n": 1}}}}, "The field 'what' of Act cannot be"),
    ({"When": {"moment": "noon", "do": {"EndTurn": {}}}}, "The field 'moment' of When cannot be 'noon'."),
    ({"When": {"moment": "enters", "do": {"This": {}}}}, "The field 'do' of When cannot be {'This': {}}."),
    ({"Filter": {"kinds": ["dragon"]}}, "Kinds of cards are a list of baby, basic,"),
    ({"Filter": {"kinds": 7}}, "Kinds of cards are a list of baby, basic,"),
    ({"Both": {"parts": [{"Draw": {"n": 1}}, 5]}}, "The field 'parts' of Both cannot be"),
    ({"Draw": {"n": 1}, "EndTurn": {}}, 'A word is written {"Name": {fields}}, not'),
    (1.5, 'A word is written {"Name": {fields}}, not 1.5.'),
    (len, 'A word is written {"Name": {fields}}, not <built-in function len>.'),
]


@pytest.mark.parametrize(("data", "sentence"), REFUSED, ids=[str(data)[:40] for data, _ in REFUSED])
def test_what_is_no_word_is_refused_in_one_sentence(data: object, sentence: str) -> None:
    with pytest.raises(NotAWord) as refused:
        load(data)
    assert str(refused.value).startswith(sentence)
    assert str(refused.value).endswith(".")
    assert "\n" not in str(refused.value)


def test_a_doing_is_no_ability() -> None:
    with pytest.raises(NotAWord, match="is not what must stand here"):
        load({"Draw": {"n": 1}}, Ability)


@pytest.mark.parametrize("thing", [print, Procedure(), object()])
def test_what_is_no_data_cannot_be_written(thing: object) -> None:
    with pytest.raises(NotAWord, match="is no word of the cards' language"):
        dump(thing)


WRONG: dict[str, Callable[[], object]] = {
    "a function": lambda: Act("destroy", print),  # type: ignore[arg-type]
    "a list": lambda: Draw([1]),  # type: ignore[arg-type]
}


@pytest.mark.parametrize("what", WRONG)
def test_a_word_that_holds_no_data_cannot_be_written(what: str) -> None:
    try:
        word = WRONG[what]()
    except TypeError:  # a compiled word refuses what does not fit as soon as it is made
        assert IS_COMPILED
    else:
        with pytest.raises(NotAWord, match="is no word of the cards' language"):
            dump(word)


def test_fields_that_are_as_usual_are_left_out() -> None:
    some = {"Some": {"n": 1, "of": {"Filter": {"kinds": ["baby", "basic", "magical"]}}}}
    assert dump(Act("steal", a(UNICORN))) == {"Act": {"verb": "steal", "what": some}}
