"""What is said over the wire: commands from a seat, frames to an audience (docs/protocol.md).

Everything is JSON. A command has `do` and an `id`, so that one sent twice is done once; an answer also names
the state that was seen and the decision it answers. Each command is answered once, by `accepted`, `refused`
or `told`; besides, everybody is sent the table whenever it has changed.
"""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

from msgspec import Meta, Struct

PROTOCOL: Final = 1

Data = dict[str, Any]
"""JSON as a game makes it: a view, an event, what an option means."""

CommandId = Annotated[str, Meta(min_length=1, max_length=40, pattern=r"^[\x21-\x7e]+(?!\n)$")]
SeatNo = Annotated[int, Meta(ge=0, le=7)]
Nonce = Annotated[str, Meta(max_length=32, pattern=r"^[0-9a-f]{32}$")]
Count = Annotated[int, Meta(ge=0, le=1 << 40)]
Level = Literal["easy", "normal", "hard"]
Language = Literal["en", "ru", "pl", "it", "xx"]
ClockName = Literal["off", "relaxed", "brisk", "blitz"]


def _snake(name: str) -> str:
    return "".join(f"_{letter.lower()}" if letter.isupper() else letter for letter in name).lstrip("_")


class House(Struct, frozen=True, forbid_unknown_fields=True):
    """How a table is run, beside the rules of its game."""

    clock: ClockName = "off"
    window: Annotated[int, Meta(ge=0, le=120)] = 20
    """Seconds in which a card may be answered with an Instant; 0 waits for everybody."""
    pace: Annotated[float, Meta(ge=0, le=5)] = 1.0
    """Seconds that a bot takes for an answer, whatever it holds."""
    stand_in: Level = "normal"
    """The bot that takes an empty seat, or that of somebody who leaves."""
    chat: bool = True
    undo: bool = True
    public: bool = False
    spectators: bool = True


class Command(Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag=_snake, kw_only=True):
    """Something a client wants done."""

    id: CommandId


class Ready(Command, frozen=True, kw_only=True):
    """Before the game: ready to begin, or not after all. The nonce goes into the shuffle."""

    on: bool = True
    nonce: Nonce | None = None


class Configure(Command, frozen=True, kw_only=True):
    """The host changes the table before the game."""

    game: Annotated[str, Meta(max_length=20)] | None = None
    seats: Annotated[int, Meta(ge=2, le=8)] | None = None
    options: Annotated[Data, Meta(max_length=40)] | None = None
    house: House | None = None


class Bot(Command, frozen=True, kw_only=True):
    """The host puts a bot on a seat that is empty or a bot's, or takes it away (level null).

    Anybody may put one in for a player who has been gone for a while.
    """

    seat: SeatNo
    level: Level | None = "normal"


class Start(Command, frozen=True, kw_only=True):
    """The host begins the game; empty seats are taken by bots."""

    nonce: Nonce | None = None


class Answer(Command, frozen=True, kw_only=True):
    """Answer a decision with one of its options."""

    state: Count
    decision: Count
    option: Annotated[int, Meta(ge=0, le=1 << 31)]


class MoreTime(Command, frozen=True, kw_only=True):
    """Ask for more time, in a window or on the clock."""


class Quiet(Command, frozen=True, kw_only=True):
    """Let everything pass for the rest of this turn without being asked."""

    on: bool = True


class Undo(Command, frozen=True, kw_only=True):
    """Take one's last answer back, at once or by everybody's consent."""


class Consent(Command, frozen=True, kw_only=True):
    """Agree or not to somebody's taking back."""

    agree: bool


class Pause(Command, frozen=True, kw_only=True):
    """The host stops the clocks and the bots, or lets them go on."""

    on: bool


class Kick(Command, frozen=True, kw_only=True):
    """The host takes a seat from a player; a bot goes on for them."""

    seat: SeatNo


class Leave(Command, frozen=True, kw_only=True):
    """Give one's seat up: before the game it is empty then, during it a bot plays until one comes back."""


class Return(Command, frozen=True, kw_only=True):
    """Take one's seat back from the bot."""


class Rematch(Command, frozen=True, kw_only=True):
    """After the game: the same table again."""


