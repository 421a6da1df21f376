"""The public view of a card that has been announced and is not resolved yet."""

from __future__ import annotations

from typing import Any

from stablehand import Recorder
from stablehand.games.unicorns import GAME
from stablehand.games.unicorns.resolution.machine import run
from stablehand.games.unicorns.state.rules import rules_for
from stablehand.games.unicorns.state.state import SEAT0, YES, State
from stablehand.games.unicorns.turn.scene import Board, set_up


def table(ann: list[str], bob: list[str], stable: list[str], **options: object) -> State:
    rules = rules_for(2, {"two_player": False, **options})
    s = set_up(rules, Board([ann, bob], [[], stable]), seed=1)
    run(s)
    return s


def answer(s: State, seat: int, card: str, recorder: Recorder | None = None) -> None:
    decision = next(d for d in GAME.pending(s) if d.seat == seat)
    cards = s.rules.catalog.cards
    option = next(o for o in decision.options if o < SEAT0 and cards[o].id == card)
    GAME.answer(s, seat, option, recorder)


def pile(s: State) -> list[Any]:
    found = GAME.view(s, None)["pile"]
    assert isinstance(found, list)
    return found


def test_a_declared_target_is_public_before_the_others_respond() -> None:
    s = table(["unicorn_poison"], ["neigh"], ["narwhal", "rainbow_unicorn"], targets="declare")
    answer(s, 0, "unicorn_poison")
    recorder = Recorder()
    answer(s, 0, "narwhal", recorder)
    assert [(p["card"], p["owner"], p["cards"]) for p in pile(s)] == [("unicorn_poison", 0, ["narwhal"])]
    aimed = [event for event in recorder.seen_by(1) if event["what"] == "aimed"]
    assert [event["cards"] for event in aimed] == [["narwhal"]]


def test_a_declared_player_is_public_but_a_hand_card_is_not() -> None:
    s = table(["blatant_thievery"], ["neigh", "good_deal"], [], targets="declare")
    answer(s, 0, "blatant_thievery")
    GAME.answer(s, 0, SEAT0 + 1)
    assert [(p["cards"], p["players"]) for p in pile(s)] == [([], [1])]


def test_the_pile_shows_the_owner_of_each_neigh() -> None:
    s = table(["good_deal", "neigh"], ["neigh"], [])
    answer(s, 0, "good_deal")
    answer(s, 1, "neigh")
    assert [(p["card"], p["owner"]) for p in pile(s)] == [("good_deal", 0), ("neigh", 1)]


def test_a_replacement_decision_names_the_threatened_card() -> None:
    s = table(["unicorn_poison"], ["neigh"], ["narwhal", "black_knight_unicorn"])
    answer(s, 0, "unicorn_poison")
    GAME.answer(s, 1, next(d for d in GAME.pending(s) if d.seat == 1).options[-1])
    answer(s, 0, "narwhal")
    decision = GAME.view(s, 1)["decision"]
    assert isinstance(decision, dict)
    assert (decision["about"], decision["threat"]) == ("narwhal", "destroy")
    GAME.answer(s, 1, YES)
    assert "narwhal" in [s.rules.catalog.cards[card].id for card in s.stable(1)]


def test_a_decision_tells_whether_a_card_makes_the_seat_do_it() -> None:
    """Its player may choose themselves: they discard because of it, and give a card of their own will."""
    hand = ["fuck_marry_kill", "unicorn_hangover", "safe_sex", "unicorgy"]
    s = table(hand, [], ["unicorn_cuckold"], deck="nsfw_1e", targets="after")
    answer(s, 0, "fuck_marry_kill")
    GAME.answer(s, 0, SEAT0)
    made = []
    for card in ("unicorn_hangover", "safe_sex"):
        decision = GAME.view(s, 0)["decision"]
        assert isinstance(decision, dict)
        made.append(decision["is_made"])
        answer(s, 0, card)
    assert made == [True, False]
