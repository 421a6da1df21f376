"""Tables of Fairy Tale for tests, and random games at them."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from stablehand.core.rng import Rng
from stablehand.games.fairytale import GAME

if TYPE_CHECKING:
    from collections.abc import Iterator

    from stablehand.core.contract import Decision
    from stablehand.core.events import Recorder
    from stablehand.games.fairytale.state.state import State


class Table(NamedTuple):
    """Seats and options of a game."""

    seats: int
    options: dict[str, object]

    @property
    def name(self) -> str:
        """Return a name for test ids and golden files, for instance `4-teams`."""
        return "-".join([str(self.seats), *(_word(key, value) for key, value in self.options.items())])


def _word(key: str, value: object) -> str:
    if isinstance(value, list):
        return "+".join(map(str, value))
    word = {True: key, False: f"no_{key}"}.get(value, value) if isinstance(value, bool) else value
    return str(word)


SEAT_COUNTS = (2, 3, 4, 5)
OPTION_SETS: tuple[dict[str, object], ...] = (
    {},
    {"expert": False},
    {"order": "original"},
    {"close_all_reaches": "in_play"},
    {"most_tie_counts": False},
    {"tie": "face_up"},
    {"teams": True},
    {"order": "original", "close_all_reaches": "in_play", "most_tie_counts": False, "tie": "face_up"},
)


def allowed(seats: int, options: dict[str, object]) -> bool:
    """Return whether the rules allow these options at a table of this size."""
    return not (seats == 5 and options.get("expert") is False) and not (seats != 4 and options.get("teams"))


TABLES = tuple(
    Table(seats, options) for seats in SEAT_COUNTS for options in OPTION_SETS if allowed(seats, options)
)
PLAIN = tuple(Table(seats, {}) for seats in SEAT_COUNTS)


def moments(
    table: Table, seed: int, recorder: Recorder | None = None
) -> Iterator[tuple[State, tuple[Decision, ...]]]:
    """Play one random game, seats answering in any order; yield its state at each decision and the end."""
    rng = Rng.from_seed(seed, "moments")
    state = GAME.start(table.seats, seed, table.options, recorder=recorder)
    while asks := GAME.pending(state):
        yield state, asks
        decision = rng.choice(asks)
        GAME.answer(state, decision.seat, rng.choice(decision.options), recorder=recorder)
    yield state, ()


def finished(table: Table, seed: int, recorder: Recorder | None = None) -> State:
    """Play one random game to its end."""
    state = None
    for state, _ in moments(table, seed, recorder):  # noqa: B007 - only the last matters
        pass
    assert state is not None
    return state


def cards_of(state: State) -> list[int]:
    """Return every card of a game, wherever it lies, sorted."""
    zones = (state.deck, state.gone, state.aside, *state.hands, *state.kept, *state.table)
    return sorted(card for zone in zones for card in zone)
