"""Nobody is asked without need, nobody stalls the others, and nothing of that tells what somebody holds."""

from __future__ import annotations

import pytest

from stablehand.bots.random import RandomBot
from stablehand.core.contract import Kind, WindowSubject
from stablehand.core.driver import decide
from stablehand.table import protocol as p
from stablehand.table.commands.undo import is_free
from stablehand.table.state.clock import Due, due
from stablehand.table.state.facts import Answered
from stablehand.table.state.orders import StandingOrders
from stablehand.text.voices import voice_for
from support.sizes import sized
from support.table_setup import TableHarness, begun, refused

from .test_playing import at_window, by_whom


def played(harness: TableHarness) -> str:
    """Return the name of the card that the open window is about."""
    match = harness.table.state.match
    assert match is not None
    assert match.subject is not None
    return voice_for("unicorns", ["Ann", "Bob"], None, match.journal.options, "en").named(
        [match.subject.card]
    )


def test_alone_with_bots_a_player_is_never_asked_where_there_is_one_option() -> None:
    harness = begun([0], game="unicorns", seats=4, house=p.House(pace=0.0))
    match = harness.table.state.match
    assert match is not None
    bot = RandomBot(7, 0)
    for _ in range(3000):
        harness.wait(0)
        if match.is_over:
            break
        if 0 in match.pending:
            decision = match.pending[0].decision
            assert len(decision.options) > 1
            harness.answer(0, decide(match.game, match.state, decision, bot))
        else:
            harness.wait(7)
    assert match.is_over
    assert (0, "forced") in by_whom(harness)


def test_alone_with_bots_the_page_is_told_that_there_was_nothing_to_answer_with() -> None:
    harness = begun([0], game="unicorns", seats=4, house=p.House(pace=0.0))
    match = harness.table.state.match
    assert match is not None
    bot = RandomBot(7, 0)
    while not match.is_over:
        harness.wait(7)
        auto = harness.seen(0).auto_answer
        if auto is not None and "nothing" in auto.text:
            assert auto.by == "forced"
            assert harness.seen(1).auto_answer is None
            return
        if 0 in match.pending:
            harness.answer(0, decide(match.game, match.state, match.pending[0].decision, bot))
    raise AssertionError("the player could answer in every window")


def test_a_spectator_ends_the_answers_at_once() -> None:
    harness = at_window([0], seats=3, who=0, window=20)
    harness.table.connect(None, harness.now)
    assert harness.seen(0).window is not None
    assert harness.seen(0).window.seconds == 20.0  # type: ignore[union-attr]


def test_a_player_alone_with_bots_has_all_the_time_there_is() -> None:
    harness = begun([0], game="unicorns", seats=3, house=p.House(window=3, pace=0.0))
    match = harness.table.state.match
    assert match is not None
    bot = RandomBot(3, 0)
    for _ in range(2000):
        harness.wait(7)
        question = match.pending.get(0)
        if question is not None and question.decision.kind is Kind.RESPOND:
            harness.wait(3600)
            assert match.pending[0] == question
            assert harness.seen(0).window.seconds is None  # type: ignore[union-attr]
            return
        assert not match.is_over
        if question is not None:
            harness.answer(0, decide(match.game, match.state, question.decision, bot))
    raise AssertionError("the player never held an Instant")


def test_a_window_is_the_same_for_everybody_and_holding_it_too() -> None:
    """UU-INST-7."""
    harness = at_window(3, window=3)
    holder = harness.asked()[0]
    harness.wait(1)
    harness.do(holder, p.MoreTime)
    windows = [harness.seen(seat).window for seat in (0, 1, 2, None)]
    assert {(one.seconds, one.total, one.held_by) for one in windows if one} == {(17.0, 18.0, (holder,))}
    harness.wait(16.9)
    assert len(harness.asked()) == 2
    harness.wait(0.1)
    assert len([by for _, by in by_whom(harness) if by == "window"]) == 2


