"""An arena is fair, repeatable and patient: every seat of every deal, the same for any number of jobs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from games import SCALE
from stablehand.kernel.driver import Outcome
from stablehand.sim import arena as home
from stablehand.sim.arena import Contest, Place, arena, contend
from stablehand.sim.standings import standings

if TYPE_CHECKING:
    from stablehand.sim.arena import Played, Series
    from stablehand.sim.standings import Standing


def untimed(series: Series) -> list[tuple[Any, ...]]:
    """Return what must be the same every time: all but the seconds."""
    return [(game.deal, game.rotation, game.scores, game.decisions, game.failures) for game in series.played]


def by_spec(series: Series) -> dict[str, Standing]:
    return {one.spec: one for one in standings(series).specs}


# ---- fairness


class Watched:
    """Games that are not played: whoever sits at the first seat wins. It remembers who sat where."""

    def __init__(self) -> None:
        self.tables: list[tuple[int, list[str]]] = []
        self.luck: list[int] = []

    def bot(self, spec: str, _game: str, seed: int, seat: int = 0) -> Any:  # noqa: ANN401 - stands in for a bot
        self.luck.append(seed)
        return type("Seated", (), {"is_blind": True, "failures": 0, "name": f"{spec}@{seat}"})()

    def play(self, _game: object, seats: int, seed: int, policies: list[Any], _options: object) -> Outcome:
        self.tables.append((seed, [policy.inner.name for policy in policies]))
        return Outcome((1.0, *[0.0] * (seats - 1)), 1, 1)


@pytest.fixture
def watched(monkeypatch: pytest.MonkeyPatch) -> Watched:
    watched = Watched()
    monkeypatch.setattr(home, "bot", watched.bot)
    monkeypatch.setattr(home, "play", watched.play)
    return watched


def test_every_deal_is_played_once_for_every_rotation_of_the_bots(watched: Watched) -> None:
    arena("fairytale", ["a", "b", "c"], 6, seed=40)
    assert watched.tables == [
        (40, ["a@0", "b@1", "c@2"]),
        (40, ["c@0", "a@1", "b@2"]),
        (40, ["b@0", "c@1", "a@2"]),
        (41, ["a@0", "b@1", "c@2"]),
        (41, ["c@0", "a@1", "b@2"]),
        (41, ["b@0", "c@1", "a@2"]),
    ]


def test_if_the_first_seat_always_won_all_bots_would_be_equal(watched: Watched) -> None:
    series = arena("fairytale", ["a", "b", "c", "d"], 40)
    assert [one.share for one in standings(series).entries] == [0.25] * 4
    assert [one.wins for one in standings(series).entries] == [10.0] * 4
    assert len(watched.tables) == 40


def test_a_victory_counts_for_the_bot_wherever_it_sits(watched: Watched) -> None:
    series = arena("fairytale", ["a", "b", "c"], 3)
    assert len(watched.tables) == 3
    assert [game.scores for game in series.played] == [[1, 0, 0], [0, 0, 1], [0, 1, 0]]


def test_games_are_rounded_up_to_whole_deals(watched: Watched) -> None:
    assert [len(arena("fairytale", ["a", "b", "c"], games).played) for games in (1, 3, 4)] == [3, 3, 6]
    assert len(watched.tables) == 12


def test_bots_have_their_own_luck_in_every_game(watched: Watched) -> None:
    arena("fairytale", ["a", "a"], 8)
    in_games = watched.luck[2:]  # the first two were made to see whether they can be
    assert len(set(in_games)) == 8


# ---- the same for everybody


def test_the_results_do_not_depend_on_the_number_of_jobs() -> None:
    words = ("unicorns", ["greedy:1", "random", "random"], 6, 3, {"deck": "base_1e"})
    alone, together = arena(*words), arena(*words, jobs=2)
    assert untimed(alone) == untimed(together)
    assert not alone.is_interrupted
    assert [one.rating for one in standings(alone).specs] == [one.rating for one in standings(together).specs]


def test_another_seed_is_other_games() -> None:
    one, other = (arena("fairytale", ["random", "random"], 6, seed) for seed in (1, 100))
    assert untimed(one) != untimed(other)


def test_games_that_are_done_are_not_played_again() -> None:
    whole = arena("fairytale", ["greedy:1", "random"], 6)
    told: list[int] = []
    kept: list[Played] = []
    rest = arena(
        "fairytale", ["greedy:1", "random"], 6, progress=told.append, done=whole.played[1:5], keep=kept.append
    )
    assert untimed(rest) == untimed(whole)
    assert [game.place for game in kept] == [Place(0, 0), Place(2, 1)]
    assert told == [4, 1, 1]


def test_fewer_games_than_are_done_count_only_those_asked_for() -> None:
    whole = arena("fairytale", ["random", "random"], 8)
    assert untimed(arena("fairytale", ["random", "random"], 4, done=whole.played)) == untimed(whole)[:4]


@pytest.mark.parametrize("jobs", [1, 2])
def test_an_interrupt_leaves_the_games_that_are_finished_and_counts_whole_deals(jobs: int) -> None:
    kept: list[Played] = []

    def keep(played: Played) -> None:
        if len(kept) == 5:
            raise KeyboardInterrupt
        kept.append(played)

    series = arena("fairytale", ["random", "random"], 400, jobs=jobs, keep=keep)
    assert series.is_interrupted
    assert sorted(series.played) == sorted(kept)
    deals = [game.deal for game in kept]
    whole = [deal for deal in deals if deals.count(deal) == 2]
    found = standings(series)
    assert found.games == len(whole) < 5
    assert sum(one.wins for one in found.entries) == pytest.approx(len(whole))


def test_nothing_played_is_nothing_known() -> None:
    def keep(_: Played) -> None:
        raise KeyboardInterrupt

    found = standings(arena("fairytale", ["random", "random"], 4, keep=keep))
    assert found.games == 0
    assert [(one.share, one.low, one.high) for one in found.specs] == [(0.0, 0.0, 1.0)]


def test_a_bots_decisions_are_clocked_and_its_failures_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("stablehand.bots.greedy.GreedyBot.__call__", lambda *_: -7)
    game = contend(Contest("fairytale", ("greedy", "random")), Place(0, 1))
    assert game.failures == [game.decisions[0], 0]
    assert game.decisions[0] > 10
    for slowest, seconds in zip(game.slowest, game.seconds, strict=True):
        assert 0 < slowest <= seconds


# ---- what cannot be played


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("chess", ["random", "random"], 2), "There is no game 'chess'"),
        (("fairytale", ["random", "clever"], 2), "There is no bot 'clever'"),
        (("fairytale", ["random"], 2), "2 to 5 seats, not 1"),
        (("fairytale", ["random"] * 6, 2), "2 to 5 seats, not 6"),
        (("fairytale", ["random", "random"], 2, -1), "seed"),
        (("fairytale", ["random", "random"], 4, (1 << 256) - 1), "seed"),
        (("fairytale", ["random", "random"], 2, 1, {"cheating": True}), "cheating"),
    ],
)
def test_what_cannot_be_played_is_said_before_anything_is(words: tuple[Any, ...], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        arena(*words)


# ---- who is stronger


@pytest.mark.parametrize(
    ("game", "specs", "games"),
    [("fairytale", ["greedy:1", "random"], 24), ("unicorns", ["greedy:1", "random", "random"], 36)],
)
def test_looking_ahead_beats_chance_clearly(game: str, specs: list[str], games: int) -> None:
    found = by_spec(arena(game, specs, games * SCALE, seed=5, jobs=min(SCALE, 2)))
    greedy, random = found["greedy:1"], found["random"]
    assert greedy.low > 1 / len(specs) > random.high
    assert greedy.rating.ordinal > random.rating.ordinal
    assert (greedy.failures, random.failures) == (0, 0)


if SCALE > 1:  # it takes minutes: only at the release size

    @pytest.mark.parametrize("game", ["fairytale", "unicorns"])
    def test_thinking_longer_is_not_weaker(game: str) -> None:
        longer = by_spec(arena(game, ["ismcts:100", "ismcts:10"], 40, seed=5, jobs=2))["ismcts:100"]
        assert longer.high >= 0.5, longer
        assert longer.failures == 0
