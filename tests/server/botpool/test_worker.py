"""A worker chooses as the bot does in this process, and knows no more."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from server.botpool.scenes import LONG, task
from stablehand import load
from stablehand.bots.specs import make_bot
from stablehand.core.driver import decide
from stablehand.server.botpool import worker
from stablehand.server.botpool.pool import BotPool
from stablehand.server.botpool.tasks import Job, Task, level_spec
from stablehand.server.botpool.worker import answer, choose
from support.socket_players import run

if TYPE_CHECKING:
    from stablehand.bots.fallback import FallbackBot


@pytest.mark.parametrize(
    ("name", "options", "spec"),
    [
        ("fairytale", {}, "ismcts:20"),
        ("unicorns", {"deck": "base_2e"}, "greedy:2"),
        ("unicorns", {"deck": "base_1e"}, "easy"),
    ],
)
def test_a_worker_chooses_as_the_bot_does_here(name: str, options: dict[str, object], spec: str) -> None:
    game = load(name)
    state = game.start(3, 4, options)
    seed = 2**255 + 3  # the longest seed

    async def scenario() -> None:
        async with BotPool(1, patience=LONG) as pool:
            for _ in range(12):
                decision = game.pending(state)[-1]
                imagined = game.determinise(state, decision.seat, 9)
                given = Task(name, game.encode(imagined), decision.seat, spec, seed, LONG)
                expected = decide(game, imagined, decision, make_bot(spec, name, seed, decision.seat))
                assert await pool.choose(given) == expected
                game.answer(state, decision.seat, expected)

    run(scenario)


def test_nothing_hidden_affects_the_choice() -> None:
    """A worker gets a determinised state; two different ones must give the same choice."""
    game = load("unicorns")
    state = game.start(3, 8)
    decision = game.pending(state)[0]
    dealt = [game.encode(game.determinise(state, decision.seat, luck)) for luck in (1, 2)]
    assert dealt[0] != dealt[1]
    replies = [
        answer(Job(Task("unicorns", one, decision.seat, "ismcts:30", 1, LONG), is_hint=True), choose)
        for one in dealt
    ]
    assert replies[0] == replies[1]
    assert replies[0].choice


def test_a_hint_evaluates_the_options() -> None:
    async def scenario() -> None:
        async with BotPool(1, patience=LONG) as pool:
            choice = await pool.hint(task("ismcts:40"))
        assert choice
        assert choice.evaluations[0].option == choice.option
        assert sum(evaluation.tries for evaluation in choice.evaluations) == 40
        assert choice.outlook == choice.evaluations[0].value

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


def test_a_hint_on_a_group_has_all_picks_and_they_are_legal() -> None:
    game = load("unicorns")
    state, decision = group_asked()
    given = Task("unicorns", game.encode(state), decision.seat, "greedy:1", 1, LONG)
    reply = answer(Job(given, is_hint=True), choose)
    assert reply.choice
    assert decision.least <= len(reply.choice.picks) <= decision.most
    assert reply.choice.picks[0] == reply.choice.option
    for pick in reply.choice.picks:
        game.answer(state, decision.seat, pick)


def test_a_bot_that_is_not_asked_has_no_choice() -> None:
    game = load("unicorns")
    state = game.start(3, 1)
    asked = {decision.seat for decision in game.pending(state)}
    seat = next(seat for seat in range(3) if seat not in asked)
    given = Task("unicorns", game.encode(state), seat, "random", 1, LONG)
    assert answer(Job(given), choose).fault == "NoAdviceError"


def test_a_bot_with_a_time_limit_gets_no_more_than_the_tasks_time(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[str] = []

    def recorded(spec: str, *args: Any) -> FallbackBot:  # noqa: ANN401 - passed on unchanged
        made.append(spec)
        return make_bot(spec, *args)

    monkeypatch.setattr(worker, "make_bot", recorded)
    assert answer(Job(task("ismcts:60000ms", seconds=0.3)), choose).choice
    assert made == ["ismcts:240ms"]


def test_a_spec_is_shortened_to_the_tasks_time() -> None:
    assert level_spec("hard", 5) == "hard"
    assert level_spec("hard", 1.7) == "ismcts:1360ms"
    assert level_spec("ismcts:50ms", 1) == "ismcts:50ms"
    assert level_spec("easy", 0.001) == "easy"
    with pytest.raises(ValueError, match="Unknown bot"):
        level_spec("clever", 1)
