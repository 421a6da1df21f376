"""An arena is fair and repeatable: every bot plays every seat of every deal, for any number of jobs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from stablehand.core.driver import Outcome
from stablehand.sim import arena as home
from stablehand.sim.arena import Contest, MatchId, arena, play_match
from stablehand.sim.standings import standings
from support.sizes import SCALE

if TYPE_CHECKING:
    from stablehand.sim.arena import ArenaRun, MatchResult
    from stablehand.sim.standings import Standing


def untimed(series: ArenaRun) -> list[tuple[Any, ...]]:
    """Return the results without the measured seconds, which differ from run to run."""
    return [(game.deal, game.rotation, game.scores, game.decisions, game.failures) for game in series.played]


def by_spec(series: ArenaRun) -> dict[str, Standing]:
    return {one.spec: one for one in standings(series).specs}


# ---- fairness


class FakeGames:
    """Fake games that the first seat wins; it records the seats of all bots."""

    def __init__(self) -> None:
        self.tables: list[tuple[int, list[str]]] = []
        self.luck: list[int] = []

    def bot(self, spec: str, _game: str, seed: int, seat: int = 0) -> Any:  # noqa: ANN401 - stands in for a bot
        self.luck.append(seed)
        return type(
            "Seated", (), {"is_blind": True, "failures": 0, "first_error": "", "name": f"{spec}@{seat}"}
        )()

    def play(self, _game: object, seats: int, seed: int, policies: list[Any], _options: object) -> Outcome:
        self.tables.append((seed, [policy.inner.name for policy in policies]))
        return Outcome((1.0, *[0.0] * (seats - 1)), 1, 1)


@pytest.fixture
def watched(monkeypatch: pytest.MonkeyPatch) -> FakeGames:
    watched = FakeGames()
    monkeypatch.setattr(home, "make_bot", watched.bot)
    monkeypatch.setattr(home, "play", watched.play)
    return watched


def test_every_deal_is_played_once_for_every_rotation_of_the_bots(watched: FakeGames) -> None:
    arena("fairytale", ["a", "b", "c"], 6, seed=40)
    assert watched.tables == [
        (40, ["a@0", "b@1", "c@2"]),
        (40, ["c@0", "a@1", "b@2"]),
        (40, ["b@0", "c@1", "a@2"]),
        (41, ["a@0", "b@1", "c@2"]),
        (41, ["c@0", "a@1", "b@2"]),
        (41, ["b@0", "c@1", "a@2"]),
    ]


def test_an_advantage_of_the_first_seat_does_not_favour_a_bot(watched: FakeGames) -> None:
    series = arena("fairytale", ["a", "b", "c", "d"], 40)
    assert [one.share for one in standings(series).entries] == [0.25] * 4
    assert [one.wins for one in standings(series).entries] == [10.0] * 4
    assert len(watched.tables) == 40


def test_a_victory_counts_for_the_bot_in_any_seat(watched: FakeGames) -> None:
    series = arena("fairytale", ["a", "b", "c"], 3)
    assert len(watched.tables) == 3
    assert [game.scores for game in series.played] == [[1, 0, 0], [0, 0, 1], [0, 1, 0]]


def test_games_are_rounded_up_to_whole_deals(watched: FakeGames) -> None:
    assert [len(arena("fairytale", ["a", "b", "c"], games).played) for games in (1, 3, 4)] == [3, 3, 6]
    assert len(watched.tables) == 12


def test_bots_have_a_different_seed_in_every_game(watched: FakeGames) -> None:
    arena("fairytale", ["a", "a"], 8)
    in_games = watched.luck[2:]  # the first two bots were created to check their specs
    assert len(set(in_games)) == 8


# ---- repeatable results


def test_the_results_do_not_depend_on_the_number_of_jobs() -> None:
    words = ("unicorns", ["greedy:1", "random", "random"], 6, 3, {"deck": "base_1e"})
    alone, together = arena(*words), arena(*words, jobs=2)
    assert untimed(alone) == untimed(together)
    assert not alone.is_interrupted
    assert [one.rating for one in standings(alone).specs] == [one.rating for one in standings(together).specs]


def test_another_seed_plays_other_games() -> None:
    one, other = (arena("fairytale", ["random", "random"], 6, seed) for seed in (1, 100))
    assert untimed(one) != untimed(other)


def test_finished_games_are_not_played_again() -> None:
    whole = arena("fairytale", ["greedy:1", "random"], 6)
    told: list[int] = []
    kept: list[MatchResult] = []
    rest = arena(
        "fairytale", ["greedy:1", "random"], 6, progress=told.append, done=whole.played[1:5], keep=kept.append
    )
    assert untimed(rest) == untimed(whole)
    assert [game.match for game in kept] == [MatchId(0, 0), MatchId(2, 1)]
    assert told == [4, 1, 1]


def test_only_the_requested_games_count_if_more_are_finished() -> None:
    whole = arena("fairytale", ["random", "random"], 8)
    assert untimed(arena("fairytale", ["random", "random"], 4, done=whole.played)) == untimed(whole)[:4]


@pytest.mark.parametrize("jobs", [1, 2])
def test_an_interrupt_keeps_finished_games_and_counts_whole_deals(jobs: int) -> None:
    kept: list[MatchResult] = []

    def keep(played: MatchResult) -> None:
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


def test_standings_without_games_have_the_widest_interval() -> None:
    def keep(_: MatchResult) -> None:
        raise KeyboardInterrupt

    found = standings(arena("fairytale", ["random", "random"], 4, keep=keep))
    assert found.games == 0
    assert [(one.share, one.low, one.high) for one in found.specs] == [(0.0, 0.0, 1.0)]


def test_decisions_are_timed_and_failures_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("stablehand.bots.greedy.GreedyBot.__call__", lambda *_: -7)
    game = play_match(Contest("fairytale", ("greedy", "random")), MatchId(0, 1))
    assert game.failures == [game.decisions[0], 0]
    assert game.decisions[0] > 10
    for slowest, seconds in zip(game.slowest, game.seconds, strict=True):
        assert 0 < slowest <= seconds


# ---- bad arguments


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("chess", ["random", "random"], 2), "Unknown game 'chess'"),
        (("fairytale", ["random", "clever"], 2), "Unknown bot 'clever'"),
        (("fairytale", ["random"], 2), "2 to 5 seats, not 1"),
        (("fairytale", ["random"] * 6, 2), "2 to 5 seats, not 6"),
        (("fairytale", ["random", "random"], 2, -1), "seed"),
        (("fairytale", ["random", "random"], 4, (1 << 256) - 1), "seed"),
        (("fairytale", ["random", "random"], 2, 1, {"cheating": True}), "cheating"),
    ],
)
def test_bad_arguments_are_refused_before_the_first_game(words: tuple[Any, ...], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        arena(*words)


# ---- strength


@pytest.mark.slow("plays hundreds of games")
@pytest.mark.parametrize(
    ("game", "specs", "games"),
    [("fairytale", ["greedy:1", "random"], 24), ("unicorns", ["greedy:1", "random", "random"], 36)],
)
def test_greedy_beats_random_clearly(game: str, specs: list[str], games: int) -> None:
    found = by_spec(arena(game, specs, games * SCALE, seed=5, jobs=min(SCALE, 2)))
    greedy, random = found["greedy:1"], found["random"]
    assert greedy.low > 1 / len(specs) > random.high
    assert greedy.rating is not None
    assert random.rating is not None
    assert greedy.rating.ordinal > random.rating.ordinal
    assert (greedy.failures, random.failures) == (0, 0)


if SCALE > 1:  # it takes minutes: only at the release size

    @pytest.mark.parametrize("game", ["fairytale", "unicorns"])
    def test_a_longer_search_is_not_weaker(game: str) -> None:
        longer = by_spec(arena(game, ["ismcts:100", "ismcts:10"], 40, seed=5, jobs=2))["ismcts:100"]
        assert longer.high >= 0.5, longer
        assert longer.failures == 0
