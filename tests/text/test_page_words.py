"""What the pages in the browser say: each message is said somewhere, and nothing else is."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from stablehand.text.language import LANGUAGES, PSEUDO, language
from stablehand.text.message import Choice, Message, read
from stablehand.text.page import PAGE, page_words, template

PAGES = Path(__file__).parents[2] / "web" / "src"
SAID = re.compile(r"""\bsay\(\s*(?:([^()"'`]*)\?\s*)?(["'`])(.+?)\2(?:\s*:\s*(["'`])(.+?)\4)?""")
"""`say("key")`, say(`begin.${of}`), say(is ? "one" : "other")."""


def sources() -> str:
    found = [path for path in PAGES.rglob("*") if path.suffix in {".svelte", ".ts"}]
    return "\n".join(path.read_text("utf-8") for path in sorted(found) if ".test." not in path.name)


def said() -> tuple[set[str], list[re.Pattern[str]]]:
    """Return the keys that the pages say, and patterns for those put together."""
    keys, patterns = set(), []
    for found in SAID.finditer(sources()):
        for key in (found[3], found[5]):
            if key and "${" in key:
                patterns.append(re.compile(".+".join(map(re.escape, re.split(r"\$\{[^}]*\}", key)))))
            elif key:
                keys.add(key)
    return keys, patterns


def test_the_pages_say_nothing_that_is_no_message() -> None:
    keys, patterns = said()
    known = page_words("en")
    assert keys - known.keys() == set()
    assert [one.pattern for one in patterns if not any(map(one.fullmatch, known))] == []


def test_no_message_of_the_pages_is_left_over() -> None:
    keys, patterns = said()
    text = sources()
    unused = [
        key
        for key in page_words("en")
        if key not in keys and f'"{key}"' not in text and not any(one.fullmatch(key) for one in patterns)
    ]
    assert unused == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_browser_can_fill_in_whatever_a_message_asks_for(lang: str) -> None:
    """It knows slots and plurals: no forms, no choices by words."""

    def check(key: str, message: Message) -> None:
        for part in message.parts:
            if isinstance(part, Choice):
                assert part.is_plural, key
                for _, branch in part.branches:
                    check(key, branch)
            elif not isinstance(part, str):
                assert (part.form, part.is_capital) == ("", False), key

    catalogue = language(lang).catalogue(PAGE)
    for key in catalogue:
        check(key, catalogue.message(key))


@pytest.mark.parametrize("lang", [*LANGUAGES, PSEUDO])
def test_a_message_reads_the_same_after_it_was_written_out(lang: str) -> None:
    catalogue = language(lang).catalogue(PAGE)
    for key, text in page_words(lang).items():
        assert read(text) == catalogue.message(key), key
    whole = "{who:^acc} {x, select, a {b} other {#}}"
    assert template(read(whole)) == whole


def test_in_the_disguise_every_word_is_another_and_every_slot_the_same() -> None:
    english, disguised = page_words("en"), page_words(PSEUDO)
    assert english.keys() == disguised.keys()
    for key, text in english.items():
        assert read(disguised[key]).names() == read(text).names()
        if any(re.search(r"[A-Za-z]", part) for part in read(text).texts()):
            assert disguised[key] != text, key
