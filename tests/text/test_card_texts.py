"""Card texts: approved by a native speaker, complete in every form, different where the abilities differ."""

from __future__ import annotations

import re
from dataclasses import fields, is_dataclass
from itertools import product
from typing import TYPE_CHECKING, Any

import pytest

from stablehand.games.fairytale.state.rules import rules_for as fairytale_rules
from stablehand.games.fairytale.text.narrator import Narrator as FairyTale
from stablehand.games.unicorns.decks.catalog import catalog
from stablehand.games.unicorns.text.nouns import THEY, YOU
from stablehand.games.unicorns.vocabulary import Act, Filter, Word
from stablehand.games.unicorns.vocabulary.schema import VOCABULARY
from stablehand.text.language import LANGUAGES, Catalogue, language
from stablehand.text.names import Names
from support.golden import compare
from support.text_neighbours import neighbours
from support.text_speakers import SCOPES, card_writer, narrator, short_writer
from support.unicorn_games import EVERY_DECK, deck_named
from support.written import WRITTEN

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from stablehand.games.unicorns.text.cards import CardWriter

UNUSED_KEYS = {
    "also", "make.one", "who.its_owner", "give.anyone", "to.another",
    "it", "be.steal", "be.everything", "skip.action", "then.many", "until",
    "group", "make.if", "if.there", "if.none", "draw.count.in",
    "reveal", "reveal.between", "limit.all.more", "skip.begin", "pick.up_to", "event.leave",
}  # fmt: skip
"""Messages that no printed card uses and that a new card may use."""


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("deck", EVERY_DECK)
def test_unicorn_card_texts_match_the_approved_files(code: str, deck: str) -> None:
    """Those of an expansion are listed beside each deck that it goes with, without the deck's own cards."""
    deck_id, *packs = deck.split("+")
    speaker = narrator(None, 4, lang=code, deck=deck_id, expansions=tuple(packs))
    lines = [
        f"{card.id} | {speaker.name(card.id)} | {speaker.text(card.id)}\n"
        for card in speaker.catalog.definitions
        if card.pack in packs or not packs
    ]
    compare(f"text/{code}/{deck}.txt", "".join(lines))


@pytest.mark.parametrize("code", LANGUAGES)
def test_fairy_tale_card_texts_match_the_approved_files(code: str) -> None:
    speaker = FairyTale(fairytale_rules(4, {}), (), lang=code)
    lines = [
        f"{card.id} | {speaker.name(no)} | {speaker.text(no)}\n" for no, card in enumerate(speaker.deck.cards)
    ]
    compare(f"text/{code}/fairy_tale.txt", "".join(lines))


@pytest.mark.parametrize("make", [card_writer, short_writer], ids=["whole", "short"])
@pytest.mark.parametrize("scope", SCOPES)
@pytest.mark.parametrize("code", LANGUAGES)
def test_different_abilities_have_different_texts(
    code: str, scope: str, make: Callable[[str, str, str], CardWriter]
) -> None:
    """Compare the printed abilities and all that are one step away, for example without "may"."""
    writer = make("nsfw_2e", scope, code)
    meanings: dict[str, set[object]] = {}
    for abilities in WRITTEN.values():
        for ability in abilities:
            for near in (ability, *neighbours(ability)):
                meanings.setdefault(writer.ability(near), set()).add(near)
    assert [(text, different) for text, different in meanings.items() if len(different) > 1] == []
    assert len(meanings) > 1000


@pytest.mark.parametrize("options", [{}, {"most_tie_counts": False}, {"close_all_reaches": "in_play"}])
@pytest.mark.parametrize("code", LANGUAGES)
def test_fairy_tale_cards_with_different_effects_have_different_texts(
    code: str, options: dict[str, object]
) -> None:
    speaker = FairyTale(fairytale_rules(4, options), (), lang=code)
    meanings: dict[str, set[object]] = {}
    for no, card in enumerate(speaker.deck.cards):
        is_itself = getattr(card.worth, "card", None) == no
        worth = ("itself", getattr(card.worth, "each", 0)) if is_itself else card.worth
        meaning = (worth, card.effect, card.chameleon)
        meanings.setdefault(speaker.text(no), set()).add(meaning)
        face = f"short: {speaker.short_worth(no)} | {' · '.join(speaker.brief(no))}"
        # "for each of its kind" is another card on each card's own face
        meanings.setdefault(face, set()).add(meaning)
    assert all(len(different) == 1 for different in meanings.values())


# ---- completeness


def parts_of(thing: object) -> Iterator[Any]:
    if isinstance(thing, tuple):
        for part in thing:
            yield from parts_of(part)
    elif is_dataclass(thing) and not isinstance(thing, type):
        yield thing
        for field in fields(thing):
            yield from parts_of(getattr(thing, field.name))


