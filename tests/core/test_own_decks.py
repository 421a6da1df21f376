"""Decks of one's own, whatever the game: text and digest, labels, and where in a file a value stands."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest

from stablehand.core.decks.files import DeckError
from stablehand.core.decks.labels import MOST_ID, MOST_LETTERS, fault_in_id, fault_in_label, unseen_in
from stablehand.core.decks.merge import merged_head, merged_rows, own_ids
from stablehand.core.decks.places import Places
from stablehand.core.decks.written import (
    LARGEST,
    canonical,
    digest,
    is_own,
    name_of,
    read_file,
    read_table,
)
from support.paths import ROOT

GAMES = ROOT / "src" / "stablehand" / "games"


def test_equal_decks_have_equal_texts_and_digests() -> None:
    one = tomllib.loads('id = "x" # a remark\ncards = 3\n')
    other = tomllib.loads('cards=3\nid="x"')
    assert canonical(one) == canonical(other) == '{"cards":3,"id":"x"}'
    assert read_table(canonical(one)) == one
    assert name_of(canonical(one), one) == f"x@{digest(canonical(one))}"
    assert digest(canonical(one)) != digest(canonical({**one, "cards": 4}))


@pytest.mark.parametrize("value", ["base_2e", "", None, 3, ["{}"]])
def test_a_name_is_no_deck(value: object) -> None:
    assert not is_own(value)


@pytest.mark.parametrize("text", ["{", "{]", '{"a":' * 5000, '{"a": 1} x', '{"a": ' + "9" * 5000 + "}"])
def test_a_text_that_is_not_json_is_refused(text: str) -> None:
    with pytest.raises(DeckError, match="this text is not JSON"):
        read_table(text)


def test_a_text_that_is_too_long_is_refused() -> None:
    for read in (read_table, lambda text: read_file(text, "x"), lambda text: canonical({"a": text})):
        with pytest.raises(DeckError, match=f"at most {LARGEST} characters"):
            read("{" + "x" * LARGEST)


@pytest.mark.parametrize(
    "value", [float("nan"), tomllib.loads("x = 1979-05-27")["x"], {1: 2, "a": 3}, "\ud800", {3.5}]
)
def test_what_json_cannot_say_is_refused(value: object) -> None:
    with pytest.raises(DeckError, match="A deck has texts, whole numbers"):
        canonical({"x": value})


@pytest.mark.parametrize(
    ("label", "fault"),
    [
        ("Lantern Unicorn", ""),
        ("Łabędź, наш «Ёж»", ""),
        ("Crème brûlée!", ""),
        ("x" * MOST_LETTERS, ""),
        ("x" * (MOST_LETTERS + 1), f"must have at most {MOST_LETTERS} characters, not {MOST_LETTERS + 1}"),
        ("", "must be a text, not ''"),
        (" ", "must be a text, not ' '"),
        (3, "must be a text, not 3"),
        ("a\tb", "must not have the sign U+0009, which cannot be seen"),
        ("a\nb", "must not have the sign U+000A, which cannot be seen"),
        ("a\u202eb", "must not have the sign U+202E, which cannot be seen"),
        ("a\u200bb", "must not have the sign U+200B, which cannot be seen"),
        ("a\ue000b", "must not have the sign U+E000, which cannot be seen"),
        ("ﬁne", "must be written with usual letters: 'fine'"),
        ("e\u0301", "must be written with usual letters: 'é'"),
        (" a", "must not have spaces at its ends, or several in a row"),
        ("a  b", "must not have spaces at its ends, or several in a row"),
        ("q\u0323\u0329\u0324", "must not have more than 2 marks on one letter"),
    ],
)  # fmt: skip
def test_a_label_is_short_and_can_be_seen(label: object, fault: str) -> None:
    assert fault_in_label(label) == fault


@pytest.mark.parametrize(
    "found", ["X", "1a", "_a", "a b", "ä", "", 3, None, "a" * (MOST_ID + 1), "a\n", "a@b"]
)
def test_an_id_is_a_snake_case_word(found: object) -> None:
    assert fault_in_id("lantern_2") == ""
    assert fault_in_id(found).startswith("must be a snake_case word of at most 40")


def test_other_texts_may_have_lines_but_nothing_unseen() -> None:
    assert unseen_in("a\nb\tc\r\n") == ""
    assert unseen_in("a\u2066b") == "\u2066"


def test_a_deck_is_merged_with_its_base() -> None:
    base = [{"id": "a", "copies": 1, "name": "A"}, {"id": "b", "copies": 2, "name": "B"}]
    own = [{"id": "c", "copies": 3}, {"id": "b", "copies": 5}]
    assert merged_rows(own, base) == [base[0], {"id": "b", "copies": 5, "name": "B"}, own[0]]
    assert own_ids(own, base) == {"c"}
    assert own_ids([{"id": "b", "name": "B", "x": 1}], base) == {"b"}
    assert own_ids([{"id": "b", "name": "B"}], base) == set()
    head = merged_head(
        {"id": "x", "extends": "y", "game": "g", "without": [], "colours": {"b": 2}, "cards": 9},
        {"id": "y", "cards": 3, "babies": 1, "colours": {"a": 1}, "edition": "2e"},
        ("cards", "babies"),
    )
    assert head == {"id": "x", "colours": {"a": 1, "b": 2}, "edition": "2e", "cards": 9}


def _walk(value: Any, path: tuple[str | int, ...], text: str, places: Places) -> int:  # noqa: ANN401 - a table
    """Check the place of every value; return how many there are."""
    if isinstance(value, dict):
        return sum(_walk(part, (*path, key), text, places) for key, part in value.items())
    if isinstance(value, list):
        return sum(_walk(part, (*path, number), text, places) for number, part in enumerate(value))
    line, column = places.of(path, 0)
    there = text.split("\n")[line - 1][column - 1 :]
    assert there.startswith(value[:1] if isinstance(value, str) else str(value).lower()), (path, there)
    return 1


@pytest.mark.parametrize("path", sorted(GAMES.glob("*/decks/**/*.toml")), ids=lambda path: path.stem)
def test_every_value_of_our_files_is_found(path: Any) -> None:  # noqa: ANN401 - a path
    text = path.read_text("utf-8")
    assert _walk(tomllib.loads(text), (), text, Places(text)) > 0


ODD = r'''
a.b = [1, "x,]", {c = 3, d = "q\"z"}] # [
"quoted key" = 'x'
m = """\
   ab\u0041
