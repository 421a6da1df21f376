"""What bots are to think about.

A bot is handed a possible truth, dealt from what its seat knows: the true state never leaves the table.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from stablehand.kernel.rng import Rng
from stablehand.table.pacing import PATIENCE, THINKING, bot_time

if TYPE_CHECKING:
    from stablehand.kernel.contract import Option, Seat
    from stablehand.table.match import Asked, Match
    from stablehand.table.protocol import Level
    from stablehand.table.table import Table


class Thinking(NamedTuple):
    """A question for a bot."""

    seat: Seat
    id: int
    game: str
    state: bytes
    """A possible truth, encoded; as good as the truth for whoever knows only what the seat knows."""
    level: Level
    seed: int
    seconds: float


def wanted(table: Table) -> list[Thinking]:
    """Return what bots should think about now; each question comes once."""
    match = table.match
    if match is None or not table.is_running:
        return []
    found = []
    bots = [seat for seat in match.asked if table.chairs[seat].level is not None]
    for seat in bots:
        asked, level = match.asked[seat], table.chairs[seat].level
        assert level is not None
        if asked.decision.is_forced or table.thinking.get(seat) == asked.id:
            continue
        table.thinking[seat] = asked.id
        found.append(task(table, match, asked, level, len(bots)))
    return found


def task(table: Table, match: Match, asked: Asked, level: Level, bots: int = 1) -> Thinking:
    """Put a question to a bot; so many think at once and share the time."""
    seat = asked.decision.seat
    luck = int.from_bytes(Rng.from_seed(match.journal.seed, f"bot at {asked.id} on {seat}").key, "big")
    world, seed = divmod(luck, 1 << 64)
    state = match.game.encode(match.game.determinise(match.state, seat, world))
    milliseconds = bot_time(round(table.house.pace * 1000), level) or THINKING[level] + PATIENCE
    return Thinking(seat, asked.id, table.game, state, level, seed, milliseconds / bots / 1000)


def conclude(table: Table, seat: Seat, question: int, option: Option | None) -> None:
    """Keep what a bot has come to (None: nothing); too late is no harm."""
    if table.match is not None and table.thinking.get(seat) == question:
        table.thoughts[seat] = (question, option)
