"""The messages of the web pages: the pages use every message, and no key without one."""

from __future__ import annotations

import re

import pytest

from stablehand.text.language import LANGUAGES, PSEUDO
from stablehand.text.message import Choice, Message, MessageError, Slot, read
from stablehand.text.page import PageMessage, catalogues, page_words, parsed
from support.paths import ROOT

PAGES = ROOT / "web" / "src"
SAY_CALL = re.compile(r"""\bsay\(\s*(?:([^()"'`]*)\?\s*)?(["'`])(.+?)\2(?:\s*:\s*(["'`])(.+?)\4)?""")
"""`say("key")`, say(`begin.${of}`), say(is ? "one" : "other")."""


def sources() -> str:
    found = [path for path in PAGES.rglob("*") if path.suffix in {".svelte", ".ts"}]
    return "\n".join(path.read_text("utf-8") for path in sorted(found) if ".test." not in path.name)


def used_keys() -> tuple[set[str], list[re.Pattern[str]]]:
    """Return the message keys that the pages use, and patterns for keys built from parts."""
    keys, patterns = set(), []
    for found in SAY_CALL.finditer(sources()):
        for key in (found[3], found[5]):
            if key and "${" in key:
                patterns.append(re.compile(".+".join(map(re.escape, re.split(r"\$\{[^}]*\}", key)))))
            elif key:
                keys.add(key)
    return keys, patterns


def test_every_key_that_the_pages_use_is_a_message() -> None:
    keys, patterns = used_keys()
    known = page_words("en")
    assert keys - known.keys() == set()
    assert [one.pattern for one in patterns if not any(map(one.fullmatch, known))] == []


def test_the_pages_use_every_message() -> None:
    keys, patterns = used_keys()
    text = sources()
    unused = [
        key
        for key in page_words("en")
        if key not in keys and f'"{key}"' not in text and not any(one.fullmatch(key) for one in patterns)
    ]
    assert unused == []


@pytest.mark.parametrize("lang", [*LANGUAGES, PSEUDO])
def test_the_page_gets_every_message_parsed(lang: str) -> None:
    """Joined again, the parsed parts equal the message of the catalogue."""
    words = page_words(lang)
    said = [key for catalogue in catalogues(lang) for key in catalogue]
    assert sorted(said) == sorted(words), "a key is in two files"
    for catalogue in catalogues(lang):
        for key in catalogue:
            assert parts(words[key]) == merged(catalogue.message(key)), key


def test_a_branch_is_itself_a_message() -> None:
    message = read(
        "{n, plural, =0 {none} one {# card for {who}} other {# cards}}, {x, select, a {b} other {c}}"
    )
    assert parsed(message) == [
        ["n", {"=0": "none", "one": [["n"], " card for ", ["who"]], "other": [["n"], " cards"]}],
        ", ",
        ["x", {"a": "b", "other": "c"}],
    ]


@pytest.mark.parametrize("template", ["{who:acc}", "{who:^}", "{n, plural, other {{who:gen}}}"])
def test_a_grammatical_form_that_the_page_cannot_build_is_refused(template: str) -> None:
    with pytest.raises(MessageError, match=r"The page cannot inflect \{who:"):
        parsed(read(template))


def test_the_pseudo_language_changes_every_word_and_keeps_every_slot() -> None:
    disguised = page_words(PSEUDO)
    assert page_words("en").keys() == disguised.keys()
    for english, other in zip(catalogues("en"), catalogues(PSEUDO), strict=True):
        for key in english:
            message = english.message(key)
            assert other.message(key).names() == message.names()
            if any(re.search(r"[A-Za-z]", part) for part in message.texts()):
                assert disguised[key] != page_words("en")[key], key


def parts(message: PageMessage) -> Message:
    """Return the message that a parsed one was made from."""
    listed = [message] if isinstance(message, str) else message
    return Message(tuple(part if isinstance(part, str) else slot_or_choice(part) for part in listed))


def slot_or_choice(part: list[str | dict[str, PageMessage]]) -> Slot | Choice:
    name, *rest = part
    assert isinstance(name, str)
    if not rest:
        return Slot(name)
    (branches,) = rest
    assert isinstance(branches, dict)
    return Choice(name, is_plural=True, branches=tuple((key, parts(one)) for key, one in branches.items()))


def merged(message: Message) -> Message:
    """Return the message with adjacent texts joined into one."""
    texts = [part for part in message.parts if isinstance(part, str)]
    if len(texts) == len(message.parts):
        return Message(("".join(texts),))
    return Message(
        tuple(
            Choice(part.name, part.is_plural, tuple((key, merged(one)) for key, one in part.branches))
            if isinstance(part, Choice)
            else part
            for part in message.parts
        )
    )
