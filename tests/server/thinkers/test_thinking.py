"""A process thinks as the bot does here, and knows no more."""

from __future__ import annotations

import time
from typing import Any

import pytest

from server.thinkers.scenes import LONG, task
from server_guests import run
from stablehand import load
from stablehand.bots.roster import bot
from stablehand.kernel.driver import decide
from stablehand.server.thinker import Job, answer, think
from stablehand.server.thinkers import Task, Thinkers, level_spec


@pytest.mark.parametrize(
    ("name", "options", "spec"),
    [
        ("fairytale", {}, "ismcts:20"),
        ("unicorns", {"deck": "base_2e"}, "greedy:2"),
        ("unicorns", {"deck": "base_1e"}, "easy"),
    ],
)
def test_a_process_answers_as_the_bot_does_here(name: str, options: dict[str, object], spec: str) -> None:
    game = load(name)
    state = game.start(3, 4, options)
    seed = 2**255 + 3  # as long as a seed may be

    async def scenario() -> None:
        async with Thinkers(1, patience=LONG) as thinkers:
            for _ in range(12):
                decision = game.pending(state)[-1]
                imagined = game.determinise(state, decision.seat, 9)
                given = Task(name, game.encode(imagined), decision.seat, spec, seed, LONG)
                expected = decide(game, imagined, decision, bot(spec, name, seed, decision.seat))
                assert await thinkers.think(given) == expected
                game.answer(state, decision.seat, expected)

    run(scenario)


def test_nothing_hidden_reaches_the_answer() -> None:
    """What a process is handed is dealt anew; dealt in two ways it must come to the same."""
    game = load("unicorns")
    state = game.start(3, 8)
    decision = game.pending(state)[0]
    dealt = [game.encode(game.determinise(state, decision.seat, luck)) for luck in (1, 2)]
    assert dealt[0] != dealt[1]
    replies = [
        answer(Job(Task("unicorns", one, decision.seat, "ismcts:30", 1, LONG), is_advice=True), think)
        for one in dealt
    ]
    assert replies[0] == replies[1]
    assert replies[0].advice


def test_advice_has_opinions_on_the_options() -> None:
    async def scenario() -> None:
        async with Thinkers(1, patience=LONG) as thinkers:
            advice = await thinkers.advise(task("ismcts:40"))
        assert advice
        assert advice.opinions[0].option == advice.option
        assert sum(opinion.tries for opinion in advice.opinions) == 40
        assert advice.outlook == advice.opinions[0].value

    run(scenario)


def group_asked() -> tuple[Any, Any]:
    """Return a table of the unicorns where several cards are to be picked, and the decision."""
    game = load("unicorns")
    for seed in range(60):
        state = game.start(3, seed)
        for number in range(300):
            asks = game.pending(state)
            if not asks:
                break
            decision = asks[0]
            if decision.most > 1 and decision.least > 1 and len(decision.group) > decision.least:
                return state, decision
            game.answer(state, decision.seat, decision.options[(number * 7 + seed) % len(decision.options)])
    raise AssertionError("no game came to a group")


def test_advice_on_a_group_is_all_of_its_picks_and_can_be_answered() -> None:
    game = load("unicorns")
    state, decision = group_asked()
    given = Task("unicorns", game.encode(state), decision.seat, "greedy:1", 1, LONG)
    reply = answer(Job(given, is_advice=True), think)
    assert reply.advice
    assert decision.least <= len(reply.advice.picks) <= decision.most
    assert reply.advice.picks[0] == reply.advice.option
    for pick in reply.advice.picks:
        game.answer(state, decision.seat, pick)


def test_a_bot_that_is_not_asked_has_no_answer() -> None:
    game = load("unicorns")
    state = game.start(3, 1)
    asked = {decision.seat for decision in game.pending(state)}
    seat = next(seat for seat in range(3) if seat not in asked)
    given = Task("unicorns", game.encode(state), seat, "random", 1, LONG)
    assert answer(Job(given), think).fault == "NoThoughtError"


def test_a_bot_that_goes_by_the_clock_is_done_within_its_seconds() -> None:
    began = time.monotonic()
    assert answer(Job(task("ismcts:60000ms", seconds=0.3)), think).advice
    assert time.monotonic() - began < 30  # half of what it would take; a busy machine may take a while


def test_a_spec_is_cut_to_the_time_there_is() -> None:
    assert level_spec("hard", 5) == "hard"
    assert level_spec("hard", 1.7) == "ismcts:1360ms"
    assert level_spec("ismcts:50ms", 1) == "ismcts:50ms"
    assert level_spec("easy", 0.001) == "easy"
    with pytest.raises(ValueError, match="There is no bot"):
        level_spec("clever", 1)
