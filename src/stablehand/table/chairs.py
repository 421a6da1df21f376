"""Who sits where: players, bots, and bots that stand in for players."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from stablehand.text.language import language

if TYPE_CHECKING:
    from stablehand.table.protocol import Level

BOT_NAMES: Final = tuple(language("en").catalogue("interface").say("bots").split(", "))
"""What a bot is called, by its seat; the same in every language, since players talk to each other."""
DEVICES: Final = 4
"""On so many devices a player may be at once; the oldest is forgotten."""


@dataclass(slots=True)
class Chair:
    """One seat at the table."""

    seat: int
    name: str = ""
    tokens: list[str] = field(default_factory=list)
    """Hashes of what proves that one is this player; none: it is nobody's."""
    level: Level | None = None
    """The bot that decides here now."""
    sat: int = 0
    """The first to sit down is the host."""
    is_ready: bool = False
    nonce: str = ""
    bank: int = 0
    """Milliseconds left besides those of each decision."""

    # What is not kept: it is about connections and passing wishes.
    here: int = 0
    gone_at: int | None = None
    quiet: int | None = None
    """The turn in which this player lets everything pass."""
    extra: int = 0
    """Milliseconds more for the decision that is open."""
    asked_more: int = 0

    @property
    def is_player(self) -> bool:
        """Whether the seat is somebody's."""
        return bool(self.tokens)

    @property
    def is_empty(self) -> bool:
        """Whether anybody may sit down."""
        return not self.tokens and self.level is None

    @property
    def is_active(self) -> bool:
        """Whether a player decides here."""
        return bool(self.tokens) and self.level is None

    def called(self) -> str:
        """Return the name of the player, or of the bot; "" where nobody sits."""
        return self.name or (BOT_NAMES[self.seat] if self.level else "")

    def clear(self) -> None:
        """Make the seat empty."""
        self.name, self.tokens, self.level = "", [], None
        self.is_ready, self.nonce = False, ""