def test_a_new_window_starts_with_its_own_time() -> None:
    harness = at_window(3, window=3)
    harness.do(harness.asked()[0], p.MoreTime)
    for seat in harness.asked():
        harness.answer(seat, harness.verb(seat, "pass"))
    match = harness.table.state.match
    assert match is not None
    while not any(one.decision.kind is Kind.RESPOND for one in match.pending.values()):
        seat = min(match.pending)
        harness.answer(seat, match.pending[seat].decision.options[0])
    window = harness.seen(None).window
    assert window is not None
    assert (window.total, window.held_by) == (3.0, ())


def test_somebody_without_a_connection_passes_after_three_seconds() -> None:
    harness = at_window(3, window=0)
    gone, here = harness.asked()
    harness.wait(60)
    assert harness.asked() == [gone, here]
    harness.table.disconnect(gone, harness.now)
    harness.wait(2.9)
    assert harness.asked() == [gone, here]
    harness.wait(0.1)
    assert harness.asked() == [here]
    assert (gone, "away") in by_whom(harness)


def test_a_sealed_answer_is_told_with_who_is_awaited() -> None:
    harness = at_window(3, window=20)
    first, second = harness.asked()
    chosen = harness.verb(first, "pass")
    harness.answer(first, chosen)
    seen = harness.seen(first)
    assert seen.decision is not None
    assert (seen.decision.is_revision, seen.decision.answer) == (True, chosen)
    name = harness.seen(None).seats[second].name
    assert seen.prompt == f"You passed on {played(harness)}. Waiting for {name}."


def test_the_table_says_on_which_card_it_passed_for_somebody() -> None:
    harness = at_window(3, window=5)
    asked, card = harness.asked(), played(harness)
    harness.wait(6)
    answers = [harness.seen(seat).auto_answer for seat in asked]
    assert {one and one.text for one in answers} == {f"Time was up: you passed on {card}."}
    assert harness.seen(None).auto_answer is None


# ---- standing orders


SUBJECT = WindowSubject(player=1, is_basic=False, against=frozenset({2}), is_nearly_won=False)


@pytest.mark.parametrize(
    ("orders", "subject", "passes"),
    [
        (StandingOrders(), SUBJECT, False),
        (StandingOrders(until_turn=True), SUBJECT, True),
        (StandingOrders(threatened=True), SUBJECT, True),
        (StandingOrders(threatened=True), SUBJECT._replace(against=frozenset({0})), False),
        (StandingOrders(threatened=True), SUBJECT._replace(is_nearly_won=True), False),
        (StandingOrders(no_basics=True), SUBJECT, False),
        (StandingOrders(no_basics=True), SUBJECT._replace(is_basic=True), True),
        (StandingOrders(threatened=True), None, True),
        (StandingOrders(no_basics=True), None, False),
    ],
)
def test_what_the_orders_of_seat_0_say(
    orders: StandingOrders, subject: WindowSubject | None, passes: bool
) -> None:
    assert orders.passes(0, subject) is passes


def test_a_seat_passes_until_its_own_turn_begins() -> None:
    harness = begun(3, game="unicorns", house=p.House(window=0, pace=1.0))
    match = harness.table.state.match
    assert match is not None
    bots = [RandomBot(3, seat) for seat in range(3)]
    while match.active != 0 or match.turn < 2:
        seat = min(match.pending)
        harness.answer(seat, decide(match.game, match.state, match.pending[seat].decision, bots[seat]))
    harness.do(0, p.Orders, until_turn=True)
    assert harness.seen(0).orders == p.OrdersSeen(until_turn=True, threatened=False, no_basics=False)
    assert harness.seen(1).orders == p.OrdersSeen(until_turn=False, threatened=False, no_basics=False)
    given, turn = match.turn, match.turn
    while harness.seen(0).orders.until_turn:  # type: ignore[union-attr]
        turn = match.turn
        is_window = 0 in match.pending and match.pending[0].decision.kind is Kind.RESPOND
        if is_window:
            harness.wait(1)
            assert by_whom(harness)[-1] == (0, "quiet")
            continue
        seat = min(match.pending)
        harness.answer(seat, decide(match.game, match.state, match.pending[seat].decision, bots[seat]))
    assert match.active == 0
    assert match.turn > turn >= given


