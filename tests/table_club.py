"""A table to test with: players who have names, a clock that is told the time, luck that is known."""

from __future__ import annotations

from dataclasses import dataclass, field
from hashlib import blake2b
from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from stablehand.bots.random import RandomBot
from stablehand.kernel.driver import decide
from stablehand.table import protocol as p
from stablehand.table.facts import Answered, AnyFact, Opened, read, write
from stablehand.table.frames import Audience
from stablehand.table.lobby import Policy
from stablehand.table.refusal import Refusal
from stablehand.table.table import Table
from stablehand.table.thinking import conclude, wanted

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from stablehand.kernel.contract import Option, Seat

NAMES = ("Ann", "Bob", "Cid", "Dot", "Eve", "Fay", "Gus", "Hal")
BEGAN = 1_700_000_000_000
KEY = bytes(range(32)).hex()


def luck(purpose: str = "") -> Any:  # noqa: ANN401 - a source of entropy
    """Return a source of bytes that always gives the same."""
    count = 0

    def entropy(n: int) -> bytes:
        nonlocal count
        count += 1
        return blake2b(f"{purpose}{count}".encode(), digest_size=n).digest()

    return entropy


@dataclass
class Club:
    """A table, what it has stored, and what time it is."""

    table: Table
    now: int = BEGAN
    stored: list[bytes] = field(default_factory=list)
    commands: int = 0

    def keep(self) -> None:
        """Store the news."""
        self.stored += [write(fact) for fact in self.table.take_news()]

    def facts(self) -> list[AnyFact]:
        """Return everything that has happened."""
        self.keep()
        return [read(body) for body in self.stored]

    def do(self, seat: Seat | None, kind: type[p.Command], /, **words: Any) -> None:  # noqa: ANN401 - any command's
        """Send a command, as it would come over the wire."""
        self.commands += 1
        words.setdefault("id", f"c{self.commands}")
        sent = msgspec.json.encode(kind(**words))
        self.table.receive(seat, msgspec.json.decode(sent, type=p.AnyCommand), self.now)

    def wait(self, seconds: float) -> None:
        """Let time pass, the table awake whenever it wants to be."""
        until = self.now + round(seconds * 1000)
        self.think()
        while (wake := self.table.wake_at()) is not None and wake <= until:
            self.now = max(self.now, wake)
            self.table.tick(self.now)
            self.think()
        self.now = until
        self.table.tick(self.now)

    def think(self) -> None:
        """Let the bots think, all of them at random."""
        for question in wanted(self.table):
            assert self.table.match is not None
            game = self.table.match.game
            state = game.decode(question.state)
            decision = next(ask for ask in game.pending(state) if ask.seat == question.seat)
            option = decide(game, state, decision, RandomBot(question.seed, question.seat))
            conclude(self.table, question.seat, question.id, option)

    def seen(self, seat: Seat | None, lang: str = "en") -> p.Table:
        """Return the table as a seat is shown it."""
        return msgspec.json.decode(Audience(self.table, seat, lang).frame(self.now), type=p.Table)

    def asked(self) -> list[Seat]:
        """Return who is asked."""
        assert self.table.match is not None
        return sorted(self.table.match.asked)

    def options(self, seat: Seat) -> tuple[Option, ...]:
        """Return what a seat may answer."""
        assert self.table.match is not None
        asked = self.table.match.question(seat)
        assert asked is not None
        return asked.decision.options

    def answer(self, seat: Seat, option: Option | None = None, /, **words: Any) -> None:  # noqa: ANN401 - parts of a command
        """Answer what a seat is asked, by its first option."""
        assert self.table.match is not None
        asked = self.table.match.question(seat)
        chosen = option
        if chosen is None and "option" not in words:
            chosen = self.options(seat)[0]
        words = {"state": self.table.facts, "decision": asked.id if asked else 0, "option": chosen} | words
        self.do(seat, p.Answer, **words)

    def play_on(self, seed: int = 1, *, answers: int = 100_000) -> int:
        """Let everybody answer at random until the game is over or so many answers are given."""
        assert self.table.match is not None
        match = self.table.match
        bots = [RandomBot(seed, seat) for seat in range(len(self.table.chairs))]
        given = 0
        while not match.is_over and given < answers:
            seat = min(match.asked)
            option = decide(match.game, match.state, match.asked[seat].decision, bots[seat])
            if self.table.chairs[seat].level is None:
                self.answer(seat, option)
            else:
                self.table.happen(Answered(self.now, seat, option, "bot"))
            given += 1
        return given

    def verb(self, seat: Seat, verb: str) -> Option:
        """Return the first option of a seat that means this."""
        assert self.table.match is not None
        game, state = self.table.match.game, self.table.match.state
        return next(o for o in self.options(seat) if game.meaning(state, seat, o)["verb"] == verb)


def opened(
    game: str = "fairytale",
    seats: int = 3,
    options: Mapping[str, object] | None = None,
    house: p.House | None = None,
    policy: Policy | None = None,
    key: str = KEY,
) -> Club:
    """Open a table at which nobody sits yet."""
    fact = Opened(BEGAN, "t1", "bcdfghjk", game, seats, dict(options or {}), house or p.House(), key)
    return Club(Table.open(fact, policy or Policy(adult="on"), luck()))


def seated(players: int | Sequence[Seat] = 3, **words: Any) -> Club:  # noqa: ANN401 - as for `opened`
    """Open a table with players at it, all of them connected."""
    club = opened(**words)
    for seat in range(players) if isinstance(players, int) else players:
        club.table.sit(NAMES[seat], seat, f"token {seat}", club.now)
        club.table.connect(seat)
    return club


def begun(players: int | Sequence[Seat] = 3, **words: Any) -> Club:  # noqa: ANN401 - as for `opened`
    """Begin a game at such a table; bots have the other seats."""
    club = seated(players, **words)
    host = club.table.host
    for chair in club.table.chairs:
        if chair.is_player and chair.seat != host:
            club.do(chair.seat, p.Ready, nonce=f"{chair.seat:032x}")
    club.do(host, p.Start, nonce="f" * 32)
    return club


def again(club: Club, now: int | None = None) -> Club:
    """Return the table as a server would have it that was started anew."""
    facts = club.facts()
    when = club.now if now is None else now
    return Club(
        Table.restore(facts, club.table.policy, luck("again"), when), when, list(club.stored), club.commands
    )


def refused(reason: str, deed: Any, *args: Any, **words: Any) -> None:  # noqa: ANN401 - whatever is tried
    """Try something and see it refused."""
    with pytest.raises(Refusal) as refusal:
        deed(*args, **words)
    assert refusal.value.reason == reason
