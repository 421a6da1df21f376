"""A table for tests, with named players, a clock that the test sets and fixed entropy."""

from __future__ import annotations

from dataclasses import dataclass, field
from hashlib import blake2b
from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from stablehand.bots.random import RandomBot
from stablehand.core.driver import decide
from stablehand.table import protocol as p
from stablehand.table.commands.lobby import Permissions
from stablehand.table.commands.requests import Sit
from stablehand.table.frames import Audience
from stablehand.table.refusal import Refusal
from stablehand.table.state.facts import Answered, AnyFact, Opened, Started, read, write
from stablehand.table.table import Table

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from stablehand.core.contract import Option, Seat

NAMES = ("Ann", "Bob", "Cid", "Dot", "Eve", "Fay", "Gus", "Hal")
BEGAN = 1_700_000_000_000
KEY = bytes(range(32)).hex()


def fixed_entropy(purpose: str = "") -> Any:  # noqa: ANN401 - a source of entropy
    """Return an entropy source that yields the same bytes in every run."""
    count = 0

    def entropy(n: int) -> bytes:
        nonlocal count
        count += 1
        return blake2b(f"{purpose}{count}".encode(), digest_size=n).digest()

    return entropy


@dataclass
class TableHarness:
    """A table, its stored facts and the current time."""

    table: Table
    now: int = BEGAN
    stored: list[bytes] = field(default_factory=list)
    commands: int = 0

    def store_facts(self) -> None:
        """Store the facts that are not stored yet."""
        self.stored += [body for body, _ in self.table.take_unstored()]

    def facts(self) -> list[AnyFact]:
        """Store new facts; return all stored ones, decoded."""
        self.store_facts()
        return [read(body) for body in self.stored]

    def do(self, seat: Seat | None, kind: type[p.Command], /, **words: Any) -> None:  # noqa: ANN401 - any command's
        """Encode and decode a command as the socket does, and hand it to the table."""
        self.commands += 1
        words.setdefault("id", f"c{self.commands}")
        sent = msgspec.json.encode(kind(**words))
        self.table.receive(seat, msgspec.json.decode(sent, type=p.AnyCommand), self.now)

    def sit(self, name: str, seat: Seat | None, token: str) -> Seat:
        """Seat a player, let in by the host if need be; on the first free seat if `seat` is None."""
        admission = self.table.admit(Sit(name, seat, token), self.now)
        if admission.is_waiting:
            self.do(self.table.host, p.LetIn, knock=self.table.volatile.last_knock)
        return admission.seat

    def wait(self, seconds: float) -> None:
        """Let time pass, and tick the table whenever it asks to be woken."""
        until = self.now + round(seconds * 1000)
        self.run_bots()
        while (wake := self.table.wake_at()) is not None and wake <= until:
            self.now = max(self.now, wake)
            self.table.tick(self.now)
            self.run_bots()
        self.now = until
        self.table.tick(self.now)

    def run_bots(self) -> None:
        """Choose an answer at random for every waiting bot."""
        for question in self.table.take_bot_tasks():
            assert self.table.state.match is not None
            game = self.table.state.match.game
            state = game.decode(question.state)
            decision = next(ask for ask in game.pending(state) if ask.seat == question.seat)
            option = decide(game, state, decision, RandomBot(question.seed, question.seat))
            self.table.conclude(question.seat, question.question, option)

    def seen(self, seat: Seat | None, lang: str = "en") -> p.Table:
        """Return the table frame of a seat, or of a spectator (None)."""
        return msgspec.json.decode(Audience(self.table, seat, lang).frame(self.now), type=p.Table)

    def asked(self) -> list[Seat]:
        """Return the seats with an open decision."""
        assert self.table.state.match is not None
        return sorted(self.table.state.match.pending)

    def options(self, seat: Seat) -> tuple[Option, ...]:
        """Return the options of a seat, which must have an open decision."""
        assert self.table.state.match is not None
        asked = self.table.state.match.question(seat)
        assert asked is not None
        return asked.decision.options

    def answer(self, seat: Seat, option: Option | None = None, /, **words: Any) -> None:  # noqa: ANN401 - parts of a command
        """Answer the decision of a seat, with its first option by default."""
        assert self.table.state.match is not None
        asked = self.table.state.match.question(seat)
        chosen = option
        if chosen is None and "option" not in words:
            chosen = self.options(seat)[0]
        words = {
            "state": self.table.state.fact_count,
            "decision": asked.id if asked else 0,
            "option": chosen,
        } | words
        self.do(seat, p.Answer, **words)

    def play_on(self, seed: int = 1, *, answers: int = 100_000) -> int:
        """Answer at random for all seats until the game ends, at most `answers` times; return how often."""
        assert self.table.state.match is not None
        match = self.table.state.match
        bots = [RandomBot(seed, seat) for seat in range(len(self.table.state.seats))]
        given = 0
        while not match.is_over and given < answers:
            seat = min(match.pending)
            option = decide(match.game, match.state, match.pending[seat].decision, bots[seat])
            if self.table.state.seats[seat].level is None:
                self.answer(seat, option)
            else:
                self.table.apply(Answered(self.now, seat, option, "bot"))
            given += 1
        return given

    def verb(self, seat: Seat, verb: str) -> Option:
        """Return the first option of a seat with this verb."""
        assert self.table.state.match is not None
        game, state = self.table.state.match.game, self.table.state.match.state
        return next(o for o in self.options(seat) if game.meaning(state, seat, o)["verb"] == verb)