@pytest.mark.parametrize("at", range(sized(quick=1, full=10, release=100)))
@pytest.mark.parametrize("targets", ["after", "declare"])
def test_when_the_table_answers_does_not_depend_on_what_an_observer_cannot_see(at: int, targets: str) -> None:
    """Deal the hidden cards again for each observer: every other seat is answered for at the same time."""
    deck = ("base_1e", "base_2e")[at % 2]
    harness = begun(
        4, game="unicorns", seats=4, key=f"{at + 1:064x}", options={"deck": deck, "targets": targets}
    )
    harness.do(1, p.Orders, threatened=True)
    harness.do(2, p.Orders, no_basics=True)
    harness.do(3, p.Orders, until_turn=True)
    match = harness.table.state.match
    assert match is not None
    bots = [RandomBot(at, seat) for seat in range(4)]
    reasons = set()
    for step in range(300):
        if match.is_over:
            break
        for observer in (*range(4), None):
            truth = times(harness, observer)
            reasons |= {one.by for one in truth.values() if one is not None}
            state, pending = match.state, match.pending
            match.state = match.game.determinise(state, observer, step)
            asks = {decision.seat: decision for decision in match.game.pending(match.state)}
            match.pending = {seat: one._replace(decision=asks[seat]) for seat, one in pending.items()}
            match._known.clear()
            assert times(harness, observer) == truth
            match.state, match.pending = state, pending
            match._known.clear()
        seat = min(match.pending)
        harness.answer(seat, decide(match.game, match.state, match.pending[seat].decision, bots[seat]))
        if not harness.seen(3).orders.until_turn:  # type: ignore[union-attr]
            harness.do(3, p.Orders, until_turn=True)
    assert {"window", "quiet"} <= reasons


def times(harness: TableHarness, observer: int | None) -> dict[int, Due | None]:
    """Return when the table answers for each seat but the observer's own."""
    state, volatile = harness.table.state, harness.table.volatile
    assert state.match is not None
    return {
        seat: due(state, volatile, seat, question)
        for seat, question in state.match.pending.items()
        if seat != observer
    }


# ---- taking back against bots


def test_against_bots_what_was_revealed_cannot_be_taken_back() -> None:
    harness = begun([0], game="unicorns", seats=2, house=p.House(pace=0.0))
    match = harness.table.state.match
    assert match is not None
    for _ in range(400):
        harness.wait(7)
        assert not match.is_over
        decision = match.pending[0].decision
        if decision.kind is Kind.ACTION:
            break
        harness.answer(0, decision.options[0])
    harness.answer(0, harness.verb(0, "draw"))
    harness.wait(0)
    assert not harness.seen(0).can_undo
    refused("undo_revealed", harness.do, 0, p.Undo)


def test_against_bots_a_card_that_nobody_answered_can_be_taken_back() -> None:
    harness = begun([0], game="unicorns", seats=2, house=p.House(pace=1.0))
    match = harness.table.state.match
    assert match is not None
    for _ in range(400):
        harness.wait(7)
        decision = match.pending[0].decision
        if decision.kind is Kind.ACTION:
            break
        harness.answer(0, decision.options[0])
    before = match.game.digest(match.state)
    harness.answer(0, harness.verb(0, "play"))
    assert harness.seen(0).can_undo
    assert is_free(match, 0)
    harness.do(0, p.Undo)
    assert match.game.digest(match.state) == before


def test_an_answer_of_the_table_is_not_what_a_player_takes_back() -> None:
    harness = begun([0], game="unicorns", seats=2, house=p.House(pace=0.0))
    match = harness.table.state.match
    assert match is not None
    harness.wait(7)
    own = [fact for fact in harness.facts() if isinstance(fact, Answered) and fact.by == "player"]
    assert own == []
    assert not harness.seen(0).can_undo
