"""docs/api.md agrees with the code: event kinds and their fields, option numbers, and keys of meanings."""

from __future__ import annotations

import re
from collections import defaultdict
from functools import cache
from typing import NamedTuple

import pytest

import stablehand
from stablehand import Recorder, load
from stablehand.bots.random import RandomBot
from support.paths import ROOT

DOCUMENT = (ROOT / "docs" / "api.md").read_text("utf-8")
OF_PACKS = {"rescue", "held", "banish", "bury", "buried", "kept", "stacked"}
RARE = {"unicorns": {"taken_back", "left_off", *OF_PACKS}, "fairytale": set[str]()}
"""Event kinds that random games without packs rarely or never have; the test searches the source for them."""
DECKS = ("base_1e", "base_2e", "nsfw_1e", "nsfw_2e")
HOUSE: dict[str, object] = {"party": "both", "house_rules": [["neigh", "sing"], ["turn_begins", "clap"]]}
TABLES: dict[str, list[tuple[int, dict[str, object]]]] = {
    "fairytale": [(seats, {"order": order}) for seats in (2, 3, 5) for order in ("seed", "original")],
    "unicorns": [
        (seats, {"deck": deck, **options})
        for deck in DECKS
        for seats, options in (
            (2, {}),
            (3, HOUSE),
            (4, {"targets": "declare", "first_player": "vote"}),
            (5, {"window": "race", "deck_out": "reshuffle"}),
            (6, {"expansions": ["christmas"]}),  # which gives cards from the top of the deck
        )
    ],
}
GAMES = 5
Fields = tuple[frozenset[str], frozenset[str]]
"""The fields that are always present, and all fields that occur."""


class Seen(NamedTuple):
    events: dict[str, Fields]
    secrets: dict[str, Fields]
    meanings: dict[str, Fields]
    numbers: dict[str, set[int]]
    """The option numbers of each verb."""


def merged(found: list[set[str]]) -> Fields:
    return frozenset(set.intersection(*found)), frozenset(set.union(*found))


@cache
def seen(name: str) -> Seen:
    """Play random games and collect their events, meanings and option numbers."""
    game = load(name)
    events, secrets, meanings = (defaultdict[str, list[set[str]]](list) for _ in range(3))
    numbers = defaultdict[str, set[int]](set)
    for seats, options in TABLES[name]:
        for seed in range(GAMES):
            recorder = Recorder()
            state = game.start(seats, seed, options, recorder=recorder)
            bots = [RandomBot(seed, seat) for seat in range(seats)]
            while asks := game.pending(state):
                decision = asks[0]
                for option in decision.options:
                    meaning = game.meaning(state, decision.seat, option)
                    verb = str(meaning.pop("verb"))
                    meanings[verb].append(set(meaning))
                    numbers[verb].add(option)
                answer = bots[decision.seat]({}, decision, lambda _: None)
                game.answer(state, decision.seat, answer, recorder=recorder)
            for event in recorder.events:
                events[event.what].append(set(event.open))
                secrets[event.what].append(set(event.secret))
    summed = [{key: merged(all_) for key, all_ in one.items()} for one in (events, secrets, meanings)]
    return Seen(summed[0], summed[1], summed[2], numbers)


def table(heading: str) -> dict[str, list[str]]:
    """Return the rows of the first table after a heading, by each name in the first column."""
    text = DOCUMENT[DOCUMENT.index(heading) :]
    rows = re.search(r"^\|.*?(?=\n\n)", text, re.MULTILINE | re.DOTALL)
    assert rows
    found: dict[str, list[str]] = {}
    for row in rows[0].splitlines()[2:]:
        first, *cells = (cell.strip() for cell in row.strip("|").split("|"))
        for name in re.findall(r"`(\w+)`", first):
            assert name not in found
            found[name] = cells
    return found


def fields(cell: str) -> Fields:
    names = re.findall(r"`(\w+)(\??)`", cell)
    return (
        frozenset(name for name, mark in names if not mark),
        frozenset(name for name, _ in names),
    )


def check(documented: Fields, always: frozenset[str], ever: frozenset[str], name: str) -> None:
    """Check that fields without a question mark are always present, and that exactly these fields occur."""
    assert documented[0] <= always, name
    assert documented[1] == ever, name


CAUSE = frozenset({"cause", "cause_owner"})
"""Fields of all events that an effect brings about; the text above the table documents them."""
EVENTS = {"fairytale": "Events of Fairy Tale", "unicorns": "Events of the unicorns"}
MEANINGS = {"fairytale": "Meanings of Fairy Tale", "unicorns": "Meanings of the unicorns"}


@pytest.mark.parametrize("game", EVENTS)
def test_every_event_is_documented_with_its_fields(game: str) -> None:
    documented, found = table(EVENTS[game]), seen(game)
    assert set(documented) - RARE[game] == set(found.events) - RARE[game]
    for what, (always, ever) in found.events.items():
        check(fields(documented[what][0]), always - CAUSE, ever - CAUSE, what)
        assert fields(documented[what][1])[1] == found.secrets[what][1], what
    source = "\n".join(
        path.read_text("utf-8") for path in (ROOT / "src/stablehand/games" / game).rglob("*.py")
    )
    for what in RARE[game]:
        assert f'"{what}"' in source


@pytest.mark.parametrize("game", MEANINGS)
def test_every_meaning_is_documented_with_its_keys(game: str) -> None:
    documented, found = table(MEANINGS[game]), seen(game)
    assert set(documented) == set(found.meanings)
    for verb, (always, ever) in found.meanings.items():
        check(fields(documented[verb][0]), always, ever, verb)


def test_options_have_the_documented_numbers() -> None:
    for numbers in seen("fairytale").numbers.values():
        assert numbers <= set(range(256))
    found = seen("unicorns").numbers
    exact = {"accept": 1100, "decline": 1101, "draw": 1102, "pass": 1103, "finish": 1104, "redraw": 1105}
    assert {verb: found[verb] for verb in exact} == {verb: {number} for verb, number in exact.items()}
    assert found["name"] <= set(range(1024, 1032))
    assert found["choose"] <= {*range(256), *range(1024, 1032), *range(1120, 1140)}
    for verb in ("take", "play", "respond", "order"):
        assert found[verb] <= set(range(256))
    for number in ("0 to 1023", "1024 + n", "1100, 1101", "1102, 1103, 1104, 1105", "1119 + n"):
        assert f"| {number} |" in DOCUMENT


def test_every_public_name_is_documented() -> None:
    for name in set(stablehand.__all__) - {"__version__"}:
        assert re.search(rf"\b{name}\b", DOCUMENT), f"{name} is exported, but docs/api.md does not mention it"
