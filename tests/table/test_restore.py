from __future__ import annotations

import random
from typing import Any

import pytest

from stablehand.table import protocol as p
from stablehand.table.facts import read, write
from table_club import Club, again, begun

AUDIENCES = (0, 1, 2, None)


def shown(club: Club) -> list[p.Table]:
    return [club.seen(seat) for seat in AUDIENCES]


@pytest.mark.parametrize("game", ["fairytale", "unicorns"])
def test_after_a_crash_at_any_answer_the_table_comes_back_as_it_was_and_plays_on_alike(game: str) -> None:
    luck = random.Random(5)  # noqa: S311 - a test's luck
    whole = begun(3, game=game)
    total = whole.play_on(seed=9)
    steps = sorted(luck.sample(range(total), 12))
    for step in steps:
        club = begun(3, game=game)
        club.play_on(seed=9, answers=step)
        back = again(club)
        for seat in range(3):
            back.table.connect(seat)
        assert [view.view for view in shown(back)] == [view.view for view in shown(club)]
        assert [view.decision for view in shown(back)] == [view.decision for view in shown(club)]
        assert [view.log for view in shown(back)] == [view.log for view in shown(club)]


def test_a_crash_costs_nobody_time_and_keeps_banks() -> None:
    club = begun(2, seats=2, house=p.House(clock="blitz"))
    club.wait(15)
    club.answer(0)
    club.wait(20)
    back = again(club, club.now + 3_600_000)
    back.table.connect(1)
    assert back.table.chairs[0].bank == 55_000
    assert back.seen(1).decision.seconds == 70.0  # type: ignore[union-attr]


def test_a_command_that_was_done_before_the_crash_is_not_done_again() -> None:
    club = begun(3)
    seen = club.seen(0).decision
    assert seen is not None
    words: dict[str, Any] = {
        "state": club.table.facts,
        "decision": seen.id,
        "option": seen.options[0].option,
        "id": "mine",
    }
    club.answer(0, **words)
    back = again(club)
    facts = back.table.facts
    back.answer(0, **words)
    assert back.table.facts == facts


def test_pauses_bots_undos_and_seats_come_back_too() -> None:
    club = begun(2, game="unicorns", seats=3)
    club.play_on(answers=20)
    club.do(1, p.Leave)
    club.do(0, p.Pause, on=True)
    back = again(club)
    assert back.table.is_paused
    assert [chair.level for chair in back.table.chairs] == [None, "normal", "normal"]
    assert [chair.name for chair in back.table.chairs] == ["Ann", "Bob", ""]
    assert back.table.seat_of("token 1") == 1
    assert back.table.host == 0


def test_facts_are_read_as_they_were_written() -> None:
    club = begun(2, game="unicorns", seats=3)
    club.play_on(answers=30)
    assert [write(read(body)) for body in club.stored] == club.stored
    for body in (b"", b"{}", b'{"fact":"sung","at":1}', b"[" * 5000, b"\xff"):
        with pytest.raises((ValueError, RecursionError)):
            read(body)


def test_whatever_was_done_before_the_crash_is_not_done_again() -> None:
    club = begun(3)
    club.play_on()
    club.do(0, p.Rematch, id="again")
    for seat in (1, 2):
        club.do(seat, p.Ready, id="ready")
    club.do(0, p.Start, id="start")
    club.do(0, p.Kick, seat=2, id="kick")
    back = again(club)
    back.table.sit("Zoe", 2, "a newcomer", back.now)
    facts = back.table.facts
    back.do(0, p.Kick, seat=2, id="kick")
    back.do(0, p.Start, id="start")
    back.do(0, p.Rematch, id="again")
    assert back.table.facts == facts
    assert back.table.chairs[2].name == "Zoe"
