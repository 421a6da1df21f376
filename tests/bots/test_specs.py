"""Bot specs, and what holds for all bots: a valid answer, in time, and the same for the same seed."""

from __future__ import annotations

from itertools import count, product
from typing import TYPE_CHECKING, Any

import pytest

from stablehand import Journal, load
from stablehand.bots import deadline
from stablehand.bots.blunder import BlunderBot
from stablehand.bots.fallback import FallbackBot
from stablehand.bots.greedy import SAMPLES, GreedyBot
from stablehand.bots.ismcts import IsmctsBot
from stablehand.bots.random import RandomBot
from stablehand.bots.specs import HARD_ITERATIONS, LEVELS, MOST, Spec, make_bot, parse_spec
from stablehand.core.contract import Decision, Kind
from stablehand.core.driver import decide, play

if TYPE_CHECKING:
    from collections.abc import Callable

QUESTION = Decision(1, Kind.CARD, (4, 5, 9), "a question")


def inner(spec: str, game: str = "fairytale") -> Any:  # noqa: ANN401 - whichever bot it is
    return make_bot(spec, game, seed=3, seat=1).policy


# ---- specs


@pytest.mark.parametrize(
    ("spec", "read"),
    [
        ("random", Spec("random")),
        ("greedy", Spec("greedy")),
        ("greedy:12", Spec("greedy", 12)),
        ("ismcts", Spec("ismcts")),
        ("ismcts:400", Spec("ismcts", 400)),
        ("ismcts:400ms", Spec("ismcts", 400, is_timed=True)),
        (f"ismcts:{MOST}", Spec("ismcts", MOST)),
        *((level, Spec(level)) for level in LEVELS),
    ],
)
def test_a_spec_gives_the_kind_of_bot_and_its_effort(spec: str, read: Spec) -> None:
    assert parse_spec(spec) == read


@pytest.mark.parametrize(
    "spec",
    [
        "", " ", "gredy", "Greedy", "greedy:", "greedy:0", "greedy:-1", "greedy:1.5", "greedy:5ms",
        "random:3", "easy:2", "ismcts:", "ismcts:0", "ismcts:0ms", "ismcts:ms", "ismcts:400 ms",
        "ismcts:400s", f"ismcts:{MOST + 1}", "ismcts:٤٠", "greedy:1" + "0" * 500, "greedy\n",
    ],
)  # fmt: skip
def test_a_bad_spec_is_refused_in_one_sentence_that_lists_all_bots(spec: str) -> None:
    with pytest.raises(ValueError, match="Unknown bot") as refused:
        make_bot(spec, "fairytale", 1)
    sentence = str(refused.value)
    assert len(sentence) < 250
    assert sentence.count(".") == 1 + spec[:40].count(".")
    for name in ("random", "greedy:SAMPLES", "ismcts:ITERATIONS", "ismcts:MILLISECONDSms", *LEVELS):
        assert name in sentence


def test_a_bot_has_the_effort_of_its_spec() -> None:
    assert isinstance(inner("random"), RandomBot)
    assert (inner("greedy").samples, inner("greedy:12").samples) == (SAMPLES, 12)
    assert (inner("ismcts:40").iterations, inner("ismcts:40").milliseconds) == (40, 0)
    assert (inner("ismcts:40ms").iterations, inner("ismcts:40ms").milliseconds) == (MOST, 40)
    assert inner("ismcts").milliseconds == 0


def test_easy_blunders_normal_is_greedy_and_hard_searches_under_two_seconds() -> None:
    easy, normal, hard = (inner(level, "unicorns") for level in LEVELS)
    assert isinstance(easy, BlunderBot)
    assert isinstance(easy.policy, GreedyBot)
    assert easy.one_in == 3
    assert isinstance(normal, GreedyBot)
    assert isinstance(hard, IsmctsBot)
    assert 0 < hard.milliseconds < 2000
    assert hard.iterations == HARD_ITERATIONS


def test_a_bot_for_an_unknown_game_is_refused() -> None:
    with pytest.raises(ValueError, match="Unknown game 'chess'; choose one of: fairytale, unicorns"):
        make_bot("greedy", "chess", 1)


# ---- time


