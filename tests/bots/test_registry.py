"""Registering bots with `@stablehand.bot`: the values a bot may ask for, and bad registrations."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any

import pytest

import stablehand
from stablehand.bots.code import load_outside, outside
from stablehand.bots.registry import names
from stablehand.bots.specs import is_outside, make_bot, parse_spec
from stablehand.core.contract import Decision, Kind

if TYPE_CHECKING:
    from collections.abc import Callable

pytestmark = pytest.mark.usefixtures("empty_registry")

QUESTION = Decision(1, Kind.CARD, (4, 5, 9), "a question")


def first(view: object, decision: Decision, sample: object) -> int:
    del view, sample
    return decision.options[0]


def answer(spec: str, seed: int = 1, seat: int = 0) -> int:
    return make_bot(spec, "fairytale", seed, seat)({"a": "view"}, QUESTION, lambda _: None)


def test_a_function_is_a_bot_and_stays_a_function() -> None:
    @stablehand.bot("last")
    def last(view: Any, decision: Decision, sample: Any) -> int:  # noqa: ANN401 - any game's
        assert view == {"a": "view"}
        assert sample(1) is None
        return decision.options[-1]

    assert answer("last") == 9
    assert last({"a": "view"}, QUESTION, lambda _: None) == 9
    assert not make_bot("last", "fairytale", 1).is_blind
    assert names() == ["last"]
    assert is_outside("last")
    assert is_outside("last:9")
    assert not is_outside("greedy:9")


def test_a_class_is_instantiated_once_per_seat_with_the_values_it_asks_for() -> None:
    made: list[tuple[str, int, int]] = []

    @stablehand.bot("counting")
    class Counting:
        is_blind = True

        def __init__(self, game: str, seed: int, seat: int) -> None:
            made.append((game, seed, seat))
            self.asked = 0

        def __call__(self, view: object, decision: Decision, sample: object) -> int:
            del view, sample
            self.asked += 1
            return decision.options[self.asked % 2]

    bots = [make_bot("counting", "fairytale", 7, seat) for seat in range(2)]
    assert [bots[0]({}, QUESTION, lambda _: None) for _ in range(3)] == [5, 4, 5]
    assert [(game, seat) for game, _, seat in made] == [("fairytale", 0), ("fairytale", 1)]
    assert len({seed for _, seed, _ in made} | {7}) == 3, (
        "each seat has its own seed, which is not the seed of the deal"
    )
    assert bots[0].is_blind


def test_a_function_may_ask_for_values_by_keyword_only_parameters() -> None:
    @stablehand.bot("picky")
    def picky(
        view: object, decision: Decision, sample: object, *, argument: str = "0", seat: int, game: str
    ) -> int:
        del view, sample
        assert game == "fairytale"
        return decision.options[int(argument) + seat]

    assert (answer("picky"), answer("picky:1"), answer("picky:1", seat=1)) == (4, 5, 9)


def test_a_function_may_be_blind() -> None:
    def blind(view: object, decision: Decision, sample: object, *, seed: int) -> int:
        del view, sample, seed
        return decision.options[0]

    vars(blind)["is_blind"] = True
    stablehand.bot("blind")(blind)
    assert make_bot("blind", "fairytale", 1).is_blind


@pytest.mark.parametrize("name", ["", "Loud", "two words", "9lives", "a:b", "a,b", "x" * 41, "naïve", "a\n"])
def test_a_malformed_name_is_refused(name: str) -> None:
    with pytest.raises(stablehand.BotError, match="name of a bot has 1 to 40 characters"):
        stablehand.bot(name)(first)
    assert names() == []


@pytest.mark.parametrize("name", ["random", "greedy", "ismcts", "easy", "normal", "hard"])
def test_the_name_of_a_built_in_bot_is_taken(name: str) -> None:
    with pytest.raises(stablehand.BotError, match=f"The bot name '{name}' is taken by a built-in bot"):
        stablehand.bot(name)(first)


def test_a_name_belongs_to_the_module_that_registers_it_first() -> None:
    def other(view: object, decision: object, sample: object) -> int: ...  # type: ignore[empty-body]

    other.__module__ = "elsewhere"
    stablehand.bot("mine")(first)
    stablehand.bot("mine")(first)
    with pytest.raises(stablehand.BotError, match=r"'mine' is taken by the module .*test_registry"):
        stablehand.bot("mine")(other)


def too_few(view: object, decision: object) -> None: ...
def too_many(view: object, decision: object, sample: object, luck: object) -> None: ...
def unknown(view: object, decision: object, sample: object, *, luck: int) -> None: ...


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (too_few, "must take three arguments: view, decision and sample"),
        (too_many, "must take three arguments"),
        (unknown, "asks for 'luck'; a bot may ask for game, seed, seat, argument"),
        (4, "must be a function or a class, not int"),
    ],
)
def test_a_bot_with_a_bad_signature_is_refused_when_registered(make: Any, sentence: str) -> None:  # noqa: ANN401 - the same
    with pytest.raises(stablehand.BotError, match=f"The bot 'odd' {sentence}"):
        stablehand.bot("odd")(make)


def test_a_decorator_without_a_name_is_refused() -> None:
    with pytest.raises(stablehand.BotError, match=r'Write @stablehand.bot\("name"\)'):
        stablehand.bot(too_few)  # type: ignore[arg-type]


def test_arguments_are_checked_when_a_bot_is_created() -> None:
    @stablehand.bot("fussy")
    class NeedsArgument:
        def __init__(self, argument: str) -> None:
            self.number = int(argument)

        def __call__(self, view: object, decision: Decision, sample: object) -> int:
            del view, sample
            return decision.options[self.number]

    @stablehand.bot("plain")
    def plain(view: object, decision: Decision, sample: object) -> int:
        del view, sample
        return decision.options[0]

    @stablehand.bot("dumb")
    class NotCallable:
        pass

    assert answer("fussy:2") == 9
    for spec, sentence in {
        "fussy": "needs an argument, as in 'fussy:ARGUMENT'",
        "fussy:x": r"cannot be made: ValueError: invalid literal .*test_registry.py, line \d+\)",
        "plain:2": "takes no argument",
        "dumb": "cannot be called",
    }.items():
        with pytest.raises(stablehand.BotError, match=sentence):
            make_bot(spec, "fairytale", 1)


def test_the_error_for_an_unknown_bot_lists_all_bots() -> None:
    stablehand.bot("cautious")(first)
    with pytest.raises(ValueError, match=r"Unknown bot 'cauxious'; choose one of: random, .*hard, cautious"):
        parse_spec("cauxious")


def test_errors_are_counted_and_the_first_is_kept() -> None:
    @stablehand.bot("wrong")
    class Wrong:
        def __init__(self) -> None:
            self.left: list[Callable[[], int]] = [
                lambda: 4,
                lambda: 7,
                functools.partial(dict[str, int]().__getitem__, "no card"),
                functools.partial(int, "x"),
                self.leave,
            ]

        def leave(self) -> int:
            raise SystemExit(3)

        def __call__(self, view: object, decision: object, sample: object) -> int:
            del view, decision, sample
            return self.left.pop(0)()

    bot = make_bot("wrong", "fairytale", 1)
    assert [bot({}, QUESTION, lambda _: None) for _ in range(5)] == [4] * 5
    assert bot.failures == 4
    assert bot.first_error == "the answer 7 is not one of the options"


def test_an_error_is_reported_with_its_file_and_line() -> None:
    @stablehand.bot("lost")
    def lost(view: dict[str, object], decision: object, sample: object) -> int:
        del decision, sample
        return int(str(view["no such key"]))

    bot = make_bot("lost", "fairytale", 1)
    bot({}, QUESTION, lambda _: None)
    line = lost.__code__.co_firstlineno + 3
    assert bot.first_error == f"KeyError: 'no such key' (test_registry.py, line {line})"


def test_a_worker_process_gets_the_modules_of_registered_bots() -> None:
    def mine(view: object, decision: object, sample: object) -> int: ...  # type: ignore[empty-body]

    mine.__module__ = "somebody.s_bots"
    stablehand.bot("mine")(mine)
    found = outside()
    assert found.modules == ("somebody.s_bots",)
    load_outside(found)  # a missing module is ignored
