"""One word for one thing: nobody uses the synonyms that a language's glossary forbids."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest

from stablehand.core.registry import manifests
from stablehand.text import voices
from stablehand.text.language import LANGUAGES, LanguageError, language
from stablehand.text.message import read
from support.text_speakers import CATALOGUES, card_writer, short_writer
from support.unicorn_games import EVERY_DECK

if TYPE_CHECKING:
    from collections.abc import Iterator

SHARED = "common"
GAMES = ("unicorns", "fairytale")
BOOKS = tuple((game.name, file) for game in manifests() for file in (*game.rulebook, game.guide))
EQUIVALENTS = "Если у тебя книжка первой редакции"  # noqa: RUF001 - Russian
"""The Russian guide lists the words of the book of the first edition, for those who own it."""
KINDS = ("baby", "basic", "magical", "upgrade", "downgrade", "magic", "instant")


def terms(code: str) -> dict[str, Any]:
    return {scope: things for scope, things in language(code).data("glossary").items() if scope != "keyword"}


def game_of(key: str) -> str:
    """Return the game that a shared message is about, as its key tells; "" if about none."""
    return next((game for game in GAMES if f".{game}" in key), "")


def written(code: str) -> Iterator[tuple[str, str, str]]:
    """Yield game ("" for all), place and text of everything that is written in a language."""
    for name in (*CATALOGUES, "options"):
        game, _, file = name.rpartition("/")
        for key, template in language(code).catalogue(name).templates.items():
            for text in read(template).texts():
                yield game or game_of(key), f"{file}.toml, {key}", text
    for game, file in BOOKS:
        for place, template in texts_in(language(code).data(f"{game}/{file}"), file):
            for text in read(template).texts():
                yield game, place, text
    for deck in EVERY_DECK:
        for writer in (card_writer(deck, lang=code), short_writer(deck, lang=code)):
            for card in writer.catalog.definitions:
                yield "unicorns", f"{deck}, {card.id}", writer.text(card)
    for row in voices.cards("fairytale", "fairy_tale", code):
        yield "fairytale", str(row["id"]), f"{row['text']} {row['short']} {row['facts']}"


def texts_in(data: Any, place: str) -> Iterator[tuple[str, str]]:  # noqa: ANN401 - TOML
    """Yield every text of a rulebook, with where it stands."""
    if isinstance(data, str):
        yield place, data
    elif isinstance(data, dict):
        for key, inside in data.items():
            if key not in {"id", "details"}:
                yield from texts_in(inside, f"{place}, {key}")
    elif isinstance(data, list):
        for inside in data:
            yield from texts_in(inside, place)


def pattern(synonyms: list[str]) -> re.Pattern[str]:
    either = "|".join(re.escape(one).replace(r"\*", r"\w*").replace(r"\ ", r"\s+") for one in synonyms)
    return re.compile(rf"\b(?:{either})\b", re.IGNORECASE)


@pytest.mark.parametrize("code", LANGUAGES)
def test_no_text_uses_a_forbidden_synonym(code: str) -> None:
    texts = list(written(code))
    assert len(texts) > 2000
    found = []
    for scope, things in terms(code).items():
        for thing, term in things.items():
            if not term["not"]:
                continue
            forbidden = pattern(term["not"])
            found += [
                f"{place}: {hit[0]} for {term['noun']} ({scope}.{thing})"
                for game, place, text in texts
                if scope == SHARED or game in {"", scope}
                if not text.lstrip().startswith(EQUIVALENTS)
                if (hit := forbidden.search(text))
            ]
    assert found == []


@pytest.mark.parametrize("code", LANGUAGES)
def test_a_glossary_names_the_same_things_as_the_english_one(code: str) -> None:
    english, ours = terms("en"), terms(code)
    assert list(ours) == list(english) == [SHARED, *GAMES]
    for scope, things in ours.items():
        assert set(english[scope]) <= set(things)
        for term in things.values():
            assert term.keys() - {"label"} == {"noun", "not"}
            assert term["noun"]
            assert not term["not"] or not pattern(term["not"]).fullmatch(term["noun"])


@pytest.mark.parametrize("code", LANGUAGES)
def test_cards_page_and_terminal_call_things_by_the_nouns_of_the_glossary(code: str) -> None:
    spoken = language(code)
    for kind in KINDS:
        noun = spoken.term(f"unicorns.{kind}").casefold()
        assert spoken.noun(kind).render("nom").casefold() == noun
        assert spoken.catalogue("unicorns/table").say(f"type.{kind}").casefold() == noun
    web, table = spoken.catalogue("web"), spoken.catalogue("unicorns/table")
    for zone, scope in (("deck", SHARED), ("discard", SHARED), ("nursery", "unicorns")):
        noun = spoken.term(f"{scope}.{zone}").casefold()
        label = spoken.data("glossary")[scope][zone].get("label", noun)  # where the noun is too long
        assert web.say(f"piles.{zone}").casefold() == label.casefold()
        assert noun in table.say(f"zone.{zone}")  # with an article, where there is one
    assert web.say("reference.title") == spoken.catalogue("interface").say("rules.reference")
    for game in GAMES:
        assert voices.title(game, code) == web.say(f"home.game.{game}") == spoken.term(f"{game}.title")


def test_a_noun_that_is_missing_is_named_with_its_file() -> None:
    with pytest.raises(LanguageError, match=r"ru/glossary\.toml does not say 'unicorns\.paddock'\."):
        language("ru").term("unicorns.paddock")


def test_the_russian_guide_has_the_words_of_the_first_edition_for_those_who_own_its_book() -> None:
    first, second = (str(voices.rulebook("unicorns", "ru", ruleset=one)) for one in ("first", "second"))
    for word in ("Конюшня", "Питомник", "Усиливающая", "Ослабляющая", "Магическая", "Мгновенная"):
        assert word in first
        assert word not in second