def test_every_word_of_the_vocabulary_is_used_by_some_card() -> None:
    """The golden files therefore hold a sentence with each word."""
    words = {type(part) for part in parts_of(tuple(WRITTEN.values()))}
    assert words == set(VOCABULARY.values()), "a word that no card uses has no approved text"


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_action_has_a_text_in_every_mood_and_person(code: str) -> None:
    actions = {part for part in parts_of(tuple(WRITTEN.values())) if isinstance(part, Word)}
    assert len(actions) > 100
    for scope in SCOPES:
        writer = card_writer("base_2e", scope, code)
        for action in actions:
            for who in (YOU, THEY):
                order, infinitive = (writer.doing(action, who).render(mood) for mood in ("imp", "inf"))
                check(code, order)
                check(code, infinitive)
                if code != "en" and isinstance(action, Act):
                    assert order != infinitive, order


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_noun_has_a_form_for_every_case_and_number(code: str) -> None:
    """The cases are those that messages ask for; a language without cases returns one form for all."""
    spoken = language(code)
    for noun in spoken.nouns:
        for number in (1, 2, 5, 21, None):
            for case in ("nom", "acc", "gen"):
                assert spoken.noun(noun, number).render(case), (noun, case, number)


def test_every_card_message_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    used: set[str] = set()
    original = Catalogue.message

    def recorded(self: Catalogue, key: str) -> Any:  # noqa: ANN401 - a message
        used.add(key)
        return original(self, key)

    monkeypatch.setattr(Catalogue, "message", recorded)
    for scope in SCOPES:
        writer = card_writer("nsfw_2e", scope)
        for deck in EVERY_DECK:
            for card in deck_named(deck).definitions:
                card_writer(deck, scope).text(card)
        for abilities in WRITTEN.values():
            for ability in abilities:
                for near in (ability, *neighbours(ability)):
                    writer.ability(near)
    unused = set(language("en").catalogue("unicorns/cards")) - used - UNUSED_KEYS
    assert {key for key in unused if not key.startswith(("in.", "from."))} == set()


# ---- form


def check(code: str, text: str) -> None:
    """Check that a text has no gaps, braces, doubled spaces or letters of another script."""
    assert text, text
    assert not re.search(r"[{}]|  | [,.;]|^ | $|\.\.", text), text
    if code == "ru":
        assert not re.search(r"[A-Za-z]", text), text
    else:
        assert not re.search(r"[А-яЁё]", text), text


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("deck", EVERY_DECK)
def test_a_text_consists_of_whole_sentences(code: str, deck: str) -> None:
    writer = card_writer(deck, lang=code)
    for card in deck_named(deck).definitions:
        text = writer.text(card)
        check(code, text)
        for sentence in re.split(r"(?<=\.) ", text):
            assert sentence[0].isupper(), sentence
            assert sentence.endswith("."), sentence


@pytest.mark.parametrize("code", LANGUAGES)
def test_only_the_verbs_that_the_rulebook_defines_stand_in_capitals(code: str) -> None:
    keywords: dict[str, list[str]] = language(code).data("glossary")["keyword"]
    rules = [
        rule for section in language(code).data("unicorns/rules")["section"] for rule in section["rules"]
    ]
    assert [f"UU-KEY-{verb}" for verb in keywords] == [rule for rule in rules if rule.startswith("UU-KEY-")]
    forms = {word for phrases in keywords.values() for phrase in phrases for word in phrase.split()}
    shouted = set()
    for deck, scope in product(EVERY_DECK, SCOPES):
        writers = (card_writer(deck, scope, code), short_writer(deck, scope, code))
        for writer, card in product(writers, deck_named(deck).definitions):
            named = writer.text(card).replace(Names("unicorns", code).of(card), "")
            shouted |= {word for word in re.findall(r"[^\W\d_]{2,}", named) if word.isupper()}
    assert shouted - forms == set()
    for verb, phrases in keywords.items():
        assert any(phrase.split()[-1] in shouted for phrase in phrases), verb


# ---- short forms


def verbs(text: str) -> int:
    """Return the number of words in capitals."""
    return sum(word.isupper() for word in re.findall(r"\b\w{3,}\b", text))


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("deck", EVERY_DECK)
def test_a_short_form_keeps_the_verbs_and_numbers_of_the_text(code: str, deck: str) -> None:
    for scope in SCOPES:
        long, short = card_writer(deck, scope, code), short_writer(deck, scope, code)
        for card in deck_named(deck).definitions:
            whole, brief = long.text(card), short.text(card)
            check(code, brief)
            assert brief.endswith("."), brief
            assert len(brief) <= len(whole), (whole, brief)
            assert re.findall(r"\d+", brief) == re.findall(r"\d+", whole), (whole, brief)
            assert verbs(brief) == verbs(whole), (whole, brief)


def test_every_short_message_replaces_one_of_the_whole_texts() -> None:
    for code in LANGUAGES:
        spoken = language(code)
        whole, short = spoken.catalogue("unicorns/cards"), spoken.catalogue("unicorns/short")
        assert set(short) <= set(whole)


def test_a_card_text_says_which_stables_destroying_reaches() -> None:
    card = catalog("base_1e").cards[catalog("base_1e").first["unicorn_poison"]]
    assert card_writer("base_1e", "any").text(card) == "DESTROY a Unicorn card in any stable."
    assert card_writer("base_1e", "other").text(card) == "DESTROY a Unicorn card in any stable but your own."


def test_a_card_that_is_not_in_the_deck_is_named_after_its_id() -> None:
    named = card_writer("base_2e").one(Filter(name="bear_daddy_unicorn"))
    assert named.render("") == "a card named Bear Daddy Unicorn"
