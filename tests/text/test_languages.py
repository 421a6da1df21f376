"""Every language is complete: the same keys and slots as English, in its own letters and punctuation."""

from __future__ import annotations

import ast
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from stablehand.core.registry import manifests
from stablehand.games.unicorns.state.rules import CHOICES
from stablehand.text import language as home
from stablehand.text.grammar import es, it, pl, ru
from stablehand.text.language import LANGUAGES, PSEUDO, LanguageError, language
from stablehand.text.message import read
from support.text_speakers import CATALOGUES

TEXT = Path(home.__file__).parent
OTHERS = [code for code in LANGUAGES if code != "en"]
GIVEN = {
    *("whom", "each", "unicorns", "any", "form", "who", "n", "many", "count"),
    *("again", "far", "place", "tagged", "this", "named", "behind", "later", "other", "left"),
}
"""Values that a translation may use although the English message does not."""
LATIN_LETTERS, CYRILLIC = r"[A-Za-z]", r"[А-яЁё]"
IN_CYRILLIC = {"ru"}
"""Languages in Cyrillic, to which Latin letters are foreign; all others are written in Latin letters."""
LATIN = {"Unstable", "Unicorns", "Fairy", "Tale", "Stablehand", "stablehand", "QR", "b", "c", "l", "p", "q"}
"""Words that stay in Latin letters in Russian: names, and the keys a player types."""
CHECKED_ELSEWHERE = (
    "unicorns/cards",
    "unicorns/short",
    "unicorns/asked",
    "unicorns/reasons",
    "web",
    "fairytale/page",
)
"""Catalogues whose keys are not literals in the code; `test_card_texts` and `test_page_words` check them."""


def templates(code: str, name: str) -> dict[str, Any]:
    if name in CATALOGUES:
        return dict(language(code).catalogue(name).templates)
    game, _, file = name.rpartition("/")
    folder = TEXT.parent / "games" / game / "text" if game else TEXT
    return tomllib.loads((folder / "languages" / code / f"{file}.toml").read_text("utf-8"))


@pytest.mark.parametrize("name", CATALOGUES)
@pytest.mark.parametrize("code", OTHERS)
def test_a_language_has_the_same_messages_as_english(code: str, name: str) -> None:
    english, ours = templates("en", name), templates(code, name)
    missing = [key for key in english if key not in ours]
    unknown = [key for key in ours if key not in english]
    assert (missing, unknown) == ([], []), f"{code}/{name}.toml"
    assert list(ours) == list(english), f"{code}/{name}.toml is not in the order of en/{name}.toml"


@pytest.mark.parametrize("name", CATALOGUES)
@pytest.mark.parametrize("code", OTHERS)
def test_a_message_uses_the_same_values_in_every_language(code: str, name: str) -> None:
    english, ours = templates("en", name), templates(code, name)
    for key, template in ours.items():
        there, here = read(english[key]), read(template)
        assert there.slots() - here.names() == set(), f"{code}/{name}.toml, {key!r} does not use these values"
        assert here.names() - there.names() - GIVEN == set(), (
            f"{code}/{name}.toml, {key!r} uses values that English does not"
        )


@pytest.mark.parametrize("code", OTHERS)
def test_a_language_has_the_same_nouns_and_joining_words_as_english(code: str) -> None:
    english, ours = templates("en", "grammar"), templates(code, "grammar")
    assert ours["noun"].keys() == english["noun"].keys()
    assert ours["words"].keys() == english["words"].keys()


@pytest.mark.parametrize("code", LANGUAGES)
def test_texts_use_only_the_letters_and_punctuation_of_their_language(code: str) -> None:
    foreign_letters = LATIN_LETTERS if code in IN_CYRILLIC else CYRILLIC
    for name in (*CATALOGUES, "grammar"):
        found = templates(code, name)
        for key, template in (found["words"] if name == "grammar" else found).items():
            for text in read(template).texts():
                assert not re.search(r"['\"`]|\.\.\.|  ", text), f"{code}/{name}.toml, {key!r}: {text!r}"
                words = re.findall(r"[^\W\d_]+", text)
                foreign = [word for word in words if re.search(foreign_letters, word) and word not in LATIN]
                # A command line and its parts are the same in every language.
                if not re.search(r"stablehand \w|--\w|\b[A-Z]+=|JSON", text):
                    assert foreign == [], f"{code}/{name}.toml, {key!r}: {text!r}"


def literals() -> tuple[set[str], list[re.Pattern[str]]]:
    """Return the string literals of the code, and its f-strings as patterns."""
    words, patterns = set(), []
    for path in TEXT.parent.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                words.add(node.value)
            elif isinstance(node, ast.JoinedStr):
                parts = [
                    re.escape(str(part.value)) if isinstance(part, ast.Constant) else ".+"
                    for part in node.values
                ]
                if "." in "".join(parts) and re.search(r"[a-z]{2}", "".join(parts)):
                    patterns.append(re.compile("".join(parts)))
    return words, patterns