@pytest.mark.parametrize(("spec", "iterations"), [("ismcts:400ms", 4), ("hard", 15)])
def test_a_bot_with_a_time_bound_stops_when_it_is_over(
    spec: str, iterations: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    ticks = count()
    monkeypatch.setattr(deadline, "perf_counter", lambda: next(ticks) / 10)  # an iteration takes 100 ms
    game = load("fairytale")
    state = game.start(3, 5)
    bot = make_bot(spec, "fairytale", 1, 0)
    assert decide(game, state, game.pending(state)[0], bot) in game.pending(state)[0].options
    assert isinstance(bot.policy, IsmctsBot)
    assert iterations <= bot.policy.searched <= iterations + 1


def test_a_bot_begins_nothing_that_might_be_over_too_late(monkeypatch: pytest.MonkeyPatch) -> None:
    ticks = count()
    monkeypatch.setattr(deadline, "perf_counter", lambda: next(ticks) * 0.3)  # an iteration takes 300 ms
    game = load("fairytale")
    state = game.start(3, 5)
    bot = make_bot("ismcts:800ms", "fairytale", 1, 0)
    decide(game, state, game.pending(state)[0], bot)
    assert isinstance(bot.policy, IsmctsBot)
    assert bot.policy.searched == 2


# ---- bad answers


class ConstantBot:
    """A bot that always returns the same answer or raises the same error."""

    is_blind = True

    def __init__(self, answer: Any) -> None:  # noqa: ANN401 - also invalid answers
        self.answer = answer

    def __call__(self, view: object, decision: object, sampler: object) -> Any:  # noqa: ANN401 - the same
        del view, decision, sampler
        if isinstance(self.answer, BaseException):
            raise self.answer
        return self.answer


@pytest.mark.parametrize(
    "answer", [3, -1, None, "4", [], RuntimeError("lost"), AssertionError(), KeyError(4)]
)
def test_an_invalid_answer_becomes_the_first_option_and_is_counted(answer: object) -> None:
    bot = FallbackBot(ConstantBot(answer))
    assert [bot({}, QUESTION, lambda _: None) for _ in range(3)] == [4, 4, 4]
    assert bot.failures == 3


def test_a_valid_answer_is_passed_on() -> None:
    bot = FallbackBot(ConstantBot(9))
    assert bot({}, QUESTION, lambda _: None) == 9
    assert bot.failures == 0


def test_an_interrupt_is_not_caught() -> None:
    with pytest.raises(KeyboardInterrupt):
        FallbackBot(ConstantBot(KeyboardInterrupt()))({}, QUESTION, lambda _: None)


def test_a_blind_bot_stays_blind_when_it_is_wrapped() -> None:
    assert make_bot("random", "fairytale", 1).is_blind
    assert not make_bot("easy", "fairytale", 1).is_blind


# ---- blunders


def test_a_blunder_bot_answers_at_random_one_time_in_three() -> None:
    blunderer = BlunderBot(ConstantBot(4), seed=1)
    answers = [blunderer({}, QUESTION, lambda _: None) for _ in range(900)]
    blunders = {option: answers.count(option) for option in (5, 9)}
    assert all(70 < times < 130 for times in blunders.values()), blunders  # a third, over three options


# ---- the same seed


@pytest.mark.parametrize(
    ("game", "spec"),
    [*product(("fairytale", "unicorns"), ("random", "greedy:1", "ismcts:2")), ("fairytale", "easy")],
)
def test_the_same_seed_plays_the_same_game(game: str, spec: str) -> None:
    def journal(luck: int) -> list[Any]:
        kept = Journal.begin(game, 2, 8)
        # One bot of the spec is enough to make games differ; a random bot beside it is cheap.
        play(load(game), 2, 8, [make_bot(spec, game, luck, 0), make_bot("random", game, 1, 1)], journal=kept)
        return kept.answers()

    assert journal(5) == journal(5)
    assert journal(5) != journal(6)


def test_two_seats_with_one_seed_choose_differently() -> None:
    make: Callable[[int], FallbackBot] = lambda seat: make_bot("random", "fairytale", 4, seat)  # noqa: E731 - said once
    options = tuple(range(1000))
    asked = Decision(0, Kind.CARD, options, "a question")
    assert make(0)({}, asked, lambda _: None) != make(1)({}, asked, lambda _: None)
