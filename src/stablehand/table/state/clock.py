"""When the table itself answers: for bots, in windows, by the clock; and the tasks that bots are given.

Nothing here looks at what somebody holds. A bot takes as long over one option as over ten, a player who
passes in every window is as quick as a bot, and a window stays open for those who could not answer anyway.
Where many bots wait for the processor, a window is open longer, for all of them alike.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from stablehand.core.contract import Kind
from stablehand.core.rng import Rng
from stablehand.table.state.orders import NO_ORDERS

if TYPE_CHECKING:
    from stablehand.core.contract import Decision, Option, Seat
    from stablehand.core.registry import AnyGame
    from stablehand.table.protocol import Level
    from stablehand.table.state.facts import By
    from stablehand.table.state.match import Match, Question
    from stablehand.table.state.state import TableState
    from stablehand.table.state.volatile import SeatActivity, Volatile


class Clock(NamedTuple):
    """Milliseconds for each decision, and the bank: those for the whole game in addition."""

    each: int
    bank: int


CLOCKS: Final = {
    "relaxed": Clock(90_000, 300_000),
    "brisk": Clock(30_000, 120_000),
    "blitz": Clock(10_000, 60_000),
}
THINKING: Final[dict[str, int]] = {"easy": 600, "normal": 600, "hard": 1700}
"""Milliseconds a bot may need; it answers no sooner, so that the time tells nothing."""
AT_ONCE: Final[dict[str, int]] = {"easy": 150, "normal": 150, "hard": 400}
"""Milliseconds after which a bot answers in a response window at pace 0: fixed, since a bot without an
Instant would otherwise answer sooner."""
HELD: Final[dict[str, int]] = {"easy": 30, "normal": 30, "hard": 1700}
"""At most so many milliseconds a bot's thinking in a window counts as, however soon it has chosen: `easy` and
`normal` need a third of it where they have a choice."""
WINDOW_SHARE: Final = 0.9
"""The share of a window's time in which all its bots think; the rest is for the way to them and back."""
PATIENCE: Final = 6_000
"""Additional milliseconds until the table answers for a bot that has chosen nothing."""
AWAY_AFTER: Final = 20_000
"""Milliseconds without a connection after which a player counts as away."""
PASS_AFTER: Final = 3_000
"""Milliseconds after which a player without a connection passes in a response window.

Such an answer has the reason `away`, though the player counts as away only after `AWAY_AFTER`.
"""
DEFAULTS: Final = ("pass", "decline", "draw", "finish")
"""The answer when a player’s time is up: the first of these that is offered, else the first option."""


class Due(NamedTuple):
    """An answer that the table gives for a seat at a time, unless the seat has answered before."""

    at: int
    seat: Seat
    by: By


def default(game: AnyGame, state: Any, decision: Decision) -> Option:  # noqa: ANN401 - any game's state
    """Return the answer that is given when time is up."""
    seat, options = decision.seat, decision.options
    verbs = {game.meaning(state, seat, option)["verb"]: option for option in reversed(options)}
    return next((verbs[verb] for verb in DEFAULTS if verb in verbs), options[0])


def is_running(state: TableState, volatile: Volatile) -> bool:
    """Whether time passes in a game. Bots alone do not play on where nobody watches."""
    if state.match is None or state.match.is_over or state.is_paused or state.is_closed:
        return False
    if volatile.is_asleep:
        return False
    if volatile.spectators:
        return True
    return any(seat.is_active or volatile.seats[seat.seat].connections for seat in state.seats)


def due(state: TableState, volatile: Volatile, seat: Seat, question: Question) -> Due | None:
    """Return when and why the table answers a question; None if it waits for the player.

    Time counts from the question, so nobody gains any by leaving, returning or losing the connection.
    """
    level, activity, house = state.seats[seat].level, volatile.seats[seat], state.house
    is_window = question.decision.kind is Kind.RESPOND
    pace = round(house.pace * 1000)
    if level is not None:
        began = max(question.at, state.seats[seat].taken_over)
        return Due(began + bot_time(pace, level, is_window=is_window), seat, "bot")
    if is_answered_at_once(state, volatile, question) and question.decision.is_forced:
        return Due(question.at, seat, "forced")
    if is_window and is_passing(state, activity, seat):
        return Due(question.at + bot_time(pace, "normal", is_window=True), seat, "quiet")
    found = []
    if is_window and not activity.connections and activity.gone_at is not None:
        found.append(Due(max(question.at, activity.gone_at) + PASS_AFTER, seat, "away"))
    clock = CLOCKS.get(house.clock)
    if is_window and has_window_limit(state, volatile):
        found.append(Due(question.at + house.window * 1000 + activity.extra, seat, "window"))
    elif clock is not None:
        time = clock.each + state.seats[seat].bank + activity.extra
        found.append(Due(question.at + time, seat, "clock"))
    return min(found, default=None)


