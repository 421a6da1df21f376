"""Bots by name, and what holds for all of them: an answer always, in time, the same for the same seed."""

from __future__ import annotations

from itertools import count, product
from typing import TYPE_CHECKING, Any

import pytest

from stablehand import Journal, load
from stablehand.bots import patience
from stablehand.bots.erring import ErringBot
from stablehand.bots.greedy import SAMPLES, GreedyBot
from stablehand.bots.ismcts import IsmctsBot
from stablehand.bots.random import RandomBot
from stablehand.bots.reliable import Reliable
from stablehand.bots.roster import HARD_ITERATIONS, LEVELS, MOST, Spec, bot, read_spec
from stablehand.kernel.contract import Decision, Kind
from stablehand.kernel.driver import decide, play

if TYPE_CHECKING:
    from collections.abc import Callable

QUESTION = Decision(1, Kind.CARD, (4, 5, 9), "a question")


def inner(spec: str, game: str = "fairytale") -> Any:  # noqa: ANN401 - whichever bot it is
    return bot(spec, game, seed=3, seat=1).policy


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
def test_a_spec_says_the_kind_of_bot_and_its_effort(spec: str, read: Spec) -> None:
    assert read_spec(spec) == read


@pytest.mark.parametrize(
    "spec",
    [
        "", " ", "gredy", "Greedy", "greedy:", "greedy:0", "greedy:-1", "greedy:1.5", "greedy:5ms",
        "random:3", "easy:2", "ismcts:", "ismcts:0", "ismcts:0ms", "ismcts:ms", "ismcts:400 ms",
        "ismcts:400s", f"ismcts:{MOST + 1}", "ismcts:٤٠", "greedy:1" + "0" * 500, "greedy\n",
    ],
)  # fmt: skip
def test_another_spec_is_refused_in_one_sentence_that_lists_what_there_is(spec: str) -> None:
    with pytest.raises(ValueError, match="There is no bot") as refused:
        bot(spec, "fairytale", 1)
    sentence = str(refused.value)
    assert len(sentence) < 250
    assert sentence.count(".") == 1 + spec[:40].count(".")
    for name in ("random", "greedy:SAMPLES", "ismcts:ITERATIONS", "ismcts:MILLISECONDSms", *LEVELS):
        assert name in sentence


def test_a_bot_has_the_effort_it_was_asked_for() -> None:
    assert isinstance(inner("random"), RandomBot)
    assert (inner("greedy").samples, inner("greedy:12").samples) == (SAMPLES, 12)
    assert (inner("ismcts:40").iterations, inner("ismcts:40").milliseconds) == (40, 0)
    assert (inner("ismcts:40ms").iterations, inner("ismcts:40ms").milliseconds) == (MOST, 40)
    assert inner("ismcts").milliseconds == 0


def test_easy_errs_normal_is_greedy_and_hard_searches_under_two_seconds() -> None:
    easy, normal, hard = (inner(level, "unicorns") for level in LEVELS)
    assert isinstance(easy, ErringBot)
    assert isinstance(easy.policy, GreedyBot)
    assert easy.one_in == 3
    assert isinstance(normal, GreedyBot)
    assert isinstance(hard, IsmctsBot)
    assert 0 < hard.milliseconds < 2000
    assert hard.iterations == HARD_ITERATIONS


def test_a_bot_for_no_game_is_refused() -> None:
    with pytest.raises(ValueError, match="There is no game 'chess'; there is fairytale, unicorns"):
        bot("greedy", "chess", 1)


# ---- time


