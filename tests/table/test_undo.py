from __future__ import annotations

import pytest

from stablehand.core.contract import Kind
from stablehand.core.journal import Journal
from stablehand.table import protocol as p
from stablehand.table.commands.undo import is_free
from stablehand.table.state.facts import Undone
from support.table_setup import TableHarness, begun, refused


def digest(harness: TableHarness) -> str:
    assert harness.table.state.match is not None
    return harness.table.state.match.game.digest(harness.table.state.match.state)


def at_action(**house: object) -> tuple[TableHarness, int]:
    """Play Unicorns until a seat has an action to choose; return the harness and the seat."""
    harness = begun(3, game="unicorns", house=p.House(**house))  # type: ignore[arg-type]
    assert harness.table.state.match is not None
    while True:
        seat = min(harness.table.state.match.pending)
        if harness.table.state.match.pending[seat].decision.kind is Kind.ACTION:
            return harness, seat
        harness.answer(seat)


def test_a_played_card_may_be_undone_until_another_player_responds() -> None:
    harness, seat = at_action()
    before, log = digest(harness), harness.seen(seat).log
    harness.answer(seat, harness.verb(seat, "play"))
    assert harness.seen(seat).can_undo
    harness.do(seat, p.Undo)
    assert digest(harness) == before
    assert harness.seen(seat).log == log
    assert harness.table.volatile.vote is None


def test_an_undo_does_not_play_the_whole_game_again(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise AssertionError("everybody waits for this")

    harness, seat = at_action()
    before = digest(harness)
    harness.answer(seat, harness.verb(seat, "play"))
    monkeypatch.setattr(Journal, "replay", fail)
    harness.do(seat, p.Undo)
    assert digest(harness) == before


def test_drawing_a_card_is_undone_only_with_consent() -> None:
    harness, seat = at_action()
    before = digest(harness)
    harness.answer(seat, harness.verb(seat, "draw"))
    assert harness.table.state.match is not None
    assert not is_free(harness.table.state.match, seat)
    harness.do(seat, p.Undo)
    assert digest(harness) != before
    others = [other for other in range(3) if other != seat]
    vote = harness.seen(others[0]).vote
    assert vote is not None
    assert vote.waiting == tuple(others)
    harness.do(others[0], p.Consent, agree=True)
    assert digest(harness) != before
    harness.do(others[1], p.Consent, agree=True)
    assert digest(harness) == before


def test_one_vote_against_an_undo_is_enough() -> None:
    harness, seat = at_action()
    harness.answer(seat, harness.verb(seat, "draw"))
    after = digest(harness)
    harness.do(seat, p.Undo)
    other = (seat + 1) % 3
    harness.do(other, p.Consent, agree=False)
    assert harness.table.volatile.vote is None
    assert digest(harness) == after
    refused("no_vote", harness.do, other, p.Consent, agree=True)


def test_a_vote_on_an_undo_expires() -> None:
    harness, seat = at_action()
    harness.answer(seat, harness.verb(seat, "draw"))
    harness.do(seat, p.Undo)
    refused("undo_asked", harness.do, (seat + 1) % 3, p.Undo)
    harness.wait(29.9)
    assert harness.table.volatile.vote is not None
    harness.wait(0.1)
    assert harness.table.volatile.vote is None


def test_an_undo_needs_consent_after_another_player_has_acted() -> None:
    harness, seat = at_action(window=0)
    harness.answer(seat, harness.verb(seat, "play"))
    other = harness.asked()[0]
    harness.answer(other, harness.verb(other, "pass"))
    harness.do(seat, p.Undo)
    assert harness.table.volatile.vote is not None


def test_bots_and_players_who_leave_do_not_vote() -> None:
    harness, seat = at_action()
    harness.answer(seat, harness.verb(seat, "draw"))
    harness.do(seat, p.Undo)
    for other in range(3):
        if other != seat:
            harness.do(other, p.Leave)
    harness.table.tick(harness.now)
    assert isinstance(harness.facts()[-1], Undone)


def test_the_number_of_undos_is_limited() -> None:
    harness, seat = at_action()
    for _ in range(3):
        harness.answer(seat, harness.verb(seat, "play"))
        harness.do(seat, p.Undo)
    harness.answer(seat, harness.verb(seat, "play"))
    assert not harness.seen(seat).can_undo
    refused("undo_enough", harness.do, seat, p.Undo)


def test_undo_can_be_switched_off() -> None:
    harness, seat = at_action(undo=False)
    harness.answer(seat, harness.verb(seat, "play"))
    assert not harness.seen(seat).can_undo
    refused("undo_off", harness.do, seat, p.Undo)


def test_an_undone_decision_cannot_be_answered() -> None:
    harness, seat = at_action()
    harness.answer(seat, harness.verb(seat, "play"))
    other = harness.asked()[0]
    seen = harness.seen(other).decision
    assert seen is not None
    harness.do(seat, p.Undo)
    refused("not_asked", harness.answer, other, option=seen.options[0].option, decision=seen.id)


@pytest.mark.parametrize("seed", range(3))
def test_the_last_pick_of_a_draft_needs_consent(seed: int) -> None:
    harness = begun(3, key=f"{seed:064x}")
    for seat in range(3):
        harness.answer(seat)
    assert harness.table.state.match is not None
    assert not is_free(harness.table.state.match, 2)
