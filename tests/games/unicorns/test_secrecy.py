"""Non-interference: hidden information does not influence anything that a seat is sent.

From many points of many games two states that a seat cannot distinguish are played on side by side, with the
same answers, until chance decides something new or another seat answers with cards hidden from this one.
Every event, view and decision that the seat gets on the way must be the same in both.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from stablehand import Recorder
from stablehand.core.contract import Kind
from stablehand.core.rng import Rng
from stablehand.games.unicorns import GAME
from stablehand.games.unicorns.knowledge.determinise import _picked_from_hands
from stablehand.games.unicorns.state.records import NO_CARD
from stablehand.games.unicorns.state.state import DECK, HANDS, YES, State
from support.games import Table
from support.sizes import SCALE
from support.unicorn_games import HOUSE_TABLES, WINDOWS, board, chosen, moments, names, spread

if TYPE_CHECKING:
    from stablehand.core.contract import Json

OCCASIONS = tuple(
    Table(3 + number, {**chosen(f"base_{1 + number % 2}e+adventures_2e"), "window": window})
    for number, window in enumerate(WINDOWS)
)
"""With Instants that answer thefts, losses and the beginning of turns (RUL-62 to RUL-64)."""
TABLES = (*spread(24 * SCALE, start=5), *HOUSE_TABLES, *OCCASIONS)
CHANCE = {
    "shuffled",
    "pulled",
    "looked",
    "revealed",
    "robbed",
    "found",
    "foresaw",
    "recycled",
    "traded",
    "starts",
}
"""Events after which a seat may know something new."""


def is_news(event: dict[str, Json], seat: int | None) -> bool:
    is_own = event["what"] in {"drew", "gave"} and seat is not None and "cards" in event
    is_shown = event["what"] == "discard" and event["seat"] != seat  # possibly a whole hidden hand
    return is_own or is_shown or event["what"] in CHANCE


def events_before_news(recorder: Recorder, seat: int | None) -> tuple[list[dict[str, Json]], bool]:
    """Return the events that a seat sees before the first news, and whether there was news."""
    heard: list[dict[str, Json]] = []
    for event in recorder.seen_by(seat):
        if is_news(event, seat):
            return heard, True
        heard.append(event)
    return heard, False


def has_chosen_in_secret(state: State, seat: int | None) -> bool:
    """Return whether another seat has sealed an answer or picked a hidden card that is not shown yet."""
    if any(picks and r.seat != seat for r, picks in zip(state.requests, state.picks, strict=True)):
        return True
    bit = state.bit_of(seat)
    return any(not state.known[card] >> bit & 1 for card in _picked_from_hands(state) if card != NO_CARD)


def play_on(one: State, two: State, seat: int | None, rng: Rng) -> int:
    """Play two states side by side; return the number of answers for which they stayed the same."""
    for number in range(12):
        asks, others = GAME.pending(one), GAME.pending(two)
        assert [d.seat for d in asks] == [d.seat for d in others]
        if not asks:
            return number
        at = rng.below(len(asks))
        decision, other = asks[at], others[at]
        if decision.seat == seat:
            assert decision == other
        option = rng.choice(decision.options)
        if option not in other.options:
            return number  # another seat answers with cards hidden from this one
        if decision.seat != seat and option == YES:
            return number  # whether that seat can do it depends on its hand
        heard = []
        for state in (one, two):
            recorder = Recorder()
            GAME.answer(state, decision.seat, option, recorder=recorder)
            heard.append(events_before_news(recorder, seat))
        assert heard[0] == heard[1]
        if heard[0][1] or one.open_hands:  # an open hand shows what was hidden (RUL-36)
            return number
        assert GAME.view(one, seat) == GAME.view(two, seat)
    return 12


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.name)
def test_hidden_cards_do_not_influence_what_a_seat_is_sent(table: Table) -> None:
    rng = Rng.from_seed(TABLES.index(table), "secrecy")
    answers = 0
    for number, (state, asks) in enumerate(moments(table, seed=70 + TABLES.index(table))):
        if number % (2 * table.seats + 3) or not asks:
            continue
        for seat in (None, *range(table.seats)):
            other = GAME.determinise(state, seat, number)
            assert GAME.view(other, seat) == GAME.view(state, seat)
            if has_chosen_in_secret(state, seat):
                continue  # the result of that is already decided, and differs
            answers += play_on(GAME.clone(state), other, seat, rng)
    assert answers > 20


@pytest.mark.parametrize("table", TABLES[::3], ids=lambda table: table.name)
def test_what_asks_another_seat_is_something_that_everybody_has_seen(table: Table) -> None:
    paths = games = 0
    while paths <= 5 and games < 5:  # some games are short
        recorder = Recorder()
        for state, asks in moments(table, seed=TABLES.index(table) + games, recorder=recorder):
            asking = str(GAME.view(state, None)["asking"])
            if "/" in asking:
                paths += 1
                assert asking.partition("/")[0] in public_cards(state, recorder)
            assert {decision.why for decision in asks} <= {asking, "order"}
            assert asking or not asks or asks[0].why == "order"
        games += 1
    assert paths > 5


def public_cards(state: State, recorder: Recorder) -> set[str]:
    """Return the ids of the cards that lie open, or of which the log has told everybody."""
    view = GAME.view(state, None)
    shown = str([view["zones"], view["pile"], recorder.seen_by(None)])
    return {card for card in state.rules.catalog.first if repr(card) in shown}


def test_that_effects_must_be_put_in_order_is_not_told_to_others() -> None:
    """Whether it is asked may depend on how many cards the owner could discard (UU-EFF-4)."""
    orders = 0
    for table in TABLES:
        for state, asks in moments(table, seed=3):
            if asks and asks[0].kind is Kind.ORDER:
                orders += 1
                assert all(GAME.view(state, seat)["asking"] == "" for seat in (None, *range(table.seats)))
    assert orders > 5


def test_determinise_deals_hidden_cards_again() -> None:
    """Determinise must not just return the truth: other hands and the deck differ, known cards stay."""
    state = GAME.start(4, 9)
    truths = [GAME.determinise(state, 0, seed) for seed in range(20)]
    for other in range(1, 4):
        assert len({tuple(truth.hand(other)) for truth in truths}) > 10
    assert len({tuple(truth.zones[DECK]) for truth in truths}) == 20
    assert all(truth.hand(0) == state.hand(0) for truth in truths)
    assert all(len(truth.hand(2)) == 5 for truth in truths)
    assert len({truth.rng_key for truth in truths}) == 20
    assert state.rng_key not in {truth.rng_key for truth in truths}


def test_a_known_card_stays_where_it_is() -> None:
    state = board(["nanny_cam"], [], [], hands=(["neigh", "good_deal"], ["super_neigh"], ["yay"]))
    for seat in (None, 1, 2):
        for seed in range(10):
            truth = GAME.determinise(state, seat, seed)
            assert sorted(names(truth, truth.hand(0))) == ["good_deal", "neigh"]
    assert len({tuple(GAME.determinise(state, 2, seed).hand(1)) for seed in range(10)}) > 1


def test_sealed_answers_of_others_are_drawn_again() -> None:
    """UU-EFF-9: sealed answers of other seats are secret; the seat's own answer is kept."""
    hands = (["llamacorn"], ["neigh", "yay"], ["neigh", "good_deal", "yay"])
    state = board([], [], [], hands=hands, options={"two_player": False})
    GAME.answer(state, 0, state.hand(0)[0])
    while GAME.pending(state)[0].why == "window":
        decision = GAME.pending(state)[0]
        GAME.answer(state, decision.seat, decision.options[-1])
    assert {d.seat for d in GAME.pending(state)} == {1, 2}
    option = GAME.pending(state)[-1].options[-1]
    GAME.answer(state, 2, option)
    assert {GAME.determinise(state, 2, seed).picks[-1] for seed in range(10)} == {(option,)}
    assert len({GAME.determinise(state, 1, seed).picks[-1] for seed in range(20)}) > 2
    assert all(GAME.determinise(state, 1, seed).where[option] >= 0 for seed in range(3))
    assert state.where[option] == HANDS + 2
