"""How points are counted, as a view tells it: it adds up, says why, and says what turned a card over."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from stablehand import Recorder
from stablehand.core.rng import Rng
from stablehand.games.fairytale import GAME
from stablehand.games.fairytale.play.score import points, winners
from stablehand.games.fairytale.state.rules import rules_for
from stablehand.games.fairytale.state.scene import Board, set_up
from stablehand.text.voices import voice_for
from support.games import OPTION_SETS, allowed

if TYPE_CHECKING:
    from stablehand.games.fairytale.state.state import State

GAMES = 200


def board(*tables: str, **options: object) -> State:
    rules = rules_for(len(tables), options)
    return set_up(rules, Board([{"table": table.split()} for table in tables], round=4, is_play=True), seed=1)


def seen(state: State, seat: int | None = None) -> dict[str, Any]:
    return dict(GAME.view(state, seat))


def played(seats: int, seed: int, options: dict[str, object], recorder: Recorder | None = None) -> State:
    """Play a game at random."""
    rng = Rng.from_seed(seed, "accounts")
    state = GAME.start(seats, seed, options, recorder=recorder)
    while asks := GAME.pending(state):
        GAME.answer(state, asks[0].seat, rng.choice(asks[0].options), recorder=recorder)
    return state


def test_the_score_sheets_of_200_games_add_up_to_the_scores_of_the_engine() -> None:
    for seed in range(GAMES):
        seats = 2 + seed % 4
        options = next(one for one in (OPTION_SETS[seed % len(OPTION_SETS)], {}) if allowed(seats, one))
        state = played(seats, seed, options)
        view = seen(state, seed % seats)
        sheets = view["accounts"]
        scored = [points(state, seat) for seat in range(seats)]
        assert [sum(line["copies"] * line["each"] for line in one["lines"]) for one in sheets] == scored
        assert [one["total"] for one in sheets] == view["points"] == scored
        assert view["winners"] == list(winners(state))
        for seat, sheet in enumerate(sheets):
            listed = sorted(card for line in sheet["lines"] for card in [line["card"]] * line["copies"])
            assert listed == sorted(view["zones"]["seats"][seat]["table"]["cards"]), "a card is left out"
        words = voice_for("fairytale", ["Ann", "Bob", "Cleo", "Dora", "Emil"][:seats], None, options, "en")
        assert [one.total for one in words.account(view)] == scored


def test_the_accounts_are_always_those_of_the_tables_as_they_are() -> None:
    rng = Rng.from_seed(1, "accounts")
    state = GAME.start(4, 1)
    while asks := GAME.pending(state):
        copy = GAME.clone(state)
        anew = seen(GAME.decode(GAME.encode(state)))["accounts"]  # what was counted before is not stored
        assert seen(state)["accounts"] == seen(copy)["accounts"] == seen(state, 3)["accounts"] == anew
        GAME.answer(state, asks[0].seat, rng.choice(asks[0].options))


def reasons(state: State, seat: int = 0) -> dict[str, tuple[int, str, list[Any]]]:
    lines = seen(state)["accounts"][seat]["lines"]
    return {line["card"]: (line["copies"] * line["each"], line["because"], line["counted"]) for line in lines}


def test_copies_make_a_square() -> None:
    state = board("children_of_the_dragon children_of_the_dragon children_of_the_dragon", "")
    assert reasons(state) == {
        "children_of_the_dragon": (9, "copies", [{"card": "children_of_the_dragon", "n": 3}])
    }


def test_a_sheet_says_what_the_chameleon_stood_for() -> None:
    state = board("chameleon dwarven_warrior sky_dance_dragon", "")
    assert reasons(state) == {
        "dwarven_warrior": (6, "cards", [{"card": "sky_dance_dragon", "n": 2}]),
        "sky_dance_dragon": (3, "value", []),
        "chameleon": (-1, "stands_in", [{"card": "sky_dance_dragon", "n": 1}]),
    }
    assert seen(state)["accounts"][0]["stand_ins"] == ["sky_dance_dragon"]


def test_a_sheet_says_which_conditions_hold() -> None:
    state = board("dragonvale_tale_1 shadowkings_tale_2", "sky_dance_dragon sky_dance_dragon")
    found = reasons(state)
    assert found["dragonvale_tale_1"] == (0, "unmet", [{"faction": "dragonvale", "n": 0}])
    asked = [{"card": "demon", "n": 1}, {"card": "vampire", "n": 1}]
    assert found["shadowkings_tale_2"] == (0, "unmet", asked)
    met = reasons(board("dragonvale_tale_1", ""))["dragonvale_tale_1"]
    assert met[1] == "met"
    assert met[0] > 0


def test_a_sheet_counts_only_what_lies_face_up() -> None:
    rules = rules_for(2, {})
    state = set_up(
        rules,
        Board([{"table": ["dwarven_warrior"], "closed": ["sky_dance_dragon"]}, {}], round=4, is_play=True),
        seed=1,
    )
    assert reasons(state) == {"dwarven_warrior": (0, "cards", [{"card": "sky_dance_dragon", "n": 0}])}


@pytest.mark.parametrize("seats", [2, 5])
def test_every_turned_card_says_in_which_stage_and_because_of_which_revealed_cards(seats: int) -> None:
    """A cause was revealed in the same step; a hunt is never its own cause, an own effect always is."""
    stages = set()
    for seed in range(30):
        recorder = Recorder()
        played(seats, seed, {}, recorder)
        revealed: dict[int, str] = {}
        for event in recorder.events:
            if event.what == "played":
                revealed[int(str(event.open["seat"]))] = str(event.open["card"])
            elif event.what in {"closed", "opened"}:
                shown: dict[str, Any] = dict(event.open)
                stages.add(shown["stage"])
                assert shown["causes"]
                owners = [cause["seat"] for cause in shown["causes"]]
                assert [cause["card"] for cause in shown["causes"]] == [revealed[one] for one in owners]
                if shown["stage"] == "hunt":
                    assert shown["seat"] not in owners
                if shown["stage"] in {"close_own", "open"}:
                    assert owners == [shown["seat"]]
    assert stages == {"hunt", "close_all", "close_own", "open"}