@pytest.mark.parametrize("name", [name for name in CATALOGUES if name not in CHECKED_ELSEWHERE])
def test_every_message_is_used(name: str) -> None:
    words, patterns = literals()
    unused = [
        key
        for key in templates("en", name)
        if key not in words and not any(pattern.fullmatch(key) for pattern in patterns)
    ]
    assert unused == []


# ---- rulebooks


@pytest.mark.parametrize("file", [f"{found.name}/{file}" for found in manifests() for file in found.rulebook])
@pytest.mark.parametrize("code", OTHERS)
def test_a_rulebook_has_the_same_rules_in_the_same_order(code: str, file: str) -> None:
    english, ours = language("en").data(file), language(code).data(file)
    for book in (english, ours):
        assert book["title"]
        assert book["intro"]
    for there, here in zip(english["section"], ours["section"], strict=True):
        assert here["id"] == there["id"]
        assert here["title"]
        assert list(here["rules"]) == list(there["rules"])
        for rule, text in here["rules"].items():
            assert read(text).names() == read(there["rules"][rule]).names(), rule
            assert not re.search(r"['\"]|\.\.\.|  ", text), rule
            assert text.rstrip("»”)").endswith((".", "!")), rule
    assert len(english.get("reference", [])) == len(ours.get("reference", []))


# ---- grammar


@pytest.mark.parametrize(
    ("grammar", "said"),
    [
        (
            ru,
            {1: "карту", 2: "карты", 4: "карты", 5: "карт", 11: "карт", 12: "карт", 21: "карту", 22: "карты"},
        ),
        (
            pl,
            {1: "kartę", 2: "karty", 4: "karty", 5: "kart", 11: "kart", 12: "kart", 21: "kart", 22: "karty"},
        ),
        (it, {1: "carta", 2: "carte", 5: "carte", 21: "carte"}),
        (es, {1: "carta", 2: "cartas", 5: "cartas", 21: "cartas"}),
    ],
)
def test_a_noun_agrees_with_its_number(grammar: object, said: dict[int, str]) -> None:
    code = str(getattr(grammar, "__name__", "")).rpartition(".")[2]
    assert {n: language(code).noun("card", n).render("acc") for n in said} == said


@pytest.mark.parametrize("code", LANGUAGES)
def test_plural_categories_are_those_of_cldr(code: str) -> None:
    categories = {language(code).grammar.plural(n) for n in range(200)}
    assert categories == ({"one", "few", "many"} if code in {"ru", "pl"} else {"one", "other"})


@pytest.mark.parametrize(
    ("last", "word", "said"),
    [
        ("and", "Ana", "Eva y Ana"),
        ("and", "Irene", "Eva e Irene"),
        ("and", "Hilario", "Eva e Hilario"),
        ("and", "«Intercambio de unicornios»", "Eva e «Intercambio de unicornios»"),
        ("and", "Yolanda", "Eva y Yolanda"),
        ("and", "Hiedra", "Eva y Hiedra"),
        ("or", "Ana", "Eva o Ana"),
        ("or", "Olga", "Eva u Olga"),
        ("or", "Horacio", "Eva u Horacio"),
        ("or", "8 cartas", "Eva u 8 cartas"),
        ("or", "11 cartas", "Eva u 11 cartas"),
        ("or", "1 carta", "Eva o 1 carta"),
    ],
)
def test_spanish_joins_words_by_the_sound_of_the_next_one(last: str, word: str, said: str) -> None:
    assert language("es").listed(["Eva", word], last) == said
    assert language("it").listed(["Eva", "Irene"]) == "Eva e Irene"
    assert language("it").listed(["Irene", "Eva"]) == "Irene ed Eva"
    assert language("en").listed(["Eva", "Irene"]) == "Eva and Irene"


# ---- errors


def test_an_unknown_language_is_refused_with_a_list_of_the_known_ones() -> None:
    known = ", ".join(LANGUAGES)
    with pytest.raises(LanguageError, match=rf"Unknown language 'tlh'; choose one of: {known}\."):
        language("tlh")


def test_an_error_names_the_missing_message_and_its_file() -> None:
    with pytest.raises(LanguageError, match=r"unicorns: pl/cards\.toml does not say 'act\.juggle'\."):
        language("pl").catalogue("unicorns/cards").say("act.juggle")
    with pytest.raises(LanguageError, match=r"ru/grammar\.toml has no noun 'wyvern'\."):
        language("ru").noun("wyvern")
    with pytest.raises(
        LanguageError, match=r"unicorns: en/table\.toml, 'hand': The value of {n} is missing\."
    ):
        language("en").catalogue("unicorns/table").say("hand")


def test_the_pseudo_language_is_english_in_other_letters() -> None:
    said = language(PSEUDO).catalogue("unicorns/table").say("prompt.wait.others")
    assert said != language("en").catalogue("unicorns/table").say("prompt.wait.others")
    assert "ñ" in said


def test_a_table_can_use_every_language() -> None:
    """The option `lang` of the unicorns decides whose letters count (UU-END-5)."""
    assert CHOICES["lang"] == LANGUAGES
