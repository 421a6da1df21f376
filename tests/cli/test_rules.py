"""`stablehand rules`: the rulebook, single rules and the reference card."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from stablehand.text.language import LANGUAGES, language
from stablehand.text.rulebook import Rulebook

if TYPE_CHECKING:
    from cli.conftest import Run

GAMES = ("unicorns", "fairytale")


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_the_whole_book_has_every_section_and_rule(run: Run, game: str, lang: str) -> None:
    book = Rulebook(game, language(lang))
    ran = run("rules", "--game", game, "--lang", lang, "--details")
    assert (ran.code, ran.err) == (0, "")
    text = " ".join(ran.out.split())
    assert all(f" {rule} " in text for rule in book.ids())
    assert all(" ".join(section.title.split()) in text for section in book.sections)
    assert book.title in text
    assert language(lang).catalogue("interface").say("rules.reference") in text


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_the_short_rules_are_shown_without_ids_unless_details_are_asked_for(
    run: Run, game: str, lang: str
) -> None:
    book = Rulebook(game, language(lang))
    ran = run("rules", "--game", game, "--lang", lang)
    assert (ran.code, ran.err) == (0, "")
    text = " ".join(ran.out.split())
    for chapter in book.chapters:
        assert " ".join(chapter.title.split()) in text
        assert all(" ".join(paragraph.split()) in text for paragraph in chapter.text)
    assert not any(rule in text for rule in book.ids())
    assert "stablehand rules --details" in text


def test_the_rules_are_those_of_the_ruleset(run: Run) -> None:
    """UU-TYPE-5."""
    said = {
        ruleset: " ".join(
            run("rules", "--game", "unicorns", "--ruleset", ruleset, "--lang", "en").out.split()
        )
        for ruleset in ("first", "first-nsfw", "second")
    }
    assert len(set(said.values())) == 3
    assert said["second"] == " ".join(run("rules", "--game", "unicorns", "--lang", "en").out.split())
    assert "Rules of the first edition" in said["first"]
    assert "You may play one into any player’s stable." in said["first"]
    assert "You may play one into any player’s stable." not in said["second"]
    output = json.loads(run("rules", "--game", "unicorns", "--ruleset", "first", "--json").out)
    assert "You may play one into any player’s stable." in str(output["chapters"])


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_json_has_the_same_rules_as_the_book(run: Run, game: str, lang: str) -> None:
    book = Rulebook(game, language(lang))
    output = json.loads(run("rules", "--game", game, "--lang", lang, "--json").out)
    assert (output["game"], output["title"], output["intro"]) == (game, book.title, book.intro)
    rules = [rule["id"] for section in output["sections"] for rule in section["rules"]]
    assert rules == book.ids()
    assert not any("{" in rule["text"] for section in output["sections"] for rule in section["rules"])
    reference = json.loads(run("rules", "--game", game, "--lang", lang, "--reference", "--json").out)
    assert reference == output["reference"] == [{"title": t, "text": x} for t, x in book.reference]


def test_the_reference_card_is_shown_without_the_rules(run: Run) -> None:
    """UU-SETUP-5."""
    out = run("rules", "--game", "unicorns", "--reference").out
    assert "Reference card" in out
    assert "UU-TURN-1" not in out


def test_a_rule_is_shown_with_the_cases_that_cite_it(run: Run) -> None:
    out = " ".join(run("rules", "ft-hunt-1", "RUL-08").out.split())
    assert "FT-HUNT-1 Effects" in out
    assert "A hunt concerns everybody" in out
    assert "A hunt closes every Shadow card revealed beside it, and only those" in out
    assert "(fairytale/hunt-closes-shadow)" in out
    assert "Yay can be neighed while it is being played." in out
    output = json.loads(run("rules", "FT-HUNT-1", "--json").out)
    assert [(rule["id"], rule["game"], rule["section"]) for rule in output] == [
        ("FT-HUNT-1", "fairytale", "effects")
    ]
    assert all(case["file"].endswith(".toml") and case["title"] for case in output[0]["cases"])


@pytest.mark.parametrize("lang", ["ru", "pl"])
def test_a_ruling_names_cards_in_the_language(run: Run, lang: str) -> None:
    output = json.loads(run("rules", "RUL-08", "--lang", lang, "--json").out)
    cards = {
        card["id"]: card["name"]
        for card in json.loads(run("cards", "--game", "unicorns", "--lang", lang, "--json").out)
    }
    assert language(lang).quoted(cards["yay"]) in output[0]["text"]


@pytest.mark.parametrize("game", ["fairytale", "unicorns"])
@pytest.mark.parametrize("rule", ["FT-HUNT-1", "UU-TURN-4"])
def test_a_rule_id_implies_its_game(run: Run, rule: str, game: str) -> None:
    ran = run("rules", "--game", game, rule)
    assert ran.code == 0
    assert ran.out == run("rules", rule).out


def test_missing_cases_are_reported_in_one_line(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("stablehand.cases.casebook.cases_folder", lambda: None)
    out = run("rules", "FT-HUNT-1").out
    assert out.endswith("The cases that show it are not installed here; they come with the source.\n")
    assert json.loads(run("rules", "FT-HUNT-1", "--json").out)[0]["cases"] is None


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("rules UU-TURN-44", "Unknown rule 'UU-TURN-44'; did you mean UU-TURN-4"),
        ("rules 12345", "Unknown rule '12345'."),
        ("rules --game fairytale UU-TURN-44", "Unknown rule 'UU-TURN-44'; did you mean UU-TURN-4"),
        ("rules --game chess", "Unknown game 'chess'; choose one of:"),
        ("rules --reference UU-TURN-4", "--reference shows the reference card"),
        ("rules --details UU-TURN-4", "--details shows the whole rulebook"),
        ("rules --details --reference", "--details shows the whole rulebook"),
        ("rules --game unicorns --ruleset third", "Unknown ruleset 'third'; choose one of: second, first,"),
        ("rules --game fairytale --ruleset first", "fairytale has only one set of rules"),
    ],
)
def test_bad_input_is_reported_in_one_sentence(run: Run, line: str, sentence: str) -> None:
    ran = run(*line.split(" "))
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith(f"stablehand: {sentence}")
    assert ran.err.count("\n") == 1
