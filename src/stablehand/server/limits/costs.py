"""What requests and commands cost: about the milliseconds of the server's time that each may take.

Every route declares its cost (`cost=` in its decorator), every command has a row below; a test goes through
all of them. `budgets` counts them by client.
"""

from __future__ import annotations

from typing import Final

from stablehand.table import protocol as p

LIGHT: Final = 2.0
"""To parse a request and answer it from memory. Every request costs as much, whatever it asks for."""
MEDIUM: Final = 5.0
"""To read a table, to send one frame, to send a long text."""
HEAVY: Final = 20.0
"""To play a game again, to open a table, to ask a bot."""

COMMANDS: Final[dict[type[p.Command], float]] = {
    p.Ready: MEDIUM,
    p.Rename: MEDIUM,
    p.Configure: HEAVY,
    p.Bot: MEDIUM,
    p.Start: HEAVY,
    p.Answer: LIGHT,
    p.MoreTime: LIGHT,
    p.Quiet: MEDIUM,
    p.Orders: MEDIUM,
    p.Undo: HEAVY,
    p.Consent: HEAVY,
    p.Pause: MEDIUM,
    p.Kick: MEDIUM,
    p.Lock: MEDIUM,
    p.Pardon: MEDIUM,
    p.LetIn: MEDIUM,
    p.Leave: MEDIUM,
    p.Return: MEDIUM,
    p.Rematch: MEDIUM,
    p.Chat: MEDIUM,
    p.Emote: MEDIUM,
    p.Speak: MEDIUM,
    p.Why: MEDIUM,
    p.Older: MEDIUM,
    p.Hint: HEAVY,
}
"""The cost of each command."""