class Chat(Command, frozen=True, kw_only=True):
    """Say something to the table."""

    text: Annotated[str, Meta(max_length=2000)]


class Emote(Command, frozen=True, kw_only=True):
    """Show what one feels."""

    emote: Annotated[str, Meta(max_length=20)]


class Speak(Command, frozen=True, kw_only=True):
    """Choose the language one is spoken to in."""

    language: Language


class Why(Command, frozen=True, kw_only=True):
    """Ask why a card is not offered."""

    card: Annotated[str, Meta(max_length=60)]


class Hint(Command, frozen=True, kw_only=True):
    """Ask what a bot would do."""


AnyCommand = (
    Ready
    | Configure
    | Bot
    | Start
    | Answer
    | MoreTime
    | Quiet
    | Undo
    | Consent
    | Pause
    | Kick
    | Leave
    | Return
    | Rematch
    | Chat
    | Emote
    | Speak
    | Why
    | Hint
)


class Accepted(Struct, frozen=True, tag_field="type", tag="accepted"):
    """The command was done, and will be there after any crash."""

    id: str
    state: int


class Refused(Struct, frozen=True, tag_field="type", tag="refused"):
    """The command was not done; nothing has changed."""

    id: str
    reason: str
    """A word for programs; docs/protocol.md lists them."""
    text: str
    """A sentence for people, in their language."""
    rules: tuple[str, ...] = ()
    """The rules of the game that say no."""
    state: int = 0


class Told(Struct, frozen=True, tag_field="type", tag="told"):
    """What was asked."""

    id: str
    lines: tuple[str, ...]
    option: int | None = None


class Bye(Struct, frozen=True, tag_field="type", tag="bye"):
    """The last word on a connection."""

    reason: str
    text: str


class ChairSeen(Struct, frozen=True):
    """A seat as everybody sees it."""

    seat: int
    name: str
    is_bot: bool
    """Whether a bot decides there now, perhaps for a player who is gone."""
    level: Level | None
    is_player: bool
    is_host: bool
    is_ready: bool
    is_here: bool
    bank: float | None
    """Seconds left besides those of each decision, where there is a clock."""


class OptionSeen(Struct, frozen=True):
    """Something that may be answered."""

    option: int
    label: str
    meaning: Data


class DecisionSeen(Struct, frozen=True):
    """The question to this seat."""

    id: int
    kind: str
    prompt: str
    options: tuple[OptionSeen, ...]
    least: int
    most: int
    picked: tuple[Any, ...]
    group: tuple[OptionSeen, ...]
    """Where several are picked one after the other: all that still can be, each copy by itself."""
    in_a_row: int
    """How many questions like this one come in a row, this one included, unless something comes between."""
    is_revision: bool
    """Whether it is answered already, and may be answered anew until the others have."""
    seconds: float | None
    """How long is left."""


class Line(Struct, frozen=True):
    """One line of the log: an event as this audience may hear it."""

    number: int
    text: str
    is_news: bool
    event: Data


class Said(Struct, frozen=True):
    """One line of the talk."""

    number: int
    seat: int
    text: str
    emote: str


class Vote(Struct, frozen=True):
    """Somebody wants to take back; who has yet to agree."""

    seat: int
    waiting: tuple[int, ...]
    seconds: float


class Proof(Struct, frozen=True):
    """How the shuffle can be checked: the key is shown when the game is over."""

    commitment: str
    nonces: tuple[str, ...]
    key: str | None


class Table(Struct, frozen=True, tag_field="type", tag="table"):
    """The table as one audience may know it."""

    protocol: int
    code: str
    stage: Literal["lobby", "playing", "over", "closed"]
    game: str
    game_number: int
    title: str
    notice: str
    options: Data
    house: House
    seats: tuple[ChairSeen, ...]
    you: int | None
    language: str
    state: int
    is_paused: bool
    is_quiet: bool
    watching: int
    """How many spectators there are."""
    moment: str
    prompt: str
    decision: DecisionSeen | None
    view: Data | None
    result: str
    log_from: int
    log: tuple[Line, ...]
    chat: tuple[Said, ...]
    vote: Vote | None
    can_undo: bool
    proof: Proof


AnyFrame = Table | Accepted | Refused | Told | Bye
