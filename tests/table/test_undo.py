from __future__ import annotations

import pytest

from stablehand.kernel.contract import Kind
from stablehand.table import protocol as p
from stablehand.table.facts import Undone
from stablehand.table.undo import is_free
from table_club import Club, begun, refused


def digest(club: Club) -> str:
    assert club.table.match is not None
    return club.table.match.game.digest(club.table.match.state)


def at_action(**house: object) -> tuple[Club, int]:
    """Play the unicorns until somebody's action is asked for."""
    club = begun(3, game="unicorns", house=p.House(**house))  # type: ignore[arg-type]
    assert club.table.match is not None
    while True:
        seat = min(club.table.match.asked)
        if club.table.match.asked[seat].decision.kind is Kind.ACTION:
            return club, seat
        club.answer(seat)


def test_playing_a_card_may_be_taken_back_until_somebody_has_answered_it() -> None:
    club, seat = at_action()
    before, log = digest(club), club.seen(seat).log
    club.answer(seat, club.verb(seat, "play"))
    assert club.seen(seat).can_undo
    club.do(seat, p.Undo)
    assert digest(club) == before
    assert club.seen(seat).log == log
    assert club.table.voting is None


def test_a_card_that_was_drawn_is_known_and_so_is_not_taken_back_without_consent() -> None:
    club, seat = at_action()
    before = digest(club)
    club.answer(seat, club.verb(seat, "draw"))
    assert club.table.match is not None
    assert not is_free(club.table.match, seat)
    club.do(seat, p.Undo)
    assert digest(club) != before
    others = [other for other in range(3) if other != seat]
    vote = club.seen(others[0]).vote
    assert vote is not None
    assert vote.waiting == tuple(others)
    club.do(others[0], p.Consent, agree=True)
    assert digest(club) != before
    club.do(others[1], p.Consent, agree=True)
    assert digest(club) == before


def test_one_who_does_not_agree_is_enough() -> None:
    club, seat = at_action()
    club.answer(seat, club.verb(seat, "draw"))
    after = digest(club)
    club.do(seat, p.Undo)
    other = (seat + 1) % 3
    club.do(other, p.Consent, agree=False)
    assert club.table.voting is None
    assert digest(club) == after
    refused("no_vote", club.do, other, p.Consent, agree=True)


def test_nobody_is_asked_for_ever() -> None:
    club, seat = at_action()
    club.answer(seat, club.verb(seat, "draw"))
    club.do(seat, p.Undo)
    refused("undo_asked", club.do, (seat + 1) % 3, p.Undo)
    club.wait(29.9)
    assert club.table.voting is not None
    club.wait(0.1)
    assert club.table.voting is None


def test_after_another_has_acted_nothing_is_free() -> None:
    club, seat = at_action(window=0)
    club.answer(seat, club.verb(seat, "play"))
    other = club.asked()[0]
    club.answer(other, club.verb(other, "pass"))
    club.do(seat, p.Undo)
    assert club.table.voting is not None


def test_bots_do_not_mind_and_somebody_who_leaves_is_not_waited_for() -> None:
    club, seat = at_action()
    club.answer(seat, club.verb(seat, "draw"))
    club.do(seat, p.Undo)
    for other in range(3):
        if other != seat:
            club.do(other, p.Leave)
    club.table.tick(club.now)
    assert isinstance(club.facts()[-1], Undone)


def test_there_is_an_end_to_taking_back() -> None:
    club, seat = at_action()
    for _ in range(3):
        club.answer(seat, club.verb(seat, "play"))
        club.do(seat, p.Undo)
    club.answer(seat, club.verb(seat, "play"))
    assert not club.seen(seat).can_undo
    refused("undo_enough", club.do, seat, p.Undo)


def test_a_table_may_do_without_taking_back() -> None:
    club, seat = at_action(undo=False)
    club.answer(seat, club.verb(seat, "play"))
    assert not club.seen(seat).can_undo
    refused("undo_off", club.do, seat, p.Undo)


def test_a_question_that_was_taken_back_cannot_be_answered() -> None:
    club, seat = at_action()
    club.answer(seat, club.verb(seat, "play"))
    other = club.asked()[0]
    seen = club.seen(other).decision
    assert seen is not None
    club.do(seat, p.Undo)
    refused("not_asked", club.answer, other, option=seen.options[0].option, decision=seen.id)


@pytest.mark.parametrize("seed", range(3))
def test_in_a_draft_the_last_pick_shows_everybody_something(seed: int) -> None:
    club = begun(3, key=f"{seed:064x}")
    for seat in range(3):
        club.answer(seat)
    assert club.table.match is not None
    assert not is_free(club.table.match, 2)
