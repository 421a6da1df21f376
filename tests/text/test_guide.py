"""The rulebook in two depths: short chapters for a player, with every rule and its id below one of them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest

from stablehand.core.registry import manifests
from stablehand.games.unicorns.text.cards import CardWriter
from stablehand.games.unicorns.text.short import ShortCardWriter
from stablehand.games.unicorns.vocabulary import Each, Instead, Lands, Needs, Plays, When, Whenever, While
from stablehand.text import voices
from stablehand.text.language import LANGUAGES, language
from stablehand.text.message import read
from stablehand.text.names import Names
from stablehand.text.rulebook import ADULT, EDITION, RULESET, Rulebook
from support.unicorn_games import EVERY_DECK, deck_named

if TYPE_CHECKING:
    from collections.abc import Iterator

MOST_WORDS = 2500
GAMES = [found.name for found in manifests() if found.guide]
PLAYED = [(game, ruleset) for game in GAMES for ruleset in voices.rulesets(game) or [""]]
LATIN = {"Fairy", "Tale"}
"""What stays in Latin letters in Russian."""


def book(game: str, lang: str, ruleset: str = "") -> Rulebook:
    return voices.book(game, lang).under(ruleset)


def short(rules: Rulebook) -> list[str]:
    """Return every text of the short depth."""
    return [rules.title, rules.intro] + [
        text for chapter in rules.chapters for text in (chapter.title, *chapter.text)
    ]


def option_ids(game: str) -> set[str]:
    """Return the names of options and of their values that are no words of the language."""
    settings = voices.house_rules(game, "en")
    values = {str(value.value) for setting in settings for value in setting.values}
    return {word for word in {*(setting.id for setting in settings), *values} if re.search(r"[_\-]", word)}


def test_both_games_have_a_guide() -> None:
    assert sorted(GAMES) == ["fairytale", "unicorns"]
    assert {ruleset for _, ruleset in PLAYED} == {"", "first", "first-nsfw", "second"}


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(("game", "ruleset"), PLAYED)
def test_the_short_rules_stay_within_their_words(game: str, ruleset: str, lang: str) -> None:
    words = sum(len(text.split()) for text in short(book(game, lang, ruleset)))
    print(f"{game} {ruleset} {lang}: {words} words")  # noqa: T201 - a figure
    assert MOST_WORDS / 10 < words <= MOST_WORDS


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_every_rule_is_below_exactly_one_chapter_with_text(game: str, lang: str) -> None:
    rules = book(game, lang)
    below = [rule for chapter in rules.chapters for section in chapter.sections for rule in section.rules]
    assert sorted(below) == sorted(rules.ids())
    assert len(set(below)) == len(below)
    assert all(chapter.text and all(chapter.text) and chapter.sections for chapter in rules.chapters)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(("game", "ruleset"), PLAYED)
def test_the_short_rules_name_no_option_and_no_id(game: str, ruleset: str, lang: str) -> None:
    for text in short(book(game, lang, ruleset)):
        assert not re.search(r"`|[{}]|\b(UU|FT|RUL)-|_", text), text
        named = [word for word in option_ids(game) if re.search(rf"(?<!\w){re.escape(word)}(?!\w)", text)]
        assert named == [], text


def test_the_ids_of_options_that_are_looked_for_are_found() -> None:
    assert {"super_neigh", "then_needs", "seat_order", "first-nsfw"} <= option_ids("unicorns")
    assert {"close_all_reaches", "most_tie_counts"} <= option_ids("fairytale")


@pytest.mark.parametrize("lang", LANGUAGES[1:])
@pytest.mark.parametrize("game", GAMES)
def test_a_guide_has_the_same_chapters_as_in_english(game: str, lang: str) -> None:
    english, ours = (language(code).data(f"{game}/guide")["chapter"] for code in ("en", lang))
    assert [(one["id"], one["details"]) for one in ours] == [(one["id"], one["details"]) for one in english]
    for there, here in zip(english, ours, strict=True):
        assert len(here["text"]) == len(there["text"]), here["id"]
        for other, text in zip(there["text"], here["text"], strict=True):
            assert read(text).names() - {ADULT, EDITION, RULESET} == set(), text
            # Russian adds a line of the words of the first edition's book.
            assert read(text).names() >= read(other).names(), text


@pytest.mark.parametrize("lang", LANGUAGES[1:])
@pytest.mark.parametrize(("game", "ruleset"), PLAYED)
def test_nothing_of_the_short_rules_is_untranslated(game: str, ruleset: str, lang: str) -> None:
    english = {text for text in short(book(game, "en", ruleset)) if " " in text}
    for text in short(book(game, lang, ruleset)):
        assert text not in english
        assert not re.search(r"['\"`]|\.\.\.|  ", text), text
        if lang == "ru":
            assert [word for word in re.findall(r"[A-Za-z]+", text) if word not in LATIN] == [], text
        else:
            assert not re.search(r"[А-яЁё]", text), text


@pytest.mark.parametrize("lang", LANGUAGES)
def test_each_ruleset_has_its_own_rules(lang: str) -> None:
    texts = {name: "\n".join(short(book("unicorns", lang, name))) for name in voices.rulesets("unicorns")}
    assert len(set(texts.values())) == len(texts) == 3
    assert "\n".join(short(book("unicorns", lang))) == texts["second"]
    cards = {name: book("unicorns", lang, name).reference for name in texts}
    assert cards["first"] != cards["first-nsfw"] != cards["second"]
    assert not any("edition" in text for _, text in book("unicorns", "en").reference)


def test_a_text_for_one_ruleset_says_only_its_own_rule() -> None:
    """UU-TYPE-5 and UU-KEY-destroy."""
    first, nsfw, second = (
        " ".join(short(book("unicorns", "en", name))) for name in ("first", "first-nsfw", "second")
    )
    assert "into any player’s stable." in first
    assert "into any player’s stable." in nsfw
    assert "into your own stable only." in second
    assert "any stable, even your own," in first
    assert "any stable, even your own," not in nsfw + second


# ---- rulings


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_ruling_is_a_question_and_its_answer(lang: str) -> None:
    rules = book("unicorns", lang)
    rulings = [rule for rule in rules.ids() if rule.startswith("RUL-")]
    assert len(rulings) > 40
    for rule in rulings:
        question = rules.question(rule)
        assert question.endswith("?"), rule
        assert rules[rule].startswith(f"{question} "), rule
        assert rules[rule].removeprefix(question).strip().endswith((".", "!", "»", "”")), rule
        assert len(question.split()) <= 20, rule
    assert not any(rules.question(rule) for rule in rules.ids() if rule not in rulings)


@pytest.mark.parametrize("lang", LANGUAGES[1:])
def test_the_questions_are_those_of_english(lang: str) -> None:
    english, ours = (language(code).data("unicorns/rulings")["section"] for code in ("en", lang))
    for there, here in zip(english, ours, strict=True):
        assert list(here["questions"]) == list(there["questions"]) == list(here["rules"])
        for rule, text in here["questions"].items():
            assert read(text).names() == read(there["questions"][rule]).names(), rule


# ---- how triggered effects begin (UU-EFF-1)


def openings(lang: str) -> list[str]:
    """Return the words that UU-EFF-1 lists: what is quoted in its first sentence."""
    first = book("unicorns", lang)["UU-EFF-1"].partition(":")[0]
    found = re.findall(r"[“„«]([^”»]+)[”»]", first)
    assert len(found) >= 5
    return found


def written(lang: str) -> Iterator[tuple[str, Any, str, str]]:
    """Yield card, ability, text and short text of every ability that works in a stable, of every deck."""
    for deck in EVERY_DECK:
        known, names = deck_named(deck), Names("unicorns", lang)
        writers = [kind(known, "other", language(lang), names) for kind in (CardWriter, ShortCardWriter)]
        for card in known.definitions:
            for ability in card.abilities:
                if isinstance(ability, When) and isinstance(ability.do, Plays):
                    continue  # a right for the action phase, on Upgrades only (RUL-44)
                if isinstance(ability, When | Whenever | Each | Instead | Lands | While | Needs):
                    whole, brief = (
                        writer.ability(ability).replace("\N{NO-BREAK SPACE}", " ") for writer in writers
                    )
                    yield f"{deck}/{card.id}", ability, whole, brief


@pytest.mark.parametrize("lang", LANGUAGES)
def test_triggered_effects_begin_as_the_rulebook_says_and_no_others_do(lang: str) -> None:
    begins = re.compile(rf"(?:{'|'.join(map(re.escape, openings(lang)))})\b", re.IGNORECASE)
    seen = list(written(lang))
    assert len({type(ability) for _, ability, _, _ in seen}) == 7
    for card, ability, whole, brief in seen:
        is_triggered = not isinstance(ability, While | Needs)
        assert bool(begins.match(whole)) == is_triggered, (card, whole)
        # The short text has a colon instead: "Enters: draw a card."
        if is_triggered:
            assert begins.match(brief) or re.match(r"[^.:]+:", brief), (card, brief)
        else:
            assert not begins.match(brief), (card, brief)
    for opening in openings(lang):
        assert any(whole.lower().startswith(opening) for _, _, whole, _ in seen), f"no card begins: {opening}"
