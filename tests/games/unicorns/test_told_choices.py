"""Events say who chose a stable, and why a player has fewer Unicorns although no card has left."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

import pytest

from stablehand.bots.random import RandomBot
from stablehand.core.driver import decide
from stablehand.core.events import Recorder
from stablehand.core.registry import load
from support.sizes import sized

if TYPE_CHECKING:
    from collections.abc import Iterator

    from stablehand.core.contract import Decision
    from stablehand.core.events import Event

GAME = load("unicorns")
SEEDS = sized(quick=8, full=30, release=300)
LEAVING = {"destroy", "sacrifice", "return", "shrink", "banish"}


def steps(seed: int, deck: str) -> Iterator[tuple[Decision, list[Event], list[int]]]:
    """Play a game at random; yield each answer with its events and the Unicorns everybody then has."""
    recorder = Recorder()
    state = GAME.start(3, seed, {"deck": deck}, recorder=recorder)
    bots = [RandomBot(seed, seat) for seat in range(3)]
    while asked := GAME.pending(state):
        decision, events = asked[0], len(recorder.events)
        option = decide(GAME, state, decision, bots[decision.seat])
        GAME.answer(state, decision.seat, option, recorder)
        yield decision, recorder.events[events:], cast("list[int]", GAME.view(state, None)["points"])


@pytest.mark.parametrize("deck", ["base_1e", "base_2e", "nsfw_1e", "nsfw_2e"])
def test_a_card_that_enters_a_stable_says_who_chose_it(deck: str) -> None:
    chosen = 0
    for seed in range(SEEDS):
        for decision, events, _ in steps(seed, deck):
            for event in events:
                if event.what == "enter":
                    assert isinstance(event.open["by"], int)
                if event.what == "enter" and decision.why == "play":
                    assert event.open["by"] == decision.seat
                    chosen += event.open["seat"] != decision.seat
    assert chosen


@pytest.mark.parametrize("deck", ["base_1e", "base_2e", "nsfw_1e", "nsfw_2e"])
def test_whoever_has_fewer_unicorns_is_told_why(deck: str) -> None:
    counted = 0
    for seed in range(SEEDS):
        before = [0, 0, 0]
        for _, events, points in steps(seed, deck):
            for seat, (now, then) in enumerate(zip(points, before, strict=True)):
                recounted = [one for one in events if one.what == "recounted" and one.open["seat"] == seat]
                counted += len(recounted)
                left = [
                    one
                    for one in events
                    if (one.what in LEAVING and one.open["seat"] == seat)
                    or one.open.get("origin") == f"stable {seat}"
                ]
                assert now >= then or left or recounted
                if recounted and not left:
                    assert recounted[-1].open["points"] == now
            before = points
    assert counted
