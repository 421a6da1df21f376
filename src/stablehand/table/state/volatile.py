"""What is not stored of a table: connections, chat, votes, standing orders, what bots have chosen.

It is lost when the server stops, and nobody is worse off. Only `Volatile` changes it, in two ways: `apply`
takes a signal, the counterpart of a fact that is not stored; `follow` ends what a fact has made obsolete.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final, assert_never

from stablehand.table.protocol import Said
from stablehand.table.state import facts as f
from stablehand.table.state.orders import NO_ORDERS, StandingOrders
from stablehand.table.state.signals import (
    Agreed,
    ChangeCounted,
    ChatSent,
    CommandDone,
    Connected,
    Disconnected,
    Knock,
    Knocked,
    KnockEnded,
    LetInAgreed,
    OrdersSet,
    QuietSet,
    ReadySet,
    TaskDone,
    TaskGiven,
    TimeExtended,
    Vote,
    VoteFailed,
    VoteOpened,
    WentAway,
    Woke,
)

if TYPE_CHECKING:
    from stablehand.core.contract import Option, Seat
    from stablehand.table.state.match import Match
    from stablehand.table.state.signals import AnySignal
    from stablehand.table.state.state import TableState

MOST_SEATS: Final = 8
CHAT_LINES: Final = 100
"""The most lines of chat that are kept, for new connections."""
REMEMBERED: Final = 512
"""The most command ids that are remembered, so that a command sent again is not applied again."""
EACH_CHANGE: Final = 1_000
"""Milliseconds that each change around the game costs: the steady rate is one per second."""
CHANGES: Final = 30
"""The most changes around the game that a player may make in a burst."""
KNOCKS_KEPT: Final = 8
"""The most requests to be let in that are remembered; the oldest is forgotten first."""
MORE_TIME: Final = 30_000
"""Milliseconds that a player gets by asking for more time."""
MORE_TIME_IN_WINDOW: Final = 15_000
"""Milliseconds that everybody gets when somebody asks for more time in a response window."""


@dataclass(frozen=True, slots=True)
class AutoAnswered:
    """An answer that the table gave for a player."""

    state: int
    """The number of the state it led to."""
    by: f.By
    card: str
    """The id of the card on which the player passed in a response window; empty if it was none."""


@dataclass(slots=True)
class SeatActivity:
    """The volatile part of a seat."""

    connections: int = 0
    gone_at: int | None = None
    """When the last connection ended; None while there is one, and before the first."""
    is_away: bool = False
    """Whether the player has been disconnected for a while."""
    ready: bool | None = None
    """The ready mark; None: as it is stored."""
    nonce: str = ""
    changes_until: int = 0
    """The time at which the changes so far no longer count against the burst."""
    quiet: int | None = None
    """The turn in which this player passes in every window."""
    orders: StandingOrders = NO_ORDERS
    auto: AutoAnswered | None = None
    """The last answer, if the table gave it; None if the player or a bot did."""
    extra: int = 0
    """Milliseconds more for the open decision."""
    extensions: int = 0
    """How often more time was asked for in the open decision."""


@dataclass(slots=True)
class Volatile:
    """The volatile part of a table."""

    seats: tuple[SeatActivity, ...] = field(
        default_factory=lambda: tuple(SeatActivity() for _ in range(MOST_SEATS))
    )
    """Always `MOST_SEATS` of them; those that the table does not have are never changed."""
    is_asleep: bool = False
    """Whether the table was restored and not woken yet (`Table.wake`): nothing happens by itself."""
    spectators: int = 0
    chat: list[Said] = field(default_factory=list)
    vote: Vote | None = None
    knocks: dict[int, Knock] = field(default_factory=dict)
    """Requests to be let in, by number; some may be too old."""
    last_knock: int = 0
    given: dict[Seat, int] = field(default_factory=dict)
    """The question that each bot thinks about, or thought about last."""
    thoughts: dict[Seat, tuple[int, Option | None]] = field(default_factory=dict)
    """The option that each bot has chosen, and for which question."""
    done: dict[tuple[Seat, str], None] = field(default_factory=dict)
    """The commands that were done and led to no fact, the newest last."""

    # ---- who is at the table and ready, as far as that decides what somebody may do

    def is_ready(self, state: TableState, seat: Seat) -> bool:
        """Whether a player is ready."""
        mark = self.seats[seat].ready
        return state.seats[seat].is_ready if mark is None else mark

    def nonce_of(self, state: TableState, seat: Seat) -> str:
        """Return what a seat adds to the shuffle; "" if nothing."""
        return self.seats[seat].nonce or state.seats[seat].nonce

    def host_of(self, state: TableState) -> Seat | None:
        """Return the seat of the host: the player who has been here longest, still plays and is not away.

        If all are away, who has been here longest; None without players. A host who returns is the host
        again.
        """
        players = [(self.seats[one.seat].is_away, one.sat, one.seat) for one in state.seats if one.is_active]
        return min(players)[2] if players else None

    # ---- what changes it

    def apply(self, signal: AnySignal) -> None:
        """Apply a signal."""
        match signal:
            case Connected() | Disconnected():
                self._connect(signal)
            case Woke():
                self.is_asleep = False
                for activity in self.seats:
                    activity.gone_at = None if activity.connections else signal.at
            case QuietSet() | ReadySet() | ChangeCounted() | OrdersSet() | WentAway() | TimeExtended():
                self._change_seat(signal)
            case ChatSent():
                self._say(signal.seat, signal.text, signal.emote)
            case VoteOpened():
                self.vote = signal.vote
            case Agreed():
                assert self.vote is not None
                vote = self.vote
                self.vote = Vote(vote.seat, vote.to, vote.command, vote.waiting - {signal.seat}, vote.until)
            case VoteFailed():
                self.vote = None
            case Knocked() | LetInAgreed() | KnockEnded():
                self._knock(signal)
            case TaskGiven():
                self.given[signal.seat] = signal.question
            case TaskDone():
                if self.given.get(signal.seat) == signal.question:  # otherwise it comes too late
                    self.thoughts[signal.seat] = (signal.question, signal.option)
            case CommandDone():
                remember(self.done, signal.seat, signal.command)
            case _:
                assert_never(signal)

    def follow(self, fact: f.AnyFact, state: TableState) -> None:
        """End what a fact has made obsolete; the state is that after the fact."""
        match fact:
            case f.Configured() | f.Again():
                for activity in self.seats:
                    activity.ready, activity.nonce = None, ""
            case f.Sat():
                self.seats[fact.seat].ready, self.seats[fact.seat].nonce = None, ""
                if not self.seats[fact.seat].connections:
                    self.seats[fact.seat].gone_at = fact.at
                if state.stage == "playing":
                    self._say(fact.seat, fact.name, notice="joined")
            case f.Stood():
                self.seats[fact.seat].ready, self.seats[fact.seat].nonce = None, ""
                if fact.is_kicked:
                    self._say(fact.seat, state.sent_away[-1].name, notice="sent_away")
            case f.Seated():
                self.thoughts.pop(fact.seat, None)
                self.given.pop(fact.seat, None)
            case f.Started():
                for activity in self.seats:
                    activity.quiet, activity.extra, activity.extensions = None, 0, 0
                    activity.orders, activity.auto = NO_ORDERS, None
            case f.Answered() | f.Undone():
                self.vote = None
                assert state.match is not None
                self._follow_answer(fact, state.match, state.fact_count)
            case _:
                pass

    def _change_seat(
        self, signal: QuietSet | ReadySet | ChangeCounted | OrdersSet | WentAway | TimeExtended
    ) -> None:
        activity = self.seats[signal.seat]
        match signal:
            case ReadySet():
                activity.ready, activity.nonce = signal.on, signal.nonce or activity.nonce
            case ChangeCounted():
                activity.changes_until = max(activity.changes_until, signal.at) + EACH_CHANGE
            case QuietSet():
                activity.quiet = signal.turn
            case OrdersSet():
                activity.orders = signal.orders
            case WentAway():
                activity.is_away = True
            case TimeExtended():
                activity.extensions += 1
                for one in self.seats if signal.is_window else (activity,):
                    one.extra += MORE_TIME_IN_WINDOW if signal.is_window else MORE_TIME

    def _follow_answer(self, fact: f.Answered | f.Undone, match: Match, number: int) -> None:
        questions = [*match.pending.values(), *match.revisable.values()]
        is_new = all(question.id == number for question in questions)
        for seat, activity in enumerate(self.seats):
            if is_new:
                activity.extra, activity.extensions = 0, 0
            if activity.orders.until_turn:
                activity.orders = activity.orders.after(match.turn, is_own=match.active == seat)
        if isinstance(fact, f.Answered):
            is_auto = fact.by not in {"player", "bot"}
            auto = AutoAnswered(number, fact.by, match.card_before) if is_auto else None
            self.seats[fact.seat].auto = auto

    def _say(self, seat: Seat, text: str, emote: str = "", notice: str = "") -> None:
        """Add a line to the chat: a player's, or a notice of the table about the player named in `text`."""
        number = self.chat[-1].number + 1 if self.chat else 1
        self.chat.append(Said(number, seat, text, emote, notice))
        del self.chat[:-CHAT_LINES]

    def _knock(self, signal: Knocked | LetInAgreed | KnockEnded) -> None:
        if isinstance(signal, KnockEnded):
            self.knocks.pop(signal.knock, None)
        elif isinstance(signal, LetInAgreed):
            knock = self.knocks[signal.knock]
            self.knocks[signal.knock] = replace(knock, agreed=knock.agreed | {signal.seat})
        else:
            knock = signal.knock
            kept = [one for one in self.knocks.values() if one.visitor != knock.visitor]
            self.knocks = {one.number: one for one in [*kept[1 - KNOCKS_KEPT :], knock]}
            self.last_knock = knock.number

    def _connect(self, signal: Connected | Disconnected) -> None:
        step = 1 if isinstance(signal, Connected) else -1
        if signal.seat is None:
            self.spectators += step
            return
        activity = self.seats[signal.seat]
        activity.connections += step
        if isinstance(signal, Connected):
            activity.gone_at, activity.is_away = None, False
        elif not activity.connections:
            activity.gone_at = signal.at


def remember(done: dict[tuple[Seat, str], None], seat: Seat, command: str) -> None:
    """Add a command to those that were done, and forget the oldest."""
    done[seat, command] = None
    while len(done) > REMEMBERED:
        del done[next(iter(done))]
