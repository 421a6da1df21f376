"""The answer to the command `hint`: what a bot would choose in the player's place, and why."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from stablehand.server.botpool.tasks import Task, level_spec
from stablehand.table import protocol as p
from stablehand.table.refusal import Refusal
from stablehand.table.state.clock import bot_task
from stablehand.text.advice import AdviceText
from stablehand.text.language import language

if TYPE_CHECKING:
    from stablehand.core.contract import Seat
    from stablehand.server.botpool.pool import BotPool
    from stablehand.server.botpool.tasks import BotChoice
    from stablehand.server.live.actor import TableActor
    from stablehand.server.ws.outbox import Connection
    from stablehand.table.state.clock import BotTask
    from stablehand.table.state.state import TableState

SECONDS: Final = 1.0


async def send_hint(command: p.Hint, connection: Connection, actor: TableActor, pool: BotPool | None) -> None:
    """Queue a hint for a player, or a refusal if the player is not asked anything."""
    seat = connection.seat
    try:
        question = _question((await actor.read()).state, seat)
    except Refusal as refusal:
        connection.tell(actor.audience(connection).refused(command.id, refusal))
        return
    spec = level_spec("hard", SECONDS)
    wanted = Task(question.game, question.state, question.seat, spec, 0, SECONDS, actor.table.state.id)
    choice = await pool.hint(wanted) if pool else None
    await actor.read()
    connection.tell(_hint(command, connection, actor, question, choice))


def _question(state: TableState, seat: Seat | None) -> BotTask:
    match = state.match
    asked = match.pending.get(seat) if match and seat is not None else None
    if match is None or asked is None:
        raise Refusal("no_hint")
    return bot_task(state, match, asked, "hard")


def _hint(
    command: p.Hint, connection: Connection, actor: TableActor, question: BotTask, choice: BotChoice | None
) -> p.Told:
    """Return the hint in words; a sentence that there is none if the question is no longer asked."""
    audience, match = actor.audience(connection), actor.table.state.match
    advice_text = AdviceText(language(connection.lang), audience.voice.answer)
    asked = match.pending.get(question.seat) if match else None
    if match is None or asked is None or asked.id != question.question or choice is None:
        return p.Told(command.id, tuple(advice_text.failed()))
    seat = question.seat
    if len(choice.picks) > 1:
        picks = [match.game.meaning(match.state, seat, option) for option in choice.picks]
        lines = advice_text.together(picks, asked.decision.why, choice.outlook)
    else:
        lines = advice_text.said(match.game.view(match.state, seat), choice.evaluations, choice.option)
    return p.Told(command.id, tuple(lines), choice.option)
