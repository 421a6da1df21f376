"""The inner way into games and judges: it imagines what the contract would, and searches as well."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import pytest

from stablehand import load
from stablehand.bots.inner import ByContract, ByValues, inner_judge_for, way_into
from stablehand.bots.ismcts import IsmctsBot
from stablehand.bots.judge import judge_for
from stablehand.bots.random import RandomBot
from stablehand.core.driver import inner_of, sampler_of
from stablehand.core.rng import Rng

if TYPE_CHECKING:
    from collections.abc import Iterator

    from stablehand.core.contract import Decision
    from stablehand.core.driver import Inner

TABLES: list[tuple[str, int, dict[str, object]]] = [
    ("fairytale", 3, {}),
    ("fairytale", 5, {}),
    ("unicorns", 2, {"deck": "base_1e"}),
    ("unicorns", 4, {"deck": "base_2e", "window": "race"}),
    ("unicorns", 3, {"deck": "nsfw_2e", "party": "drink"}),
]


def decisions(
    name: str, seats: int, options: dict[str, object], seed: int = 3
) -> Iterator[tuple[Any, Decision]]:
    """Yield the states of a random game in which somebody has to choose, each with the first decision."""
    game = load(name)
    state = game.start(seats, seed, options)
    bots = [RandomBot(seed, seat) for seat in range(seats)]
    while asks := game.pending(state):
        decision = asks[0]
        if not decision.is_forced:
            yield state, decision
        game.answer(state, decision.seat, bots[decision.seat].pick(decision.options))


def inner_way(name: str) -> Inner:
    inner = inner_of(load(name))
    assert inner is not None
    return inner


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_an_imagined_state_fits_what_the_seat_knows_and_has_another_chance(
    table: tuple[str, int, dict[str, object]],
) -> None:
    game, inner = load(table[0]), inner_way(table[0])
    worlds: set[bytes] = set()
    for number, (state, decision) in enumerate(decisions(*table)):
        seat = decision.seat
        imagined = inner.imagine(state, seat, number)
        assert game.view(imagined, seat) == game.view(state, seat)
        assert inner.seat(imagined) == inner.seat(state)
        assert next(ask for ask in game.pending(imagined) if ask.seat == seat) == decision
        again = inner.imagine(game.determinise(state, seat, 999), seat, number)
        assert game.encode(again) == game.encode(imagined), "it depends on knowledge and seed only"
        assert game.encode(game.decode(game.encode(imagined))) == game.encode(imagined)
        worlds |= {game.encode(imagined), game.encode(inner.imagine(state, seat, number + 1))}
        if number > 40:
            break
    assert len(worlds) > 40


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_a_hastened_game_is_the_same_game_with_fewer_questions(
    table: tuple[str, int, dict[str, object]],
) -> None:
    inner, saved = inner_way(table[0]), 0
    for number, (state, decision) in enumerate(decisions(*table)):
        if number % 9:
            continue
        ways = []
        for hastens in (False, True):
            copy = inner.imagine(state, decision.seat, number)
            if hastens:
                inner.hasten(copy)
            chosen: list[tuple[int, int]] = []
            asked = 0
            bot = RandomBot(number)
            while inner.seat(copy) >= 0 and len(chosen) < 60:
                options = inner.options(copy)
                asked += 1
                option = options[0]
                if len(options) > 1:
                    option = bot.pick(options)
                    chosen.append((inner.seat(copy), option))
                inner.answer(copy, option)
            ways.append((chosen, asked))
        assert ways[0][0] == ways[1][0]
        saved += ways[0][1] - ways[1][1]
    assert saved > 0 or table[0] == "fairytale"


def test_a_search_by_the_contract_chooses_as_one_by_the_inner_way() -> None:
    tables: list[tuple[str, dict[str, object]]] = [("fairytale", {}), ("unicorns", {"silent": True})]
    for name, options in tables:
        game = load(name)
        for number, (state, decision) in enumerate(decisions(name, 3, options)):
            if number % 12:
                continue
            found = []
            for plain in (False, True):
                bot = IsmctsBot(name, 5, decision.seat, iterations=25)
                if plain:
                    bot.inner, bot.judge = ByContract(game), ByValues(judge_for(name))
                bot({}, decision, sampler_of(game, state, decision.seat))
                found.append([(one.option, one.tries, round(one.value, 9)) for one in bot.evaluations])
            assert found[0] == found[1]
            if number > 60:
                break


def test_the_games_of_the_package_bring_their_own_way_in() -> None:
    for name in ("fairytale", "unicorns"):
        assert way_into(load(name)) is inner_of(load(name))
    judge: object = judge_for("unicorns")
    assert inner_judge_for("unicorns") is judge


@pytest.mark.parametrize("name", ["fairytale", "unicorns"])
def test_the_value_of_a_seat_is_its_part_of_all_values(name: str) -> None:
    judge, inner_judge = judge_for(name), inner_judge_for(name)
    game = load(name)
    for state, _ in decisions(name, 4, {}):
        values = judge.values(state)
        assert [inner_judge.value(state, seat) for seat in range(4)] == pytest.approx(values)
    while asks := game.pending(state):
        game.answer(state, asks[0].seat, asks[0].options[-1])
    assert [inner_judge.value(state, seat) for seat in range(4)] == judge.values(state)


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_an_inner_judge_replies_to_a_state_as_to_its_decision(
    table: tuple[str, int, dict[str, object]],
) -> None:
    judge, inner = inner_judge_for(table[0]), inner_way(table[0])
    for number, (state, _) in enumerate(decisions(*table)):
        decision = inner.decision(state)
        assert decision == load(table[0]).pending(state)[0]
        assert decision.options == inner.options(state)
        chances = Rng.quick(number), Rng.quick(number)
        reply = judge.reply(state, decision, chances[0])
        assert reply == judge.answer(inner, state, chances[1])
        assert reply in decision.options
        assert chances[0].counter == chances[1].counter


def test_a_policy_samples_by_the_inner_way_where_there_is_one() -> None:
    game = load("unicorns")
    state = game.start(3, 1)
    sampler = sampler_of(game, state, 1)
    assert isinstance(sampler, partial)
    assert game.encode(sampler(4)) == game.encode(inner_way("unicorns").imagine(state, 1, 4))
