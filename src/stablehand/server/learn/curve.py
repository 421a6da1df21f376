"""The chances of each seat over a finished game, as a bot judges them, and where they changed most.

A judge looks at whole states. That is allowed here because the game is over and nothing of it is secret.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from msgspec import Struct

from stablehand.bots.judge import judge_for, settle
from stablehand.core.registry import load
from stablehand.core.rng import Rng
from stablehand.text.voices import voice_for

if TYPE_CHECKING:
    from collections.abc import Sequence

    from stablehand.bots.judge import Judge
    from stablehand.core.contract import Seat
    from stablehand.core.registry import AnyGame
    from stablehand.server.learn.replays import Replay

MOST_POINTS: Final = 100
"""Points of a curve; of a longer game some are left out."""
MOST_PLAYED_OUT: Final = 24
"""Points of a curve whose positions are played to the end, which takes longer."""
PLAYOUTS: Final = 8
"""How often such a position is played to the end."""
MOST_TURNS: Final = 3
"""Turning points that are told."""
SMALLEST_CHANGE: Final = 0.08
"""A smaller change of a share is no turning point: the order of turns alone changes it as much."""
MOST_LINES: Final = 1
"""Lines of the log that tell of a turning point: later ones are about what follows."""


class CurvePoint(Struct, frozen=True):
    """The chances after a number of answers."""

    step: int
    moment: str
    shares: tuple[float, ...]
    """Each seat's expected share of the victory, from 0 to 1."""


class TurningPoint(Struct, frozen=True):
    """A step at which the chances of a seat changed much."""

    step: int
    """The answer that changed most; the replay shows it."""
    seat: int
    before: float
    after: float
    moment: str
    """Whose turn it was, or which round."""
    lines: tuple[str, ...]
    """What happened, as in the log."""


class CurveSeen(Struct, frozen=True):
    """The course of a finished game."""

    steps: int
    points: tuple[CurvePoint, ...]
    turning_points: tuple[TurningPoint, ...]


class Change(NamedTuple):
    """How the share of a seat changed between two points of a curve, and at which step most of it."""

    point: int
    """The index of the later point."""
    seat: Seat
    before: float
    after: float
    step: int


class Curve(NamedTuple):
    """The chances at some steps of a game, and the greatest changes in order."""

    points: tuple[tuple[int, tuple[float, ...]], ...]
    changes: tuple[Change, ...]

    @classmethod
    def of(cls, game: str, states: Sequence[Any]) -> Curve:
        """Judge the states of a game. The result depends on them alone."""
        judge, rules = judge_for(game), load(game)
        steps, is_settled = _steps(judge, rules, states)
        rng = Rng.from_seed(0)
        shares = [
            judge.values(states[step]) if is_settled else _played_out(rules, judge, states[step], rng)
            for step in steps[:-1]
        ]
        shares.append(judge.values(states[-1]))
        points = tuple((step, tuple(share)) for step, share in zip(steps, shares, strict=True))
        return cls(points, _changes(judge, states, points))

    def seen(self, replay: Replay, lang: str) -> CurveSeen:
        """Return the curve with its turning points in words."""
        journal = replay.journal
        rules = load(journal.game)
        voice = voice_for(journal.game, replay.names, None, journal.options, lang)

        def moment(step: int) -> str:
            return voice.moment(rules.view(replay.states[step], None))

        return CurveSeen(
            steps=len(replay.states) - 1,
            points=tuple(
                CurvePoint(step, moment(step), tuple(round(share, 4) for share in shares))
                for step, shares in self.points
            ),
            turning_points=tuple(
                TurningPoint(
                    change.step,
                    change.seat,
                    round(change.before, 4),
                    round(change.after, 4),
                    moment(change.step - 1),
                    self._lines(replay, change, lang),
                )
                for change in self.changes
            ),
        )

    def _lines(self, replay: Replay, change: Change, lang: str) -> tuple[str, ...]:
        """Return the news of the step; if there are none, the news since the point before."""
        first = self.points[change.point - 1][0] + 1
        for steps in ([change.step], range(first, self.points[change.point][0] + 1)):
            lines = [line for step in steps for line in replay.step(step, None, lang).lines]
            if news := [line.text for line in lines if line.is_news]:
                return tuple(news[:MOST_LINES])
        return ()


def _steps(judge: Judge, rules: AnyGame, states: Sequence[Any]) -> tuple[list[int], bool]:
    """Return the steps to judge, the last among them, and whether they can be judged as they are."""
    last = len(states) - 1
    settled = [step for step in range(last) if judge.is_settled(states[step])]
    if settled:
        return [*_thinned(settled, MOST_POINTS), last], True
    clocks = [rules.clock(state) for state in states]
    begun = [step for step in range(last) if step == 0 or clocks[step] != clocks[step - 1]]
    return [*_thinned(begun, MOST_PLAYED_OUT), last], False


def _thinned(steps: list[int], most: int) -> list[int]:
    """Return at most so many of the steps, evenly spread."""
    if len(steps) <= most:
        return steps
    return [steps[at * len(steps) // most] for at in range(most)]


def _played_out(rules: AnyGame, judge: Judge, state: Any, rng: Rng) -> list[float]:  # noqa: ANN401 - of any game
    """Return the average result of some games from a position on."""
    sums = [0.0] * len(rules.scores(state))
    for _ in range(PLAYOUTS):
        for seat, share in enumerate(settle(rules, judge, rules.clone(state), rng)):
            sums[seat] += share / PLAYOUTS
    return sums


def _changes(
    judge: Judge, states: Sequence[Any], points: Sequence[tuple[int, Sequence[float]]]
) -> tuple[Change, ...]:
    """Return the greatest changes but the last, by which the game was won."""
    found: list[Change] = []
    for at in range(1, len(points) - 1):
        (start, before), (end, after) = points[at - 1], points[at]
        seat = max(range(len(after)), key=lambda seat: abs(after[seat] - before[seat]))
        change = after[seat] - before[seat]
        if abs(change) < SMALLEST_CHANGE:
            continue
        values = [judge.values(states[step])[seat] for step in range(start, end + 1)]
        sign = 1 if change > 0 else -1
        most = max(range(1, len(values)), key=lambda step: sign * (values[step] - values[step - 1]))
        found.append(Change(at, seat, before[seat], after[seat], start + most))
    found.sort(key=lambda change: -abs(change.after - change.before))
    return tuple(sorted(found[:MOST_TURNS], key=lambda change: change.step))
