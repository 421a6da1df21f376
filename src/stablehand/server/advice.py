"""What a bot would do in a player's place, and why: the answer to `hint`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from stablehand.server.thinkers import Task, level_spec
from stablehand.table import protocol as p
from stablehand.table.refusal import Refusal
from stablehand.table.thinking import task
from stablehand.text.language import language
from stablehand.text.thoughts import Thoughts

if TYPE_CHECKING:
    from stablehand.kernel.contract import Seat
    from stablehand.server.connection import Connection
    from stablehand.server.keeper import Keeper
    from stablehand.server.thinkers import Advice, Thinkers
    from stablehand.table.table import Table
    from stablehand.table.thinking import Thinking

SECONDS: Final = 1.0


async def advise(command: p.Hint, connection: Connection, keeper: Keeper, thinkers: Thinkers | None) -> None:
    """Tell a player what a bot would do."""
    seat = connection.seat
    try:
        question = await keeper.do(lambda table, _: _question(table, seat))
    except Refusal as refusal:
        connection.tell(keeper.audience(connection).refused(command.id, refusal))
        return
    spec = level_spec("hard", SECONDS)
    wanted = Task(question.game, question.state, question.seat, spec, 0, SECONDS, keeper.table.id)
    advice = await thinkers.advise(wanted) if thinkers else None
    connection.tell(await keeper.do(lambda *_: _told(command, connection, keeper, question, advice)))


def _question(table: Table, seat: Seat | None) -> Thinking:
    match = table.match
    asked = match.asked.get(seat) if match and seat is not None else None
    if match is None or asked is None:
        raise Refusal("no_hint")
    return task(table, match, asked, "hard")


def _told(
    command: p.Hint, connection: Connection, keeper: Keeper, question: Thinking, advice: Advice | None
) -> p.Told:
    audience, match = keeper.audience(connection), keeper.table.match
    thoughts = Thoughts(language(connection.lang), audience.voice.answer)
    asked = match.asked.get(question.seat) if match else None
    if match is None or asked is None or asked.id != question.id or advice is None:
        return p.Told(command.id, tuple(thoughts.failed()))
    seat = question.seat
    if len(advice.picks) > 1:
        picks = [match.game.meaning(match.state, seat, option) for option in advice.picks]
        lines = thoughts.together(picks, asked.decision.why, advice.outlook)
    else:
        lines = thoughts.said(match.game.view(match.state, seat), advice.opinions, advice.option)
    return p.Told(command.id, tuple(lines), advice.option)
