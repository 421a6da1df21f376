"""Damaged commands: each is applied or refused, and the table can always be restored."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from stablehand.server.botpool.hints import _question
from stablehand.server.ws.session import read_command
from stablehand.table import protocol as p
from stablehand.table.commands.lobby import Permissions
from stablehand.table.frames import Audience, Cursor, encode
from stablehand.table.refusal import Refusal
from stablehand.table.state.facts import read, write
from stablehand.text.language import LANGUAGES, PSEUDO
from support.hostile import Command, damaged, written
from support.sizes import sized
from support.table_setup import TableHarness, begun, restored, seated

if TYPE_CHECKING:
    from stablehand.core.contract import Seat
    from stablehand.table.table import Table

MUTANTS = sized(quick=16_000, full=200_000, release=2_000_000)
GAMES = [
    ("fairytale", {}),
    ("unicorns", {"deck": "base_1e"}),
    ("unicorns", {"deck": "base_2e"}),
    ("unicorns", {"deck": "nsfw_2e"}),
]
SEEDS = (1, 2)
EACH = MUTANTS // len(GAMES) // len(SEEDS)
LONGEST = 120
"""The number of facts after which a table is restored and another one opened."""
LANGS = (*LANGUAGES, PSEUDO)


@dataclass
class Victim:
    """A table that gets damaged commands."""

    game: str
    options: dict[str, Any]
    rng: Random
    harness: TableHarness = field(init=False)
    valid: list[Command] = field(init=False)
    audiences: list[Audience] = field(init=False)
    done: int = 0
    refused: dict[str, int] = field(default_factory=dict)
    tables: int = 0

    def __post_init__(self) -> None:
        self.open()

    def open(self) -> None:
        """Open another table, at which a game may have begun."""
        self.tables += 1
        seats = self.rng.choice((2, 3, 4))
        players = self.rng.randint(1, seats)
        make = self.rng.choice((seated, seated, begun, begun, begun))
        house = p.House(pace=self.rng.choice((0.0, 1.0)), window=self.rng.choice((0, 20)))
        key = f"{self.rng.getrandbits(256):064x}"
        words = {"game": self.game, "seats": seats, "options": self.options, "house": house, "key": key}
        self.harness = make(players, permissions=Permissions(adult="on"), **words)
        if make is begun and self.rng.random() < 0.5:
            self.harness.play_on(self.rng.getrandbits(32), answers=self.rng.choice((5, 40, 100)))
        if make is begun and self.rng.random() < 0.1:
            self.harness.play_on(self.rng.getrandbits(32))
        self.harness.store_facts()
        lang = self.rng.choice(LANGS)
        self.audiences = [Audience(self.table, seat, lang) for seat in (*range(8), None)]
        self.collect_commands()

    @property
    def table(self) -> Table:
        """The current table."""
        return self.harness.table

    def collect_commands(self) -> None:
        """Collect the valid commands of all players."""
        table, n = self.table, self.rng.getrandbits(40)
        self.valid = [
            {"do": "ready", "id": f"r{n}", "on": True, "nonce": "a" * 32},
            {"do": "configure", "id": f"f{n}", "game": self.game, "seats": 4, "options": self.options},
            {"do": "configure", "id": f"g{n}", "options": self.options, "house": {"window": 5, "pace": 0.5}},
            {"do": "bot", "id": f"b{n}", "seat": 1, "level": "easy"},
            {"do": "start", "id": f"s{n}", "nonce": "b" * 32},
            {"do": "more_time", "id": f"m{n}"},
            {"do": "quiet", "id": f"q{n}", "on": True},
            {"do": "undo", "id": f"u{n}"},
            {"do": "consent", "id": f"c{n}", "agree": True},
            {"do": "return", "id": f"t{n}"},
            {"do": "rematch", "id": f"e{n}"},
            {"do": "chat", "id": f"h{n}", "text": "Neigh {name} %s \U0001f984"},
            {"do": "emote", "id": f"o{n}", "emote": "cheer"},
            {"do": "speak", "id": f"k{n}", "language": "pl"},
            {"do": "why", "id": f"w{n}", "card": "neigh"},
            {"do": "hint", "id": f"i{n}"},
        ]
        if table.state.match is None:
            self.valid += [one for one in self.valid if one["do"] == "configure"] * 4
        if table.state.is_paused or self.rng.random() < 0.2:
            self.valid.append({"do": "pause", "id": f"p{n}", "on": not table.state.is_paused})
        if self.rng.random() < 0.05:
            self.valid += [{"do": "kick", "id": f"x{n}", "seat": 1}, {"do": "leave", "id": f"l{n}"}]
        if table.state.match is not None:
            for asked in table.state.match.pending.values():
                option = self.rng.choice(asked.decision.options)
                answer = {
                    "do": "answer",
                    "id": f"a{n}",
                    "state": table.state.fact_count,
                    "decision": asked.id,
                }
                self.valid += [answer | {"option": option}] * 4

    def sender(self) -> Seat | None:
        """Return the sender of the next command: mostly a player, sometimes a bot’s seat or a spectator."""
        seats = self.table.state.seats
        players = [seat.seat for seat in seats if seat.is_player] or [0]
        speakers: list[Seat | None] = [*players * 4, *range(len(seats)), None]
        return self.rng.choice(speakers)

    def deliver(self, seat: Seat | None, data: bytes) -> None:
        """Send a message to the table, and check that it is applied or refused."""
        table, facts = self.table, self.table.state.fact_count
        audience = self.audiences[8 if seat is None else seat]
        try:
            command = read_command(data)
            match command:
                case p.Speak():
                    self.audiences = [Audience(table, who, command.language) for who in (*range(8), None)]
                case p.Why():
                    assert encode(audience.why(command.id, command.card))
                case p.Hint():
                    _question(table.state, seat)
                case _:
                    table.receive(seat, command, self.harness.now)
        except Refusal as no:
            refusal = no
        else:
            self.done += 1
            self.check()
            return
        self.refused[refusal.reason] = self.refused.get(refusal.reason, 0) + 1
        assert (table.state.fact_count, table.unstored) == (facts, []), "a refused message changed the table"
        assert encode(audience.refused("", refusal))

    def check(self) -> None:
        """Check the invariants of the table, and that its new facts decode to themselves."""
        table = self.table
        for fact in table.unstored:
            assert read(write(fact)) == fact
        assert 2 <= len(table.state.seats) <= 8
        assert [seat.seat for seat in table.state.seats] == list(range(len(table.state.seats)))
        names = [seat.name for seat in table.state.seats if seat.name]
        assert len(set(names)) == len(names)
        assert (table.state.stage == "lobby") == (table.state.match is None)
        assert len(table.volatile.chat) <= 100
        if table.state.match is not None:
            assert all(asked.decision.options for asked in table.state.match.pending.values())
        if table.unstored:
            self.harness.store_facts()
            self.collect_commands()

    def pass_time(self) -> None:
        """Run bots and clocks, build a frame, and sometimes restore the table."""
        self.harness.wait(self.rng.choice((0.1, 3, 40)))
        self.check()
        who = self.rng.choice((*range(len(self.table.state.seats)), 8))
        assert self.audiences[who].frame(self.harness.now, Cursor())
        if self.table.state.fact_count > LONGEST or self.rng.random() < 0.1:
            self.check_restored()
            self.open()

    def check_restored(self) -> None:
        """Restore the table from its facts and compare."""
        told = lasting_parts(self.table)
        assert lasting_parts(restored(self.harness).table) == told


def lasting_parts(table: Table) -> object:
    """Return the parts that a restored table must have."""
    match = table.state.match
    return (
        (
            table.state.id,
            table.state.code,
            table.state.game,
            table.state.options,
            table.state.house,
            table.state.key,
            table.state.nonces,
        ),
        (table.state.game_number, table.state.is_paused, table.state.is_closed, table.state.undos),
        [(c.name, c.tokens, c.level, c.sat, c.is_ready, c.nonce, c.bank) for c in table.state.seats],
        match
        and (match.game.encode(match.state), match.journal.rows, match.standing, match.number, match.events),
        match and {seat: (asked.decision, asked.id) for seat, asked in match.pending.items()},
    )


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize(("game", "options"), GAMES, ids=str)
def test_a_damaged_command_is_applied_or_refused(game: str, options: dict[str, str], seed: int) -> None:
    rng = Random(f"mutants of {game} {options} {seed}")  # noqa: S311 - no secrets
    victim = Victim(game, options, rng)
    for number in range(EACH):
        data = damaged(rng, victim.valid)
        seat = victim.sender()
        try:
            victim.deliver(seat, data)
            if rng.random() < 0.01:
                victim.pass_time()
        except Exception as error:
            error.add_note(f"seed {seed}, mutant {number} from seat {seat}: {data[:2000]!r}")
            raise
    victim.check_restored()
    # Most are refused while decoding; enough must get further, or the test would check nothing.
    assert victim.done > EACH // 40
    assert victim.tables > EACH // 2_500
    assert len(victim.refused) > 15, victim.refused


def test_damage_changes_a_command_and_is_determined_by_its_seed() -> None:
    commands: list[Command] = [
        {"do": "configure", "id": "1", "seats": 4, "options": {"deck": "base_2e"}, "house": {"pace": 1}},
        {"do": "answer", "id": "2", "state": 1, "decision": 3, "option": 4},
    ]
    first, again = Random(1), Random(1)  # noqa: S311 - no secrets
    made = [damaged(first, commands) for _ in range(500)]
    assert made == [damaged(again, commands) for _ in range(500)]
    assert len(set(made)) > 200
    assert sum(data in map(written, commands) for data in made) < 300
