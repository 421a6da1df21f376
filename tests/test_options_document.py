"""The tables of options in docs/api.md agree with the code: every option, value and default."""

from __future__ import annotations

import ast
import re
from typing import Any, Final

import pytest

from stablehand import load
from stablehand.games.fairytale.state import rules as fairytale
from stablehand.games.unicorns.decks.catalog import DECKS
from stablehand.games.unicorns.state import rules as unicorns
from support.paths import ROOT

TEXT: Final = (ROOT / "docs" / "api.md").read_text("utf-8")
CHOICES: Final[dict[str, dict[str, tuple[str, ...]]]] = {
    "fairytale": fairytale.CHOICES,
    "unicorns": unicorns.CHOICES | {"deck": DECKS, "ruleset": tuple(unicorns.RULESETS)},
}
NAMES: Final = {"fairytale": fairytale.OPTION_NAMES, "unicorns": unicorns.OPTION_NAMES}
TITLES: Final = {"fairytale": "Fairy Tale", "unicorns": "Unstable Unicorns"}


def rows(game: str) -> dict[str, list[str]]:
    """Return the table cells for each option of a game."""
    found = re.search(
        rf"^Options of {TITLES[game]}\b(.*?)(?=^Options of |^## )", TEXT, re.DOTALL | re.MULTILINE
    )
    assert found
    cells = [line.strip("|").split(" | ") for line in found[1].splitlines() if line.startswith("| `")]
    listed = [row[0].strip(" `") for row in cells]
    assert len(listed) == len(set(listed))
    return dict(zip(listed, (row[1:] for row in cells), strict=True))


def values(cell: str) -> list[object]:
    """Return the Python values that a cell lists."""
    return [
        ast.literal_eval(code)
        for code in re.findall(r"`([^`]*)`", cell)
        if code[:1] not in "[{" or code == "[]"
    ]


def defaults(game: str) -> dict[str, Any]:
    """Return the default options of a table of four."""
    options: Any = load(game).view(load(game).start(4), None)["options"]
    return dict(options)


@pytest.mark.parametrize("game", NAMES)
def test_exactly_the_options_of_the_game_are_listed(game: str) -> None:
    assert sorted(rows(game)) == sorted(NAMES[game])


@pytest.mark.parametrize(("game", "option"), [(game, one) for game in NAMES for one in NAMES[game]])
def test_every_value_is_listed_with_the_default_first(game: str, option: str) -> None:
    cells = rows(game)[option]
    listed = values(cells[0])
    default = defaults(game)[option]
    if option in CHOICES[game]:
        assert sorted(map(str, listed)) == sorted(CHOICES[game][option])
    elif isinstance(default, bool):
        assert sorted(map(str, listed)) == ["False", "True"]
    if option not in unicorns.RULESETS["second"]:
        assert listed[0] == default


@pytest.mark.parametrize("option", unicorns.RULESETS["second"])
def test_every_ruleset_has_its_column(option: str) -> None:
    documented = [values(cell)[0] for cell in rows("unicorns")[option][1:4]]
    assert documented == [ruleset[option] for ruleset in unicorns.RULESETS.values()]
    assert (
        "| option | values | " + " | ".join(f"`{name}`" for name in unicorns.RULESETS) + " | rule |" in TEXT
    )


@pytest.mark.parametrize("option", ["hand_size", "hand_limit", "unicorns_to_win"])
def test_a_number_has_the_documented_bounds(option: str) -> None:
    found = re.search(r"(\d+) to (\d+)", rows("unicorns")[option][0])
    assert found
    low, high = map(int, found.groups())
    for number in (low, high):
        assert getattr(unicorns.rules_for(4, {option: number}), option) == number
    for number in (low - 1, high + 1):
        with pytest.raises(ValueError, match=option):
            unicorns.rules_for(4, {option: number})


def test_every_trigger_of_a_house_rule_is_listed() -> None:
    cell = rows("unicorns")["house_rules"][-1]
    assert set(re.findall(r"`(\w+)`", cell)) == set(unicorns.TRIGGERS)


def test_defaults_that_depend_on_the_seats_are_documented() -> None:
    for seats in unicorns.SEATS:
        rules = unicorns.rules_for(seats, None)
        assert rules.unicorns_to_win == values(rows("unicorns")["unicorns_to_win"][0])[seats >= 6]
        assert rules.two_player == values(rows("unicorns")["two_player"][0])[seats == 2]
