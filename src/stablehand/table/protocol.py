"""The messages of the table protocol: commands from clients and frames to them (docs/protocol.md).

All messages are JSON. A command has `do` and an `id`: a command that is sent twice is applied once. An answer
also has the state that the client saw and the decision it answers. Each command gets one reply: `accepted`,
`refused`, `told` (to `why` and `hint`) or `lines` (to `older`). Besides, every client gets a table frame
whenever the table has changed.

`scripts/typescript_types.py` copies the docstrings of this module into the TypeScript types.
"""
# ruff: noqa: PLC0414 - an import under its own name is an export for mypy

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

from msgspec import Meta, Struct

from stablehand.core.manifest import LanguageCode
from stablehand.table.frame_parts import AutoAnswer as AutoAnswer
from stablehand.table.frame_parts import KnockSeen as KnockSeen
from stablehand.table.frame_parts import Line as Line
from stablehand.table.frame_parts import OrdersSeen as OrdersSeen
from stablehand.table.frame_parts import Proof as Proof
from stablehand.table.frame_parts import Said as Said
from stablehand.table.frame_parts import Vote as Vote
from stablehand.table.frame_parts import WindowSeen as WindowSeen

PROTOCOL: Final = 1

Data = dict[str, Any]
"""JSON from a game: a view, an event, the meaning of an option. Its shape is not checked here."""

CommandId = Annotated[str, Meta(min_length=1, max_length=40, pattern=r"^[\x21-\x7e]+(?!\n)$")]
SeatNo = Annotated[int, Meta(ge=0, le=7)]
Nonce = Annotated[str, Meta(max_length=32, pattern=r"^[0-9a-f]{32}$")]
Count = Annotated[int, Meta(ge=0, le=1 << 40)]
Level = Literal["easy", "normal", "hard"]
Language = Literal[LanguageCode, "xx"]
ClockName = Literal["off", "relaxed", "brisk", "blitz"]


def _snake(name: str) -> str:
    return "".join(f"_{letter.lower()}" if letter.isupper() else letter for letter in name).lstrip("_")


class House(Struct, frozen=True, forbid_unknown_fields=True):
    """The settings of a table besides the rules of its game."""

    clock: ClockName = "off"
    window: Annotated[int, Meta(ge=0, le=120)] = 3
    """Seconds of a window; with 0 it waits for all responses."""
    pace: Annotated[float, Meta(ge=0, le=5)] = 1.0
    """Seconds that a bot takes for an answer, independent of its cards."""
    stand_in: Level = "normal"
    """The level of the bot that takes an empty seat, or the seat of a player who leaves."""
    chat: bool = True
    undo: bool = True
    public: bool = False
    spectators: bool = True


class Command(Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag=_snake, kw_only=True):
    """A request of a client."""

    id: CommandId


class Ready(Command, frozen=True, kw_only=True):
    """Before the game: set or clear the ready mark. The nonce goes into the shuffle."""

    on: bool = True
    nonce: Nonce | None = None


class Rename(Command, frozen=True, kw_only=True):
    """Change the player's name, before, during or after a game. A bot with that name gets another."""

    name: Annotated[str, Meta(max_length=200)]


class Configure(Command, frozen=True, kw_only=True):
    """Change the game, seats, options or settings before the game; for the host only."""

    game: Annotated[str, Meta(max_length=20)] | None = None
    seats: Annotated[int, Meta(ge=2, le=8)] | None = None
    options: Annotated[Data, Meta(max_length=40)] | None = None
    house: House | None = None


class Bot(Command, frozen=True, kw_only=True):
    """Put a bot on an empty seat or replace a bot; remove it with level null. For the host only.

    During a game every player may put a bot on the seat of a player who has been disconnected for a while.
    """

    seat: SeatNo
    level: Level | None = "normal"


class Start(Command, frozen=True, kw_only=True):
    """Start the game, with bots on the empty seats; for the host only."""

    nonce: Nonce | None = None


class Answer(Command, frozen=True, kw_only=True):
    """Answer a decision with one of its options."""

    state: Count
    decision: Count
    option: Annotated[int, Meta(ge=0, le=1 << 31)]


class MoreTime(Command, frozen=True, kw_only=True):
    """Ask for more time for the open decision; in a response window, for everybody."""


class Quiet(Command, frozen=True, kw_only=True):
    """Pass automatically in every window for the rest of this turn; `orders` sets rules that last."""

    on: bool = True


class Orders(Command, frozen=True, kw_only=True):
    """Set all standing orders of this seat: in which response windows it passes without being asked.

    None of them depends on the hand. With all of them false the seat is asked in every window.
    """

    until_turn: bool = False
    """Pass in every window until the seat's next turn begins."""
    threatened: bool = False
    """Pass unless a card is or may be aimed at this seat, or who plays it could win with one more card."""
    no_basics: bool = False
    """Pass when a card without text is played."""


class Undo(Command, frozen=True, kw_only=True):
    """Take the last answer back, at once or after a vote of the other players."""


class Consent(Command, frozen=True, kw_only=True):
    """Vote on the undo of another player."""

    agree: bool


class Pause(Command, frozen=True, kw_only=True):
    """Pause or resume the game with its clocks and bots; for the host only."""

    on: bool


class Kick(Command, frozen=True, kw_only=True):
    """Remove a player from a seat; during a game a bot takes it over. For the host only.

    The player is sent away: they cannot sit down again until the host sends `pardon`.
    """

    seat: SeatNo


class Lock(Command, frozen=True, kw_only=True):
    """Lock the table, so that nobody else can sit down, or unlock it; for the host only."""

    on: bool = True


