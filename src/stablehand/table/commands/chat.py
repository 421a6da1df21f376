"""Chat and emotes. They are kept only as long as the table is loaded."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stablehand.table import protocol as p
from stablehand.table.commands.display_names import InvalidText, clean_chat, emotes
from stablehand.table.refusal import Refusal
from stablehand.table.state.signals import ChatSent

if TYPE_CHECKING:
    from stablehand.core.contract import Seat
    from stablehand.table.state.state import TableState


def receive(state: TableState, seat: Seat, command: p.Chat | p.Emote) -> ChatSent:
    """Return the line that a player sends, as it will be shown; or raise Refusal."""
    if not state.house.chat:
        raise Refusal("chat_off")
    if isinstance(command, p.Chat):
        try:
            return ChatSent(seat, clean_chat(command.text), "")
        except InvalidText as error:
            raise Refusal(f"chat_{error.reason}") from error
    if command.emote not in emotes:
        raise Refusal("no_emote", emotes=", ".join(emotes))
    return ChatSent(seat, "", command.emote)
