"""A game without its own screen gets a plain one: its view as lines, its options as a numbered list."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from rich.console import Console

from stablehand.cli.errors import CommandError
from stablehand.cli.reader import Reader
from stablehand.cli.screen import plain, screen
from stablehand.cli.screen.plain import PlainScreen, PlainTerminal
from stablehand.core.manifest import Manifest
from stablehand.text.plain import PlainText, PlainVoice

HIGH_CARD = Manifest(name="highcard", title="High Card", game="highcard:GAME")
OPTIONS = [
    {"option": at, "verb": "play", "card": card} for at, card in enumerate(("red_7", "red_9", "red_7"))
]
VIEW: dict[str, Any] = {
    "game": "highcard",
    "seat": 0,
    "options": {"deck": "x"},
    "over": False,
    "played_cards": ["red_9", "blue_2"],
    "bids": {"ann": 3},
    "decision": {"why": "trick", "options": OPTIONS},
}


@pytest.fixture
def table() -> PlainScreen:
    """Return the screen of seat 0, Ann."""
    return PlainScreen(PlainVoice("High Card", ["Ann", "Bob"], 0), "highcard", 0)


def drawn(what: Any) -> list[str]:  # noqa: ANN401 - anything that Rich can draw
    console = Console(width=100, color_system=None)
    with console.capture() as capture:
        console.print(what)
    return [line.rstrip() for line in capture.get().splitlines()]


def test_the_board_has_a_line_for_each_value_that_is_not_shown_elsewhere(table: PlainScreen) -> None:
    lines = ["played cards  red 9, blue 2", 'bids          {"ann": 3}']
    assert drawn(table.board(VIEW)) == drawn(table.sight(VIEW)) == lines


def test_the_options_are_numbered_from_1(table: PlainScreen) -> None:
    assert drawn(table.choices(VIEW)) == ["1  Play red 7 (1)", "2  Play red 9", "3  Play red 7 (3)"]


def test_a_card_among_the_options_is_found_by_its_id_or_name(table: PlainScreen) -> None:
    assert table.find("red 9") is None
    table.choices(VIEW)
    assert [table.find(typed) for typed in ("red_9", "Red 9", "7", "red", "blue 2")] == [
        "red_9",
        "red_9",
        "red_7",
        None,
        None,
    ]
    assert drawn(table.card("red_9")) == ["red 9"]


def test_refusals_are_shown_with_their_rules(table: PlainScreen) -> None:
    refusals = {"red_7": ("X-1",), "red_9": ("X-1",), "blue_2": ()}
    assert [line for line in drawn(table.rules(VIEW, refusals)) if line] == [
        "red 7 and red 9 cannot be chosen now (X-1).",
        "blue 2 cannot be chosen now.",
    ]


def test_points_are_the_scores_of_the_game(table: PlainScreen, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plain, "load", lambda _: SimpleNamespace(scores=lambda state: state))
    assert drawn(table.points((0.5, 0.0))) == ["Ann  0.5", "Bob  0"]


def test_a_game_without_a_terminal_gets_the_plain_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(screen, "manifest", lambda _: HIGH_CARD)
    monkeypatch.setattr(plain, "text_of", lambda _: PlainText(HIGH_CARD))
    shown = screen.screen_for("highcard", ["Ann", "Bob"], 1, {}, Reader("ru"), fancy=True)
    assert isinstance(shown, PlainScreen)
    assert (shown.title, shown.viewer) == ("High Card", 1)
    with pytest.raises(CommandError, match=r"^The game 'highcard' has no deck of cards to look at\.$"):
        screen.card_list_for("highcard", None, Reader("en"), fancy=True)


def test_the_plain_terminal_lists_no_cards() -> None:
    with pytest.raises(ValueError, match="has no deck of cards"):
        PlainTerminal("highcard").card_list("base", Reader("en"), fancy=False)
