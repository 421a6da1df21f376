"""Talk at the table: a line of chat, or a gesture. Nobody keeps it longer than the table is awake."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from stablehand.table import protocol as p
from stablehand.table.manners import Unmannerly, clean_chat, emotes
from stablehand.table.refusal import Refusal

if TYPE_CHECKING:
    from stablehand.kernel.contract import Seat
    from stablehand.table.table import Table

KEPT: Final = 100
"""So many lines a newcomer gets to read."""


def receive(table: Table, seat: Seat, command: p.Chat | p.Emote) -> None:
    """Let a player say something."""
    if not table.house.chat:
        raise Refusal("chat_off")
    text, emote = "", ""
    if isinstance(command, p.Chat):
        try:
            text = clean_chat(command.text)
        except Unmannerly as error:
            raise Refusal(f"chat_{error.reason}") from error
    elif command.emote in emotes:
        emote = command.emote
    else:
        raise Refusal("no_emote", emotes=", ".join(emotes))
    number = table.said[-1].number + 1 if table.said else 1
    table.changes += 1
    table.said.append(p.Said(number, seat, text, emote))
    del table.said[:-KEPT]