class Pardon(Command, frozen=True, kw_only=True):
    """Allow all players who were kicked to sit down again; for the host only."""


class LetIn(Command, frozen=True, kw_only=True):
    """Agree to let somebody in, or refuse, which only the host can.

    The host's consent suffices, and so does that of all players who are present.
    """

    knock: Count
    agree: bool = True


class Leave(Command, frozen=True, kw_only=True):
    """Leave the seat: before the game it becomes empty, during it a bot plays until the player returns."""


class Return(Command, frozen=True, kw_only=True):
    """Take the seat back from the bot."""


class Rematch(Command, frozen=True, kw_only=True):
    """After the game: prepare another game at the same table; for the host only."""


class Chat(Command, frozen=True, kw_only=True):
    """Send a line of chat."""

    text: Annotated[str, Meta(max_length=2000)]


class Emote(Command, frozen=True, kw_only=True):
    """Send an emote."""

    emote: Annotated[str, Meta(max_length=20)]


class Speak(Command, frozen=True, kw_only=True):
    """Choose the language of all texts on this connection."""

    language: Language


class Why(Command, frozen=True, kw_only=True):
    """Ask why a card is not offered."""

    card: Annotated[str, Meta(max_length=60)]


class Older(Command, frozen=True, kw_only=True):
    """Ask for lines of the log that come before a number."""

    before: Count


class Hint(Command, frozen=True, kw_only=True):
    """Ask which option a bot would choose."""


AnyCommand = (
    Ready
    | Rename
    | Configure
    | Bot
    | Start
    | Answer
    | MoreTime
    | Quiet
    | Orders
    | Undo
    | Consent
    | Pause
    | Kick
    | Lock
    | Pardon
    | LetIn
    | Leave
    | Return
    | Rematch
    | Chat
    | Emote
    | Speak
    | Why
    | Older
    | Hint
)


class Accepted(Struct, frozen=True, tag_field="type", tag="accepted"):
    """The command was applied and stored; a crash cannot undo it."""

    id: str
    state: int


class Refused(Struct, frozen=True, tag_field="type", tag="refused"):
    """The command was not applied; nothing has changed."""

    id: str
    reason: str
    """A code for programs; docs/protocol.md lists them."""
    text: str
    """A sentence for people, in the language of the connection."""
    rules: tuple[str, ...] = ()
    """The ids of the rules that forbid it."""
    state: int = 0


class Told(Struct, frozen=True, tag_field="type", tag="told"):
    """The reply to `why` or `hint`."""

    id: str
    lines: tuple[str, ...]
    option: int | None = None
    rules: tuple[str, ...] = ()
    """After `why`, the ids of the rules that forbid the card."""


class Lines(Struct, frozen=True, tag_field="type", tag="lines"):
    """The reply to `older`: a part of the log."""

    id: str
    log_from: int
    log: tuple[Line, ...]


class Bye(Struct, frozen=True, tag_field="type", tag="bye"):
    """The last frame of a connection that the server closes on purpose."""

    reason: str
    text: str


class SeatSeen(Struct, frozen=True):
    """A seat as all clients see it."""

    seat: int
    name: str
    is_bot: bool
    """Whether a bot plays the seat now, perhaps for a player who is away."""
    level: Level | None
    is_player: bool
    is_host: bool
    is_ready: bool
    is_here: bool
    is_away: bool
    """Whether the player has been disconnected for a while: any player may let a bot play on."""
    bank: float | None
    """Seconds left in the time bank; null without a clock."""


class OptionSeen(Struct, frozen=True):
    """One option of a decision."""

    option: int
    label: str
    meaning: Data


class DecisionSeen(Struct, frozen=True):
    """The open decision of this seat."""

    id: int
    kind: str
    prompt: str
    options: tuple[OptionSeen, ...]
    least: int
    most: int
    picked: tuple[Any, ...]
    group: tuple[OptionSeen, ...]
    """For a decision that picks several: everything that can still be picked, each copy listed separately."""
    in_a_row: int
    """How many decisions like this one follow in a row, including this one, if nothing interrupts them."""
    is_revision: bool
    """Whether it is answered already; the answer may be changed until all players have answered."""
    answer: int | None
    """The option chosen, if it is answered already."""
    seconds: float | None
    """Seconds left; null without a time limit."""


class Table(Struct, frozen=True, tag_field="type", tag="table"):
    """The whole table as one audience may see it."""

    protocol: int
    code: str
    stage: Literal["lobby", "playing", "over", "closed"]
    game: str
    game_number: int
    title: str
    notice: str
    options: Data
    house: House
    seats: tuple[SeatSeen, ...]
    you: int | None
    language: str
    state: int
    is_paused: bool
    is_quiet: bool
    orders: OrdersSeen | None
    """Null for spectators."""
    window: WindowSeen | None
    auto_answer: AutoAnswer | None
    watching: int
    """The number of spectators."""
    moment: str
    prompt: str
    decision: DecisionSeen | None
    view: Data | None
    result: str
    log_from: int
    log: tuple[Line, ...]
    chat: tuple[Said, ...]
    vote: Vote | None
    is_locked: bool
    """Whether nobody else may sit down."""
    sent_away: tuple[str, ...]
    """The names of the players who were kicked and may not sit down again."""
    knocks: tuple[KnockSeen, ...]
    """The open requests to be let in; empty for spectators."""
    can_undo: bool
    proof: Proof


AnyFrame = Table | Accepted | Refused | Told | Lines | Bye