@pytest.mark.parametrize(("spec", "iterations"), [("ismcts:400ms", 4), ("hard", 15)])
def test_a_bot_with_a_time_bound_stops_when_it_is_over(
    spec: str, iterations: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    ticks = count()
    monkeypatch.setattr(patience, "perf_counter", lambda: next(ticks) / 10)  # an iteration takes 100 ms
    game = load("fairytale")
    state = game.start(3, 5)
    thinker = bot(spec, "fairytale", 1, 0)
    assert decide(game, state, game.pending(state)[0], thinker) in game.pending(state)[0].options
    assert isinstance(thinker.policy, IsmctsBot)
    assert iterations <= thinker.policy.searched <= iterations + 1


def test_a_bot_begins_nothing_that_might_be_over_too_late(monkeypatch: pytest.MonkeyPatch) -> None:
    ticks = count()
    monkeypatch.setattr(patience, "perf_counter", lambda: next(ticks) * 0.3)  # an iteration takes 300 ms
    game = load("fairytale")
    state = game.start(3, 5)
    thinker = bot("ismcts:800ms", "fairytale", 1, 0)
    decide(game, state, game.pending(state)[0], thinker)
    assert isinstance(thinker.policy, IsmctsBot)
    assert thinker.policy.searched == 2


# ---- always an answer


class Stubborn:
    """Always answers the same, or fails the same way."""

    is_blind = True

    def __init__(self, answer: Any) -> None:  # noqa: ANN401 - also what is no answer
        self.answer = answer

    def __call__(self, view: object, decision: object, sampler: object) -> Any:  # noqa: ANN401 - the same
        del view, decision, sampler
        if isinstance(self.answer, BaseException):
            raise self.answer
        return self.answer


@pytest.mark.parametrize(
    "answer", [3, -1, None, "4", [], RuntimeError("lost"), AssertionError(), KeyError(4)]
)
def test_what_is_no_answer_becomes_the_first_option_and_is_counted(answer: object) -> None:
    steady = Reliable(Stubborn(answer))
    assert [steady({}, QUESTION, lambda _: None) for _ in range(3)] == [4, 4, 4]
    assert steady.failures == 3


def test_an_answer_that_was_offered_is_handed_on() -> None:
    steady = Reliable(Stubborn(9))
    assert steady({}, QUESTION, lambda _: None) == 9
    assert steady.failures == 0


def test_an_interrupt_is_not_a_wrong_answer() -> None:
    with pytest.raises(KeyboardInterrupt):
        Reliable(Stubborn(KeyboardInterrupt()))({}, QUESTION, lambda _: None)


def test_a_blind_bot_stays_blind_when_it_is_wrapped() -> None:
    assert bot("random", "fairytale", 1).is_blind
    assert not bot("easy", "fairytale", 1).is_blind


# ---- erring


def test_an_erring_bot_answers_at_random_one_time_in_three() -> None:
    erring = ErringBot(Stubborn(4), seed=1)
    answers = [erring({}, QUESTION, lambda _: None) for _ in range(900)]
    strayed = {option: answers.count(option) for option in (5, 9)}
    assert all(70 < times < 130 for times in strayed.values()), strayed  # a third, over three options


# ---- the same seed


@pytest.mark.parametrize(
    ("game", "spec"),
    [*product(("fairytale", "unicorns"), ("random", "greedy:1", "ismcts:2")), ("fairytale", "easy")],
)
def test_the_same_seed_plays_the_same_game(game: str, spec: str) -> None:
    def journal(luck: int) -> list[Any]:
        kept = Journal.begin(game, 2, 8)
        # One of the two is enough to make games differ, and the other one costs nothing.
        play(load(game), 2, 8, [bot(spec, game, luck, 0), bot("random", game, 1, 1)], journal=kept)
        return kept.answers()

    assert journal(5) == journal(5)
    assert journal(5) != journal(6)


def test_two_seats_of_one_seed_do_not_think_alike() -> None:
    make: Callable[[int], Reliable] = lambda seat: bot("random", "fairytale", 4, seat)  # noqa: E731 - said once
    options = tuple(range(1000))
    asked = Decision(0, Kind.CARD, options, "a question")
    assert make(0)({}, asked, lambda _: None) != make(1)({}, asked, lambda _: None)