def is_answered_at_once(state: TableState, volatile: Volatile, question: Question) -> bool:
    """Whether a question with one option is answered at once, because nobody can learn from that.

    That is so where a player is alone with bots, and where everybody can see that there is no choice. In a
    response window among people nobody can.
    """
    if is_alone(state, volatile):
        return True
    is_window = question.decision.kind is Kind.RESPOND
    return not is_window and state.match is not None and state.match.is_openly_forced(question.decision)


def is_alone(state: TableState, volatile: Volatile) -> bool:
    """Whether one player plays with bots, and nobody else is connected."""
    active = [seat.seat for seat in state.seats if seat.is_active]
    here = {seat.seat for seat in state.seats if volatile.seats[seat.seat].connections}
    return len(active) == 1 and not volatile.spectators and here <= {*active}


def is_passing(state: TableState, activity: SeatActivity, seat: Seat) -> bool:
    """Whether a seat passes automatically in the open response window: by `quiet` or its standing orders."""
    match = state.match
    if match is None:
        return False
    is_quiet = activity.quiet is not None and activity.quiet == match.turn
    return is_quiet or (activity.orders != NO_ORDERS and activity.orders.passes(seat, match.subject))


def has_window_limit(state: TableState, volatile: Volatile) -> bool:
    """Whether response windows have a time limit: not for a player alone with bots, since nobody waits."""
    return state.house.window > 0 and not is_alone(state, volatile)


def away_at(state: TableState, volatile: Volatile) -> tuple[int, Seat] | None:
    """Return when the next player counts as away, and on which seat; None if nobody is about to."""
    if state.is_closed or volatile.is_asleep:
        return None
    times = []
    for seat in state.seats:
        activity = volatile.seats[seat.seat]
        if seat.is_active and activity.gone_at is not None and not activity.is_away:
            times.append((activity.gone_at + AWAY_AFTER, seat.seat))
    return min(times, default=None)


def bot_time(pace: int, level: Level, *, is_window: bool = False) -> int:
    """Return after how many milliseconds a bot answers; at pace 0 once it has chosen, except in windows."""
    if pace:
        return max(pace, THINKING[level])
    return AT_ONCE[level] if is_window else 0


def spent(state: TableState, seat: Seat, at: int) -> int:
    """Return how many milliseconds of a seat's bank its open decision has used by a time."""
    clock = CLOCKS.get(state.house.clock)
    question = state.match.pending.get(seat) if state.match else None
    if clock is None or question is None or (question.decision.kind is Kind.RESPOND and state.house.window):
        return 0
    until = min(at, state.paused_at) if state.is_paused else at
    return min(state.seats[seat].bank, max(0, until - question.at - clock.each))


# ---- tasks for bots


class BotTask(NamedTuple):
    """A question for a bot, with a possible truth for its seat; the true state is never given away."""

    seat: Seat
    question: int
    """The number of the question."""
    game: str
    state: bytes
    """The possible truth, encoded: it agrees with the true state in all that the seat knows."""
    level: Level
    seed: int
    seconds: float
    within: float
    """Seconds within which all bots that are asked at the same time must answer."""
    hold: float
    """Seconds that its thinking counts as in a response window, whatever it may choose from; else 0."""


def bot_tasks(state: TableState, volatile: Volatile) -> list[BotTask]:
    """Return the bots' open questions that were not given out before.

    In a response window bots that can only pass get one too, so that they take as long as the others.
    """
    match = state.match
    if match is None or not is_running(state, volatile):
        return []
    bots = {seat: level for seat in match.pending if (level := state.seats[seat].level) is not None}
    found = []
    for seat, level in bots.items():
        question = match.pending[seat]
        is_window = question.decision.kind is Kind.RESPOND
        is_open = is_window or not question.decision.is_forced
        if is_open and volatile.given.get(seat) != question.id:
            found.append(bot_task(state, match, question, level, len(bots)))
    return found


def bot_task(state: TableState, match: Match, question: Question, level: Level, bots: int = 1) -> BotTask:
    """Return a question as a task; `bots` of them think at once and share the time."""
    seat = question.decision.seat
    luck = int.from_bytes(Rng.from_seed(match.journal.seed, f"bot at {question.id} on {seat}").key, "big")
    world, seed = divmod(luck, 1 << 64)
    dealt = match.game.encode(match.game.determinise(match.state, seat, world))
    is_window = question.decision.kind is Kind.RESPOND
    pace = round(state.house.pace * 1000)
    within = (bot_time(pace, level, is_window=is_window) or THINKING[level] + PATIENCE) / 1000
    seconds = within * (WINDOW_SHARE if is_window else 1) / bots
    hold = min(seconds, HELD[level] / 1000) if is_window else 0.0
    return BotTask(seat, question.id, state.game, dealt, level, seed, seconds, within, hold)
