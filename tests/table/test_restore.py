from __future__ import annotations

import random
from typing import Any

import pytest

from stablehand.core.registry import load
from stablehand.games.unicorns.state.renumbered import OLD_NUMBERS
from stablehand.table import protocol as p
from stablehand.table.refusal import Refusal
from stablehand.table.state.facts import Answered, Started, read, write
from support.table_setup import TableHarness, aged, begun, restored

AUDIENCES = (0, 1, 2, None)


def shown(harness: TableHarness) -> list[p.Table]:
    return [harness.seen(seat) for seat in AUDIENCES]


@pytest.mark.parametrize("game", ["fairytale", "unicorns"])
def test_a_table_restored_after_any_answer_plays_on_the_same_way(game: str) -> None:
    luck = random.Random(5)  # noqa: S311 - repeatable
    whole = begun(3, game=game)
    total = whole.play_on(seed=9)
    steps = sorted(luck.sample(range(total), 12))
    for step in steps:
        harness = begun(3, game=game)
        harness.play_on(seed=9, answers=step)
        back = restored(harness)
        for seat in range(3):
            back.table.connect(seat, back.now)
        assert [view.view for view in shown(back)] == [view.view for view in shown(harness)]
        assert [view.decision for view in shown(back)] == [view.decision for view in shown(harness)]
        assert [view.log for view in shown(back)] == [view.log for view in shown(harness)]


def test_a_crash_costs_no_time_and_keeps_banks() -> None:
    harness = begun(2, seats=2, house=p.House(clock="blitz"))
    harness.wait(15)
    harness.answer(0)
    harness.wait(20)
    back = restored(harness, harness.now + 3_600_000)
    back.table.connect(1, back.now)
    assert back.table.state.seats[0].bank == 55_000
    assert back.seen(1).decision.seconds == 70.0  # type: ignore[union-attr]


def test_an_answer_stored_before_a_crash_is_not_applied_again() -> None:
    harness = begun(3)
    seen = harness.seen(0).decision
    assert seen is not None
    words: dict[str, Any] = {
        "state": harness.table.state.fact_count,
        "decision": seen.id,
        "option": seen.options[0].option,
        "id": "mine",
    }
    harness.answer(0, **words)
    back = restored(harness)
    facts = back.table.state.fact_count
    back.answer(0, **words)
    assert back.table.state.fact_count == facts


def test_pauses_bots_undos_and_seats_are_restored() -> None:
    harness = begun(2, game="unicorns", seats=3)
    harness.play_on(answers=20)
    harness.do(1, p.Leave)
    harness.do(0, p.Pause, on=True)
    back = restored(harness)
    assert back.table.state.is_paused
    assert [seat.level for seat in back.table.state.seats] == [None, "normal", "normal"]
    assert [seat.name for seat in back.table.state.seats] == ["Ann", "Bob", ""]
    assert back.table.state.seat_of("token 1") == 1
    assert back.table.host == 0


def test_facts_decode_to_what_was_encoded() -> None:
    harness = begun(2, game="unicorns", seats=3)
    harness.play_on(answers=30)
    assert [write(read(body)) for body in harness.stored] == harness.stored
    for body in (b"", b"{}", b'{"fact":"sung","at":1}', b"[" * 5000, b"\xff"):
        with pytest.raises((ValueError, RecursionError)):
            read(body)


def test_no_command_from_before_a_crash_is_applied_again() -> None:
    harness = begun(3)
    harness.play_on()
    harness.do(0, p.Rematch, id="again")
    for seat in (1, 2):
        harness.do(seat, p.Ready, id="ready")
    harness.do(0, p.Start, id="start")
    harness.do(0, p.Kick, seat=2, id="kick")
    back = restored(harness)
    back.sit("Zoe", 2, "a newcomer")
    facts = back.table.state.fact_count
    back.do(0, p.Kick, seat=2, id="kick")
    back.do(0, p.Start, id="start")
    back.do(0, p.Rematch, id="again")
    assert back.table.state.fact_count == facts
    assert back.table.state.seats[2].name == "Zoe"


def test_a_game_stores_the_version_of_its_rules() -> None:
    harness = begun(2, game="unicorns", seats=3)
    [started] = [fact for fact in harness.facts() if isinstance(fact, Started)]
    assert started.rules_version == load("unicorns").rules_version


@pytest.mark.parametrize("version", [0, 1, 2])
def test_a_table_of_older_rules_goes_on_while_every_answer_is_legal(version: int) -> None:
    harness = begun(2, game="unicorns", seats=3)
    harness.play_on(answers=40)
    aged(harness, version)
    back = restored(harness)
    assert [view.view for view in shown(back)] == [view.view for view in shown(harness)]
    assert back.table.state.match is not None
    assert back.table.state.match.journal.rules_version == (version or 2)


def test_a_table_with_the_old_numbers_of_options_plays_on_with_the_new_ones() -> None:
    harness = begun(2, game="unicorns", seats=3)
    harness.play_on(answers=40)
    same = [view.view for view in shown(harness)]
    aged(harness, 3, numbers={new: old for old, new in OLD_NUMBERS.items()})
    stored = [fact.option for fact in harness.facts() if isinstance(fact, Answered)]
    assert {*stored} & {*OLD_NUMBERS}
    back = restored(harness)
    assert [view.view for view in shown(back)] == same
    back.play_on(answers=40)
    both = {fact.option for fact in back.facts() if isinstance(fact, Answered)}
    assert both & {*OLD_NUMBERS}
    assert both & {*OLD_NUMBERS.values()}
    again = restored(back)
    assert [view.view for view in shown(again)] == [view.view for view in shown(back)]
    assert again.table.state.match is not None
    assert again.table.state.match.journal.rules_version == 3


@pytest.mark.parametrize("version", [0, 1, 2])
def test_a_table_of_older_rules_with_an_illegal_answer_names_its_version(version: int) -> None:
    harness = begun(2, game="unicorns", seats=3)
    harness.play_on(answers=40)
    aged(harness, version, spoil=30)
    with pytest.raises(Refusal) as refusal:
        restored(harness)
    assert refusal.value.reason == "old_rules"
    assert refusal.value.words == {"number": version or 2}


def test_a_table_of_these_rules_with_an_illegal_answer_is_damaged() -> None:
    harness = begun(2, game="unicorns", seats=3)
    harness.play_on(answers=40)
    aged(harness, load("unicorns").rules_version, spoil=30)
    with pytest.raises(ValueError, match="3999"):
        restored(harness)


def test_an_earlier_game_that_cannot_be_played_again_leaves_the_table_open() -> None:
    harness = begun(3)
    harness.play_on()
    harness.do(0, p.Rematch)
    aged(harness, -1, spoil=20)  # a version before all that there were
    back = restored(harness)
    assert (back.table.state.stage, back.table.state.game_number) == ("lobby", 2)
    assert back.table.state.fact_count == harness.table.state.fact_count