"c" """""
[[card]]
id='x'
ability = "When(\"enters\")"
[card.names]
ru = "y" # c
[[card]]
"id" = 2
list = [
  "one", # first
  "two",
]
text = """
When(
 Draw"""
'''


@pytest.mark.parametrize("text", [ODD, ODD.replace("\n", "\r\n")], ids=["lines", "windows lines"])
def test_odd_files_are_followed(text: str) -> None:
    table, places = tomllib.loads(text), Places(text)
    lines = text.replace("\r\n", "\n").split("\n")
    _walk({key: table[key] for key in ("a", "quoted key", "card")}, (), "\n".join(lines), places)
    for path, value in ((("m",), table["m"]), (("card", 0, "ability"), table["card"][0]["ability"])):
        for number, letter in enumerate(value):
            line, column = places.of(path, number)
            there = (lines[line - 1] + "\n")[column - 1 :]
            assert there.startswith((letter, "\\u0041", f"\\{letter}")), (path, number)
    assert places.of(("card", 1, "text"), 7) == (20, 2)
    assert places.of(("card", 1, "nothing")) == places.of(("card", 1)) == (12, 1)


@pytest.mark.parametrize(
    "text", ["", "=", "a", "a =", 'a = "', "[[", "[[card]]\na", 'a = """', "a = [1", "a = " + "[" * 5000]
)
def test_what_is_not_toml_has_places_all_the_same(text: str) -> None:
    line, column = Places(text).of(("card", 0, "id"), 5)
    assert line >= 1
    assert column >= 1
