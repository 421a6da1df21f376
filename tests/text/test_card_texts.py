"""What cards say: approved by a speaker, complete in every form, different where the data differ."""

from __future__ import annotations

import re
from dataclasses import fields, is_dataclass
from typing import TYPE_CHECKING, Any

import pytest

from golden_files import compare
from stablehand.fairytale.options import rules_for as fairytale_rules
from stablehand.text.fairytale import Narrator as FairyTale
from stablehand.text.language import LANGUAGES, Catalogue, language
from stablehand.text.unicorn_nouns import THEY, YOU
from stablehand.unicorns.catalog import ABILITIES, DECKS, catalog
from stablehand.unicorns.dump import VOCABULARY
from stablehand.unicorns.words import Act, Filter, Word
from text_neighbours import neighbours
from text_speakers import SCOPES, narrator, scribe

if TYPE_CHECKING:
    from collections.abc import Iterator

UNSAID = {"also", "make.one", "who.its_owner", "tag.kind", "kind.any", "give.anyone", "to.another"}
"""What no printed card says and a new one may."""


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("deck", DECKS)
def test_every_unicorn_card_reads_as_a_speaker_has_approved(code: str, deck: str) -> None:
    teller = narrator(None, 4, lang=code, deck=deck)
    lines = [
        f"{card.id} | {teller.name(card.id)} | {teller.text(card.id)}\n" for card in catalog(deck).definitions
    ]
    compare(f"text/{code}/{deck}.txt", "".join(lines))


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_card_of_fairy_tale_reads_as_a_speaker_has_approved(code: str) -> None:
    teller = FairyTale(fairytale_rules(4, {}), (), lang=code)
    lines = [
        f"{card.id} | {teller.name(no)} | {teller.text(no)}\n" for no, card in enumerate(teller.deck.cards)
    ]
    compare(f"text/{code}/fairy_tale.txt", "".join(lines))


@pytest.mark.parametrize("scope", SCOPES)
@pytest.mark.parametrize("code", LANGUAGES)
def test_abilities_that_differ_read_differently(code: str, scope: str) -> None:
    """The printed ones and all that are one step away: no May, another's, one more."""
    writer = scribe("nsfw_2e", scope, code)
    meanings: dict[str, set[object]] = {}
    for abilities in ABILITIES.values():
        for ability in abilities:
            for near in (ability, *neighbours(ability)):
                meanings.setdefault(writer.ability(near), set()).add(near)
    assert [(text, different) for text, different in meanings.items() if len(different) > 1] == []
    assert len(meanings) > 1000


@pytest.mark.parametrize("options", [{}, {"most_tie_counts": False}, {"close_all_reaches": "in_play"}])
@pytest.mark.parametrize("code", LANGUAGES)
def test_cards_of_fairy_tale_that_do_different_things_read_differently(
    code: str, options: dict[str, object]
) -> None:
    teller = FairyTale(fairytale_rules(4, options), (), lang=code)
    meanings: dict[str, set[object]] = {}
    for no, card in enumerate(teller.deck.cards):
        is_itself = getattr(card.worth, "card", None) == no
        worth = ("itself", getattr(card.worth, "each", 0)) if is_itself else card.worth
        meanings.setdefault(teller.text(no), set()).add((worth, card.effect, card.chameleon))
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


def test_every_word_of_the_language_is_said_by_some_card() -> None:
    """So the golden files hold a sentence with each of them."""
    words = {type(part) for part in parts_of(tuple(ABILITIES.values()))}
    assert words == set(VOCABULARY.values()), "a word that no card says is not known to have a text"


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_doing_is_said_in_every_mood_and_person(code: str) -> None:
    doings = {part for part in parts_of(tuple(ABILITIES.values())) if isinstance(part, Word)}
    assert len(doings) > 100
    for scope in SCOPES:
        writer = scribe("base_2e", scope, code)
        for doing in doings:
            for who in (YOU, THEY):
                order, infinitive = (writer.doing(doing, who).render(mood) for mood in ("imp", "inf"))
                check(code, order)
                check(code, infinitive)
                if code != "en" and isinstance(doing, Act):
                    assert order != infinitive, order


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_noun_is_said_in_every_case_and_number(code: str) -> None:
    """A case is one that some message asks for; a language without cases gives the same for all."""
    tongue = language(code)
    for noun in tongue.nouns:
        for number in (1, 2, 5, 21, None):
            for case in ("nom", "acc", "gen"):
                assert tongue.noun(noun, number).render(case), (noun, case, number)


def test_every_message_of_the_cards_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    said: set[str] = set()
    whole = Catalogue.message

    def overheard(self: Catalogue, key: str) -> Any:  # noqa: ANN401 - a message
        said.add(key)
        return whole(self, key)

    monkeypatch.setattr(Catalogue, "message", overheard)
    for scope in SCOPES:
        writer = scribe("nsfw_2e", scope)
        for deck in DECKS:
            for card in catalog(deck).definitions:
                scribe(deck, scope).text(card)
        for abilities in ABILITIES.values():
            for ability in abilities:
                for near in neighbours(ability):
                    writer.ability(near)
    unsaid = set(language("en").catalogue("unicorn_cards")) - said - UNSAID
    assert {key for key in unsaid if not key.startswith(("in.", "from."))} == set()


# ---- form


def check(code: str, text: str) -> None:
    """Look for what templates leave behind: gaps, braces, doubled spaces, letters of another script."""
    assert text, text
    assert not re.search(r"[{}]|  | [,.;]|^ | $|\.\.", text), text
    if code == "ru":
        assert not re.search(r"[A-Za-z]", text), text
    else:
        assert not re.search(r"[А-яЁё]", text), text


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("deck", DECKS)
def test_a_text_is_whole_sentences_with_verbs_in_capitals(code: str, deck: str) -> None:
    writer = scribe(deck, lang=code)
    for card in catalog(deck).definitions:
        text = writer.text(card)
        check(code, text)
        for sentence in re.split(r"(?<=\.) ", text):
            assert sentence[0].isupper(), sentence
            assert sentence.endswith("."), sentence
        if card.type == "magic":
            assert any(len(word) > 2 and word.isupper() for word in re.findall(r"\w+", text)), card.id


def test_a_table_where_destroying_reaches_everywhere_says_so() -> None:
    card = catalog("base_1e").cards[catalog("base_1e").first["unicorn_poison"]]
    assert scribe("base_1e", "any").text(card) == "DESTROY a Unicorn card in any stable."
    assert scribe("base_1e", "other").text(card) == "DESTROY a Unicorn card in another player’s stable."


def test_a_card_that_another_deck_lacks_is_named_by_its_id() -> None:
    named = scribe("base_2e").one(Filter(name="bear_daddy_unicorn"))
    assert named.render("") == "a card named Bear Daddy Unicorn"
