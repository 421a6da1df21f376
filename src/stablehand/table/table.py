"""The table as it stands: what its facts add up to, and what is only for now.

`Table.receive` takes a command, `Table.tick` lets time pass; both leave facts in `news`, which whoever owns
the table stores before anybody is told. Nothing here waits, draws lots or looks at a clock.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec

from stablehand.table import fold, lobby, playing, talk
from stablehand.table import protocol as p
from stablehand.table.facts import AnyFact, Opened, Resumed, Sat
from stablehand.table.refusal import Refusal

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from stablehand.kernel.contract import Option, Seat
    from stablehand.table.chairs import Chair
    from stablehand.table.lobby import Policy
    from stablehand.table.match import Match
    from stablehand.table.protocol import AnyCommand, House
    from stablehand.table.undo import Voting

REMEMBERED: Final = 512
"""Of so many commands a table remembers that they were done."""


class Table:
    """One table. Make it with `Table.open`, or from its facts with `Table.restore`."""

    def __init__(self, policy: Policy, entropy: Callable[[int], bytes]) -> None:
        self.policy = policy
        self.entropy = entropy
        self.news: list[AnyFact] = []
        """Facts that nobody has stored yet."""
        self.facts = 0
        """How many there are: the number of the state."""
        self.id = ""
        self.code = ""
        self.game = ""
        self.options: dict[str, object] = {}
        self.house: House = p.House()
        self.chairs: list[Chair] = []
        self.key = b""
        self.nonces: tuple[str, ...] = ()
        self.match: Match | None = None
        self.game_number = 1
        self.is_paused = False
        self.is_closed = False
        self.undos: dict[tuple[Seat, int], int] = {}
        self.touched = 0
        """When something happened last."""

        self.changes = 0
        """Goes up with everything that somebody could see."""

        # What is only for now: lost without harm when the server stops.
        self.done: dict[tuple[Seat, str], int] = {}
        self.voting: Voting | None = None
        self.said: list[p.Said] = []
        self.watching = 0
        self.thoughts: dict[Seat, tuple[int, Option | None]] = {}
        """What bots have come to, for which question."""
        self._doing: tuple[Seat, str] | None = None
        """The command that is being done."""
        self.thinking: dict[Seat, int] = {}
        """Which question each bot thinks about."""

    @classmethod
    def open(cls, opened: Opened, policy: Policy, entropy: Callable[[int], bytes]) -> Table:
        """Make a table; what does not fit is a Refusal."""
        table = cls(policy, entropy)
        lobby.check(opened.game, opened.seats, opened.options, opened.house, policy)
        table.happen(opened)
        return table

    @classmethod
    def restore(
        cls, facts: Iterable[AnyFact], policy: Policy, entropy: Callable[[int], bytes], now: int
    ) -> Table:
        """Make the table again that these facts add up to; nobody's time ran while nobody had it."""
        table = cls(policy, entropy)
        for fact in facts:
            fold.apply(table, fact)
            table.facts += 1
        if table.match is not None and not table.match.is_over and not table.is_closed:
            table.happen(Resumed(now))
        return table

    def happen(self, fact: AnyFact) -> None:
        """Let a fact be so, and keep it to be stored. One that cannot be leaves everything as it was."""
        if self._doing is not None and not fact.command:
            fact = msgspec.structs.replace(fact, actor=self._doing[0], command=self._doing[1])
        fold.apply(self, fact)
        self.facts += 1
        self.changes += 1
        self.news.append(fact)

    def take_news(self) -> list[AnyFact]:
        """Return the facts to be stored, and begin a new list."""
        news, self.news = self.news, []
        return news

    # ---- what is so

    @property
    def stage(self) -> str:
        """Before, during or after a game."""
        if self.is_closed:
            return "closed"
        if self.match is None:
            return "lobby"
        return "over" if self.match.is_over else "playing"

    @property
    def host(self) -> Seat | None:
        """The seat of the player who has been here longest and has not left."""
        players = sorted((chair.sat, chair.seat) for chair in self.chairs if chair.is_active)
        return players[0][1] if players else None

    @property
    def is_running(self) -> bool:
        """Whether time passes in a game. Bots alone do not play on where nobody watches."""
        if self.match is None or self.match.is_over or self.is_paused or self.is_closed:
            return False
        return bool(self.watching) or any(chair.here or chair.is_active for chair in self.chairs)

    def names(self) -> list[str]:
        """Return what each seat is called."""
        return [chair.called() or f"{chair.seat + 1}" for chair in self.chairs]

    def seat_of(self, token: str) -> Seat | None:
        """Return whose token this is the hash of."""
        return next((chair.seat for chair in self.chairs if token in chair.tokens), None)

    # ---- what is wanted

    def sit(self, name: str, seat: Seat | None, token: str, now: int) -> Seat:
        """Give a player a seat, the first empty one by default; or refuse."""
        seat, name = lobby.place(self, name, seat)
        self.happen(Sat(now, seat, name, token))
        return seat

    def receive(self, seat: Seat | None, command: AnyCommand, now: int) -> None:
        """Do what a seat (None: a spectator) wants, or raise Refusal and change nothing.

        A command that was done is not done again, and nothing is said against it.
        """
        if seat is None or not self.chairs[seat].is_player:
            raise Refusal("spectator")
        if (seat, command.id) in self.done:
            return
        if self.is_closed:
            raise Refusal("closed")
        self._doing = (seat, command.id)
        try:
            self._do(seat, command, now)
        finally:
            self._doing = None
        self.remember(seat, command.id)

    def _do(self, seat: Seat, command: AnyCommand, now: int) -> None:
        match command:
            case p.Ready() | p.Configure() | p.Start() | p.Rematch():
                lobby.receive(self, seat, command, now)
            case p.Bot() | p.Kick() | p.Leave() | p.Return() | p.Pause():
                lobby.arrange(self, seat, command, now)
            case p.Answer() | p.MoreTime() | p.Quiet() | p.Undo() | p.Consent():
                playing.receive(self, seat, command, now)
            case p.Chat() | p.Emote():
                talk.receive(self, seat, command)
            case p.Speak() | p.Why() | p.Hint():
                raise AssertionError(f"{command} is for whoever speaks to the seat")

    def remember(self, seat: Seat, command: str) -> None:
        """Keep in mind that a command was done."""
        if command:
            self.done[seat, command] = self.facts
            while len(self.done) > REMEMBERED:
                del self.done[next(iter(self.done))]

    # ---- who is there

    def connect(self, seat: Seat | None) -> None:
        """Somebody has come."""
        self.changes += 1
        if seat is None:
            self.watching += 1
        else:
            chair = self.chairs[seat]
            chair.here += 1
            chair.gone_at = None

    def disconnect(self, seat: Seat | None, now: int) -> None:
        """Somebody is gone, perhaps to come back."""
        self.changes += 1
        if seat is None:
            self.watching -= 1
            return
        chair = self.chairs[seat]
        chair.here -= 1
        if not chair.here:
            chair.gone_at = now

    # ---- time

    def tick(self, now: int) -> None:
        """Do whatever is due."""
        playing.tick(self, now)

    def wake_at(self) -> int | None:
        """Return when `tick` has something to do, None if only a message can change anything."""
        return playing.wake_at(self)
