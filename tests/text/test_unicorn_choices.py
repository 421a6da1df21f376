"""The log of the unicorns names who chose a stable or a target, and why somebody's horns changed."""

from __future__ import annotations

from typing import Any, Final

import pytest

from stablehand.text.language import LANGUAGES
from stablehand.text.voices import voice_for

NAMES: Final = ["Ann", "Bob", "Cleo"]
PLAYED: Final = {"what": "enter", "rules": [], "cards": ["pandamonium"], "origin": "playing", "options": [9]}
MOVED: Final = {"what": "move", "rules": [], "cards": ["narwhal"], "options": [9], "cause_owner": 1}
SWAPPED: Final = {**MOVED, "cause": "unicorn_swap", "by": 1}
COUNTED: Final = {"what": "recounted", "rules": ["RUL-29"], "seat": 0, "cards": []}
AIMED: Final = {"what": "aimed", "rules": [], "seat": 1, "cards": [], "players": [0, 2]}
DECLARED: Final = {"what": "declared", "rules": [], "seat": 1, "cards": ["pandamonium"]}
LINES: Final[list[tuple[dict[str, Any], str]]] = [
    ({**PLAYED, "seat": 0, "by": 1}, "Bob puts Pandamonium into your stable."),
    ({**PLAYED, "seat": 1, "by": 0}, "You put Pandamonium into Bob’s stable."),
    ({**PLAYED, "seat": 1, "by": 1}, "Pandamonium enters Bob’s stable."),
    ({**DECLARED, "to": 0}, "Bob chooses your stable for Pandamonium."),
    ({**DECLARED, "to": 1}, "Bob chooses their own stable for Pandamonium."),
    ({**AIMED, "by": "two_for_one"}, "Bob aims Two-For-One at you and Cleo."),
    ({**SWAPPED, "seat": 2, "origin": "stable 1"}, "Bob moves Narwhal to Cleo’s stable (Unicorn Swap)."),
    (
        {**SWAPPED, "seat": 1, "origin": "stable 0"},
        "Bob moves Narwhal from your stable to their own (Unicorn Swap).",
    ),
    (
        {**SWAPPED, "seat": 2, "origin": "stable 0"},
        "Bob moves Narwhal from your stable to Cleo’s stable (Unicorn Swap).",
    ),
    (
        {**SWAPPED, "seat": 0, "origin": "stable 2", "cause_owner": 2},
        "Bob moves Narwhal from Cleo’s stable to your stable (Cleo’s Unicorn Swap).",
    ),
    (
        {**MOVED, "cause": "narwhal", "by": 1, "seat": 2, "origin": "stable 1"},
        "Bob moves Narwhal to Cleo’s stable.",
    ),
    (
        {**MOVED, "rules": ["UU-PLAY-3", "RUL-20"], "seat": 2, "origin": "stable 0"},
        "Narwhal goes back from your stable to Cleo’s stable.",
    ),
    (
        {**COUNTED, "points": 0, "cause": "pandamonium", "cause_owner": 0},
        "Your Unicorns do not count now (Pandamonium).",
    ),
    ({**COUNTED, "seat": 1, "points": 1}, "Bob now has 1 Unicorn."),
]
STORED: Final[list[tuple[dict[str, Any], str]]] = [
    ({**PLAYED, "seat": 0}, "Pandamonium enters your stable."),
    (dict(AIMED), "It is aimed at you and Cleo."),
    ({**MOVED, "seat": 2, "origin": "stable 1"}, "Narwhal moves from Bob’s stable to Cleo’s stable."),
]
"""Events as tables stored them before they said who chose."""


@pytest.mark.parametrize(("event", "line"), [*LINES, *STORED], ids=[line for _, line in [*LINES, *STORED]])
def test_a_line_names_who_chose_and_why(event: dict[str, Any], line: str) -> None:
    assert voice_for("unicorns", NAMES, 0, {"deck": "base_2e"}, "en").log(event) == line


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_language_names_the_same_players_and_cards(lang: str) -> None:
    voice = voice_for("unicorns", NAMES, 0, {"deck": "base_2e"}, lang)
    english = voice_for("unicorns", NAMES, 0, {"deck": "base_2e"}, "en")
    lines = [voice.log(event) for event, _ in LINES]
    assert len(set(lines)) == len(lines)
    for (event, expected), line in zip(LINES, lines, strict=True):
        for name in NAMES:
            assert (name in line) == (name in expected), line
        for card in english.cards_of(event):
            assert voice.name(card) in line
        assert line.endswith(".")
        assert "{" not in line


def test_the_cards_of_a_line_can_be_opened() -> None:
    voice = voice_for("unicorns", NAMES, 0, {"deck": "base_2e"}, "en")
    assert voice.cards_of({**AIMED, "by": "two_for_one"}) == ["two_for_one"]
    assert voice.cards_of({**COUNTED, "points": 0, "cause": "pandamonium", "cause_owner": 0}) == [
        "pandamonium"
    ]
