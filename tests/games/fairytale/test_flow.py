"""The parts of a game that a case cannot check: views, events, decisions, refusals."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from stablehand import IllegalAnswer, Recorder
from stablehand.core.contract import Kind
from stablehand.games.fairytale import GAME
from stablehand.games.fairytale.play import questions
from stablehand.games.fairytale.state.rules import rules_for
from stablehand.games.fairytale.state.scene import Board, set_up
from support.games import PLAIN, Table, moments
from support.sizes import slow_after

if TYPE_CHECKING:
    from stablehand.games.fairytale.state.state import State

LOOKS = "looks at every seat from every seat at every step"


def zones(state: State, seat: int | None, other: int) -> Any:  # noqa: ANN401 - a view is JSON
    view: Any = GAME.view(state, seat)
    return view["zones"]["seats"][other]


def play_board(*seats: dict[str, str], **options: object) -> State:
    rules = rules_for(len(seats), options)
    zones_ = [{zone: cards.split() for zone, cards in seat.items()} for seat in seats]
    return set_up(rules, Board(zones_, round=2, is_play=True), seed=1)


def answer(state: State, *cards: str) -> None:
    """Answer the first pending decision with each of these cards in turn."""
    for card in cards:
        GAME.answer(state, GAME.pending(state)[0].seat, state.rules.cards.number[card])


@pytest.mark.parametrize("table", slow_after(2, PLAIN, LOOKS), ids=lambda table: table.name)
def test_kept_cards_can_be_looked_at_by_their_owner_at_any_time(table: Table) -> None:
    """FT-DRAFT-3; and by nobody else (FT-DEAL-1, FT-PLAY-2)."""
    for state, _ in moments(table, seed=2):
        for owner in range(table.seats):
            kept = [state.rules.cards.cards[card].id for card in state.kept[owner]]
            assert zones(state, owner, owner)["kept"] == {"size": len(kept), "cards": kept}
            for other in {None, *range(table.seats)} - {owner}:
                assert zones(state, other, owner)["kept"] == {"size": len(kept), "cards": []}


@pytest.mark.parametrize("table", slow_after(2, PLAIN, LOOKS), ids=lambda table: table.name)
def test_face_down_cards_can_be_looked_at_by_their_owner_only(table: Table) -> None:
    """FT-SEE-1."""
    closed_seen = 0
    for state, _ in moments(table, seed=2):
        for owner in range(table.seats):
            closed = [state.rules.cards.cards[card].id for card in state.face_down(owner)]
            closed_seen += bool(closed)
            assert zones(state, owner, owner)["closed"] == {"size": len(closed), "cards": closed}
            for other in {None, *range(table.seats)} - {owner}:
                assert zones(state, other, owner)["closed"] == {"size": len(closed), "cards": []}
                assert zones(state, other, owner)["table"]["cards"] == [
                    state.rules.cards.cards[card].id for card in state.face_up(owner)
                ]
    assert closed_seen


def test_a_view_shows_its_own_sealed_answer_and_nobody_elses() -> None:
    state = GAME.start(3, 1)
    card = GAME.pending(state)[1].options[0]
    GAME.answer(state, 1, card)
    name = state.rules.cards.cards[card].id
    assert GAME.view(state, 1)["sealed"] == [name]
    assert GAME.view(state, 0)["sealed"] == GAME.view(state, None)["sealed"] == []
    assert GAME.view(state, 0)["asked"] == [0, 2]
    revisable: Any = GAME.view(state, 1)["revisable"]
    assert [option["card"] for option in revisable["options"]] == [
        state.rules.cards.cards[option].id for option in sorted(set(state.hands[1]))
    ]
    assert GAME.view(state, 1)["decision"] is None
    assert GAME.view(state, 0)["revisable"] is None


def test_a_view_has_the_round_phase_and_decision() -> None:
    state = play_board(
        {"kept": "dragons_cave homesteader bard", "table": "sky_dance_dragon"},
        {"kept": "demon vampire bard"},
    )
    view = GAME.view(state, None)
    assert [view[key] for key in ("round", "pass", "phase", "passing", "active", "over", "winners")] == [
        2, "play", "play", "right", None, False, [],
    ]  # fmt: skip
    assert view["points"] == [3, 0]
    answer(state, "dragons_cave", "demon")
    view = GAME.view(state, 0)
    decision: Any = view["decision"]
    assert view["phase"] == "close_own"
    assert decision["why"] == "dragons_cave/effect"
    assert [option["verb"] for option in decision["options"]] == ["close", "close"]
    assert [option["zone"] for option in decision["options"]] == ["table", "table"]
    assert GAME.view(GAME.start(2, 0), None)["passing"] == "left"


def test_decisions_have_their_kind_reason_and_group() -> None:
    state = GAME.start(2, 3)
    decision = GAME.pending(state)[0]
    assert (decision.kind, decision.why) == (Kind.CARD, "draft")
    assert GAME.meaning(state, 0, decision.options[0])["verb"] == "keep"
    state = play_board(
        {"kept": "shadow_unflip_two bard bard", "closed": "bard homesteader vampire"},
        {"kept": "demon demon demon"},
    )
    assert (GAME.pending(state)[0].kind, GAME.pending(state)[0].why) == (Kind.ACTION, "play")
    answer(state, "shadow_unflip_two", "demon")
    (first,) = GAME.pending(state)
    number = state.rules.cards.number
    group = tuple(sorted(number[name] for name in ("bard", "homesteader", "vampire")))
    assert (first.group, first.least, first.most, first.picked) == (group, 2, 2, ())
    assert first.options == group[:2]
    assert GAME.meaning(state, 0, group[0])["zone"] == "closed"
    GAME.answer(state, 0, group[1])
    (second,) = GAME.pending(state)
    assert (second.options, second.picked) == (group[2:], (group[1],))


def test_equal_cards_are_one_option() -> None:
    state = play_board({"kept": "bard bard bard"}, {"kept": "demon demon vampire"})
    assert [len(d.options) for d in GAME.pending(state)] == [1, 2]


def test_events_name_their_rules_and_show_the_card_to_its_owner_only() -> None:
    recorder = Recorder()
    state = GAME.start(2, 7, recorder=recorder)
    for seat in (0, 1):
        GAME.answer(state, seat, state.hands[seat][0], recorder=recorder)
    assert [(event.what, event.rules) for event in recorder.events] == [
        ("dealt", ("FT-DEAL-1",)),
        ("dealt", ("FT-DEAL-1",)),
        ("chose", ("FT-DRAFT-1",)),
        ("chose", ("FT-DRAFT-1",)),
        ("kept", ("FT-DRAFT-1",)),
        ("kept", ("FT-DRAFT-1",)),
        ("passed", ("FT-DRAFT-2",)),
        ("passed", ("FT-DRAFT-2",)),
    ]
    for seat, other in ((0, 1), (1, 0)):
        for event in recorder.events:
            if event.what != "chose" and event.open["seat"] == seat:
                assert {"card", "cards"} & set(event.seen_by(seat))
                assert not {"card", "cards"} & (set(event.seen_by(other)) | set(event.seen_by(None)))


def test_events_name_closed_and_opened_cards() -> None:
    state = play_board(
        {"kept": "dragons_cave bard vampire"},
        {"kept": "holy_empire_unflip bard vampire", "closed": "homesteader"},
        {"kept": "demon bard homesteader"},
        {"kept": "fairy_queen homesteader homesteader"},
    )
    recorder = Recorder()
    number = state.rules.cards.number
    for seat, card in enumerate(("dragons_cave", "holy_empire_unflip", "demon", "fairy_queen")):
        GAME.answer(state, seat, number[card], recorder=recorder)
    GAME.answer(state, 0, number["dragons_cave"], recorder=recorder)
    GAME.answer(state, 1, number["homesteader"], recorder=recorder)
    turned = [event for event in recorder.events if event.what in {"closed", "opened"}]
    assert [(event.what, event.rules, event.open["seat"], event.open["card"]) for event in turned] == [
        ("closed", ("FT-HUNT-1",), 2, "demon"),
        ("closed", ("FT-CLOSE-1",), 0, "dragons_cave"),
        ("opened", ("FT-OPEN-1",), 1, "homesteader"),
    ]


def test_a_kept_card_is_refused_in_the_draft() -> None:
    rules = rules_for(2, {})
    seats = [
        {"hand": ["bard", "demon"], "kept": ["vampire", "bard"], "table": ["werewolf"]},
        {"hand": ["bard"] * 2},
    ]
    assert GAME.refusals(set_up(rules, Board(seats), seed=1), 0) == {"vampire": ("FT-DRAFT-1",)}


def test_refusals_name_their_rules() -> None:
    state = play_board(
        {"kept": "demon bard bard", "table": "bard homesteader sky_dance_dragon"},
        {"kept": "holy_empire_3x bard demon", "table": "homesteader homesteader"},
    )
    assert GAME.refusals(state, 0) == {
        "homesteader": ("FT-PLAY-3",),
        "sky_dance_dragon": ("FT-PLAY-3",),
    }
    answer(state, "demon", "holy_empire_3x")
    assert questions.topic(state) == "close_all"
    assert GAME.refusals(state, 0) == {
        "demon": ("FT-CLOSE-2",),
        "sky_dance_dragon": ("FT-CLOSE-2", "FT-EFF-2"),
    }
    assert GAME.refusals(state, 1) == {"holy_empire_3x": ("FT-CLOSE-2",)}


def test_a_refused_answer_carries_its_rules_and_its_decision() -> None:
    state = play_board(
        {"kept": "demon bard bard", "table": "bard homesteader sky_dance_dragon"},
        {"kept": "werewolf bard demon"},
    )
    number = state.rules.cards.number
    with pytest.raises(IllegalAnswer, match=r"^Seat 0 cannot choose homesteader now\.$") as caught:
        GAME.answer(state, 0, number["homesteader"])
    assert caught.value.rules == ("FT-PLAY-1", "FT-PLAY-3")
    assert caught.value.decision == GAME.pending(state)[0]
    for bad in (True, "bard", 1.0, None, -1, 40):
        with pytest.raises(IllegalAnswer, match="is not an option") as caught:
            GAME.answer(state, 0, bad)
        assert caught.value.rules == ("FT-PLAY-1",)
    for seat in (2, -1, True, None, "ann"):
        with pytest.raises(IllegalAnswer, match="There is no seat"):
            GAME.answer(state, seat, number["bard"])
    with pytest.raises(IllegalAnswer, match="cannot choose homesteader"):
        GAME.meaning(state, 0, number["homesteader"])


def test_a_seat_that_is_not_asked_cannot_answer() -> None:
    state = play_board(
        {"kept": "dragons_cave bard bard", "table": "sky_dance_dragon"}, {"kept": "bard bard demon"}
    )
    answer(state, "dragons_cave", "bard")
    with pytest.raises(
        IllegalAnswer, match=r"Seat 1 cannot answer: it is not asked anything now\."
    ) as caught:
        GAME.answer(state, 1, 0)
    assert caught.value.rules == ("FT-CLOSE-1",)
    assert GAME.refusals(state, 1) == {}


def test_an_answer_can_be_replaced_until_all_seats_have_answered() -> None:
    state = GAME.start(3, 1)
    assert GAME.revisable(state) == ()
    asks = GAME.pending(state)
    GAME.answer(state, 2, asks[2].options[0])
    assert GAME.revisable(state) == (asks[2],)
    GAME.answer(state, 2, asks[2].options[-1])
    once = GAME.start(3, 1)
    GAME.answer(once, 2, asks[2].options[-1])
    assert GAME.digest(once) == GAME.digest(state)
    for seat in (0, 1):
        GAME.answer(state, seat, asks[seat].options[0])
    assert state.kept[2] == [asks[2].options[-1]]
    assert GAME.revisable(state) == ()


def test_both_picks_of_a_group_are_replaced() -> None:
    """A replacement starts again at the first pick, and nothing is applied before the last."""
    table = "bard homesteader holy_empire_3x"
    state = play_board(
        {"kept": "demon vampire homesteader", "table": table}, {"kept": "demon bard vampire", "table": table}
    )
    answer(state, "demon", "demon")
    number = state.rules.cards.number
    first, second, third = sorted(number[name] for name in table.split())
    GAME.answer(state, 0, first)
    assert GAME.revisable(state) == ()
    GAME.answer(state, 0, second)
    assert [d.seat for d in GAME.revisable(state)] == [0]
    GAME.answer(state, 0, second)
    assert {d.seat for d in GAME.pending(state)} == {0, 1}
    GAME.answer(state, 1, first)
    GAME.answer(state, 1, second)
    assert not any(state.down)
    GAME.answer(state, 0, third)
    assert sorted(state.face_down(0)) == [second, third]
    assert sorted(state.face_down(1)) == [first, second]


def test_nothing_can_be_answered_after_the_end() -> None:
    *_, (state, _) = moments(PLAIN[0], seed=1)
    with pytest.raises(IllegalAnswer, match="the game is over") as caught:
        GAME.answer(state, 0, 0)
    assert caught.value.rules == ("FT-END-1",)
    assert GAME.view(state, 0)["phase"] == "over"