def opened(
    game: str = "fairytale",
    seats: int = 3,
    options: Mapping[str, object] | None = None,
    house: p.House | None = None,
    permissions: Permissions | None = None,
    key: str = KEY,
    lang: str = "en",
) -> TableHarness:
    """Open a table with empty seats."""
    fact = Opened(BEGAN, "t1", "bcdfghjk", game, seats, dict(options or {}), house or p.House(), key, lang)
    return TableHarness(Table.open(fact, permissions or Permissions(adult="on"), fixed_entropy()))


def seated(players: int | Sequence[Seat] = 3, **words: Any) -> TableHarness:  # noqa: ANN401 - as for `opened`
    """Open a table with connected players: on the first seats, or on those listed."""
    harness = opened(**words)
    for seat in range(players) if isinstance(players, int) else players:
        harness.sit(NAMES[seat], seat, f"token {seat}")
        harness.table.connect(seat, harness.now)
    return harness


def begun(players: int | Sequence[Seat] = 3, **words: Any) -> TableHarness:  # noqa: ANN401 - as for `opened`
    """Start a game at such a table; bots take the empty seats."""
    harness = seated(players, **words)
    host = harness.table.host
    for seat in harness.table.state.seats:
        if seat.is_player and seat.seat != host:
            harness.do(seat.seat, p.Ready, nonce=f"{seat.seat:032x}")
    harness.do(host, p.Start, nonce="f" * 32)
    return harness


def restored(harness: TableHarness, now: int | None = None) -> TableHarness:
    """Return the table restored from its facts, as after a restart of the server."""
    facts = harness.facts()
    when = harness.now if now is None else now
    return TableHarness(
        Table.restore(facts, harness.table.permissions, fixed_entropy("again")),
        when,
        list(harness.stored),
        harness.commands,
    )


def aged(
    harness: TableHarness, version: int, *, spoil: int = -1, numbers: Mapping[int, int] | None = None
) -> None:
    """Let all games of a table have begun under another version, and make one answer illegal.

    With `numbers`, options are stored by the numbers that they had then.
    """
    bodies, answers = [], 0
    for fact in harness.facts():
        changed: AnyFact = fact
        if isinstance(fact, Started):
            changed = msgspec.structs.replace(fact, rules_version=version)
        elif isinstance(fact, Answered):
            option = (numbers or {}).get(fact.option, fact.option)
            changed = msgspec.structs.replace(fact, option=3999 if answers == spoil else option)
            answers += 1
        bodies.append(write(changed))
    harness.stored[:] = bodies


def refused(reason: str, call: Any, *args: Any, **words: Any) -> None:  # noqa: ANN401 - any call
    """Call `call` and check that it raises Refusal with this reason."""
    with pytest.raises(Refusal) as refusal:
        call(*args, **words)
    assert refusal.value.reason == reason
