"""Functions of the public API that play whole games: `play`, `arena` and `simulate`.

Bots and simulation are imported when a function is called, so `import stablehand` stays quick.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from stablehand.core.contract import Decision, Option, Options, View
    from stablehand.core.events import Recorder
    from stablehand.core.journal import Journal
    from stablehand.sim.batch import Tally
    from stablehand.sim.standings import Standings

    Player: TypeAlias = str | Callable[[View, Decision, Callable[[int], Any]], Option]
    """A spec, or anything that decides when it is called."""


@dataclass(frozen=True, slots=True)
class GameResult:
    """How a game ended."""

    scores: tuple[float, ...]
    """By seat: 1.0 for the winner, a shared victory split, 0.0 for the others."""
    answers: int
    """All answers, also those with one option only."""
    decisions: int
    """Answers with two or more options: those that bots were asked for."""
    failures: tuple[int, ...]
    """By seat: decisions answered with the first option, because the bot of a spec had no valid answer."""
    errors: tuple[str, ...]
    """By seat: why the first of them was, or ""."""
    journal: Journal
    """The whole game, to be written to a file or replayed."""


def play(
    game: str,
    bots: Sequence[Player],
    seed: int = 0,
    options: Options | None = None,
    recorder: Recorder | None = None,
) -> GameResult:
    """Play one game to its end, with a bot for each seat.

    A bot is a spec such as `"greedy:12"`, or a callable that is given a view, the decision and a sampler and
    returns an option. A bot made from a spec always answers: its errors are counted. A callable is called as
    it is: its errors are raised here, and an option that is not offered is an `IllegalAnswer`.

    >>> result = play("fairytale", ["random", lambda view, decision, sample: decision.options[0]], seed=7)
    >>> sum(result.scores), result.failures
    (1.0, (0, 0))
    """
    from stablehand.bots.specs import make_bot  # noqa: PLC0415 - see above
    from stablehand.core.driver import play as play_game  # noqa: PLC0415 - the same
    from stablehand.core.journal import Journal  # noqa: PLC0415 - the same
    from stablehand.core.registry import load  # noqa: PLC0415 - the same

    players: list[Any] = [
        make_bot(bot, game, seed, seat) if isinstance(bot, str) else _Callable(bot)
        for seat, bot in enumerate(bots)
    ]
    load(game).start(len(players), seed, options)  # a bad table is a ValueError before anything is played
    journal = Journal.begin(game, len(players), seed, options)
    outcome = play_game(load(game), len(players), seed, players, options, recorder, journal)
    return GameResult(
        outcome.scores,
        outcome.answers,
        outcome.decisions,
        tuple(player.failures for player in players),
        tuple(player.first_error for player in players),
        journal,
    )


def arena(
    game: str,
    bots: Sequence[str],
    games: int = 100,
    seed: int = 1,
    options: Options | None = None,
    jobs: int = 1,
) -> Standings:
    """Let bots play against each other and return the standings.

    Every deal is played once for every rotation of the bots round the table, so the number of games is
    rounded up to whole deals. With `jobs` games are played in that many processes.

    >>> found = arena("fairytale", ["greedy:1", "random"], games=8, seed=2)
    >>> found.games, [one.spec for one in found.specs]
    (8, ['greedy:1', 'random'])
    """
    from stablehand.sim.arena import arena as run_arena  # noqa: PLC0415 - see above
    from stablehand.sim.standings import standings  # noqa: PLC0415 - the same

    run = run_arena(game, bots, games, seed, options, jobs)
    if run.is_interrupted:
        raise KeyboardInterrupt
    return standings(run)


def simulate(
    game: str,
    bots: Sequence[str],
    games: int = 1000,
    seed: int = 1,
    options: Options | None = None,
    jobs: int = 1,
) -> Tally:
    """Play many games with each bot at its own seat, and return the sums.

    Game n, counted from 0, has the seed `seed + n`; the sums do not depend on `jobs`.

    >>> tally = simulate("fairytale", ["random"] * 4, games=10)
    >>> tally.games, sum(tally.wins_by_seat)
    (10, 10.0)
    """
    from stablehand.sim.batch import simulate as run_batch  # noqa: PLC0415 - see above

    specs = [] if all(spec == "random" for spec in bots) else list(bots)  # the same games, played faster
    tally = run_batch(game, len(bots), range(seed, seed + games), dict(options or {}), jobs, bots=specs)
    if tally.is_interrupted:
        raise KeyboardInterrupt
    return tally


class _Callable:
    """A bot that is any callable; its errors are not caught."""

    failures = 0
    first_error = ""

    def __init__(self, decides: Callable[..., Option]) -> None:
        self.decides = decides
        self.is_blind = bool(getattr(decides, "is_blind", False))

    def __call__(self, view: View, decision: Decision, sampler: Callable[[int], Any]) -> Option:
        return self.decides(view, decision, sampler)
