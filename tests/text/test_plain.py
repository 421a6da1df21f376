"""A game without a text of its own gets plain English made from its data."""

from __future__ import annotations

from typing import Any

import pytest

from stablehand.core.manifest import Manifest
from stablehand.text.plain import PlainText, PlainVoice
from stablehand.text.rulebook import Rulebook
from stablehand.text.voices import text_of

HIGH_CARD = Manifest(name="highcard", title="High Card", game="highcard:GAME")
VIEW: dict[str, Any] = {"over": False, "decision": None}


@pytest.fixture
def voice() -> PlainVoice:
    """Return a voice that addresses seat 0, Ann."""
    return PlainText(HIGH_CARD).voice(["Ann", "Bob", "Cleo"], 0, {}, "ru", "")


def test_a_game_without_a_text_gets_a_plain_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("stablehand.text.voices.manifest", lambda _: HIGH_CARD)
    text = text_of("highcard")
    assert isinstance(text, PlainText)
    assert text.title("ru") == "High Card"


def test_a_game_without_a_text_has_no_rulebook_cards_or_options(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("stablehand.text.rulebook.manifest", lambda _: HIGH_CARD)
    text = PlainText(HIGH_CARD)
    book = text.book("ru", "", has_adult=True)
    assert isinstance(book, Rulebook)
    assert (book.title, book.intro, book.sections, book.reference, book.ids()) == (
        "High Card",
        "",
        [],
        [],
        [],
    )
    assert (text.cards("", "ru", ""), text.decks("ru"), text.house_rules("ru", 4)) == ([], [], [])
    assert (text.card_ids(), text.table_options("ru"), text.nameless("ru")) == (set(), {}, "You")


@pytest.mark.parametrize(
    ("view", "moment", "prompt"),
    [
        ({}, "High Card", "Waiting."),
        ({"asked": [1, 2]}, "High Card", "Waiting for Bob and Cleo."),
        ({"decision": {"options": []}, "round": 2, "phase": "bid"}, "Round 2, Phase bid", "Choose one."),
        ({"turn": 7}, "Turn 7", "Waiting."),
        ({"over": True, "turn": 7}, "The game is over", "The game is over."),
    ],
)
def test_the_moment_and_the_question_come_from_the_view(
    voice: PlainVoice, view: dict[str, Any], moment: str, prompt: str
) -> None:
    assert (voice.moment(VIEW | view), voice.prompt(VIEW | view)) == (moment, prompt)


@pytest.mark.parametrize(
    ("option", "text"),
    [
        ({"option": 4, "verb": "play", "card": "red_seven", "owner": 0}, "Play red seven"),
        ({"option": 4, "verb": "bid", "high_card": 3}, "Bid high card 3"),
        ({"option": 4, "verb": "pass"}, "Pass"),
        ({"option": 4, "card": "7"}, "7"),
        ({"option": 4}, "4"),
    ],
)
def test_an_option_is_named_by_its_verb_and_card_or_its_other_values(
    voice: PlainVoice, option: dict[str, Any], text: str
) -> None:
    assert voice.option(option, "x") == voice.answer(option, "x") == text


def test_equal_options_are_told_apart_by_their_position(voice: PlainVoice) -> None:
    options = [{"verb": "play", "card": card} for card in ("seven", "nine", "seven")]
    assert voice.options({"why": "x", "options": options}) == [
        "Play seven (1)",
        "Play nine",
        "Play seven (3)",
    ]


@pytest.mark.parametrize(
    ("event", "line", "cards"),
    [
        ({"what": "shuffled", "rules": ["X-1"]}, "Shuffled.", []),
        (
            {"what": "played", "rules": [], "seat": 1, "card": "red_nine"},
            "Played: red nine, Bob.",
            ["red_nine"],
        ),
        ({"what": "next_round", "rules": [], "round": 2}, "Next round: round 2.", []),
    ],
)
def test_a_log_line_has_the_card_the_player_and_all_other_values(
    voice: PlainVoice, event: dict[str, Any], line: str, cards: list[str]
) -> None:
    assert (voice.log(event), voice.cards_of(event), voice.is_news(event)) == (line, cards, True)


def test_the_winners_are_named(voice: PlainVoice) -> None:
    assert voice.result({"winners": [0, 2]}) == "Ann and Cleo won."
    assert voice.result({"winners": []}) == voice.result({}) == "Nobody won."


def test_rules_are_named_by_their_ids(voice: PlainVoice) -> None:
    assert (
        voice.refusal(["red_seven", "nine"], ["X-1", "X-2"])
        == "red seven and nine cannot be chosen now (X-1, X-2)."
    )
    assert voice.refusal(["nine"], []) == "nine cannot be chosen now."
    assert (voice.rule("X-1"), voice.rules_of(VIEW)) == ("X-1", ())


def test_names_are_ids_with_spaces(voice: PlainVoice) -> None:
    assert (voice.name("red_seven"), voice.phase("last_bid"), voice.text("red_seven")) == (
        "red seven",
        "last bid",
        "",
    )
    assert (voice.called(0), str(voice.who(0)), str(voice.who(1))) == ("Ann", "you", "Bob")
    assert (voice.title, voice.notice, voice.row(VIEW), voice.account(VIEW)) == ("High Card", "", (1, []), [])
