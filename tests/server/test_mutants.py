"""Damaged commands against a table: each is done or refused, and the table can always be read again."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from hostile import Command, damaged, written
from stablehand.server.advice import _question
from stablehand.server.socket import read_command
from stablehand.table import protocol as p
from stablehand.table.facts import read, write
from stablehand.table.frames import Audience, Cursor, encode
from stablehand.table.lobby import Policy
from stablehand.table.refusal import Refusal
from table_club import Club, again, begun, seated

if TYPE_CHECKING:
    from stablehand.kernel.contract import Seat
    from stablehand.table.table import Table

MUTANTS = 2_000_000 if os.environ.get("STABLEHAND_RELEASE") == "1" else 200_000
GAMES = [
    ("fairytale", {}),
    ("unicorns", {"deck": "base_1e"}),
    ("unicorns", {"deck": "base_2e"}),
    ("unicorns", {"deck": "nsfw_2e"}),
]
SEEDS = (1, 2)
EACH = MUTANTS // len(GAMES) // len(SEEDS)
LONGEST = 120
"""Facts after which a table is read again and another one opened."""
LANGS = ("en", "ru", "pl", "it", "xx")


@dataclass
class Victim:
    """A table in bad hands."""

    game: str
    options: dict[str, Any]
    rng: Random
    club: Club = field(init=False)
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
        self.club = make(players, policy=Policy(adult="on"), **words)
        if make is begun and self.rng.random() < 0.5:
            self.club.play_on(self.rng.getrandbits(32), answers=self.rng.choice((5, 40, 100)))
        if make is begun and self.rng.random() < 0.1:
            self.club.play_on(self.rng.getrandbits(32))
        self.club.keep()
        lang = self.rng.choice(LANGS)
        self.audiences = [Audience(self.table, seat, lang) for seat in (*range(8), None)]
        self.look()

    @property
    def table(self) -> Table:
        """The table now."""
        return self.club.table

    def look(self) -> None:
        """See what decent players could say now."""
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
        if table.match is None:
            self.valid += [one for one in self.valid if one["do"] == "configure"] * 4
        if table.is_paused or self.rng.random() < 0.2:
            self.valid.append({"do": "pause", "id": f"p{n}", "on": not table.is_paused})
        if self.rng.random() < 0.05:
            self.valid += [{"do": "kick", "id": f"x{n}", "seat": 1}, {"do": "leave", "id": f"l{n}"}]
        if table.match is not None:
            for asked in table.match.asked.values():
                option = self.rng.choice(asked.decision.options)
                answer = {"do": "answer", "id": f"a{n}", "state": table.facts, "decision": asked.id}
                self.valid += [answer | {"option": option}] * 4

    def somebody(self) -> Seat | None:
        """Return who speaks next: mostly a player, sometimes a bot’s seat, sometimes a spectator."""
        chairs = self.table.chairs
        players = [chair.seat for chair in chairs if chair.is_player] or [0]
        speakers: list[Seat | None] = [*players * 4, *range(len(chairs)), None]
        return self.rng.choice(speakers)

    def hear(self, seat: Seat | None, data: bytes) -> None:
        """Let the table hear what somebody says; whatever it is, it is done or refused."""
        table, facts = self.table, self.table.facts
        audience = self.audiences[8 if seat is None else seat]
        try:
            command = read_command(data)
            match command:
                case p.Speak():
                    self.audiences = [Audience(table, who, command.language) for who in (*range(8), None)]
                case p.Why():
                    assert encode(audience.why(command.id, command.card))
                case p.Hint():
                    _question(table, seat)
                case _:
                    table.receive(seat, command, self.club.now)
        except Refusal as no:
            refusal = no
        else:
            self.done += 1
            self.check()
            return
        self.refused[refusal.reason] = self.refused.get(refusal.reason, 0) + 1
        assert (table.facts, table.news) == (facts, []), "refused, and yet something has happened"
        assert encode(audience.refused("", refusal))

    def check(self) -> None:
        """See whether the table is in order, and its news can be read again."""
        table = self.table
        for fact in table.news:
            assert read(write(fact)) == fact
        assert 2 <= len(table.chairs) <= 8
        assert [chair.seat for chair in table.chairs] == list(range(len(table.chairs)))
        names = [chair.name for chair in table.chairs if chair.name]
        assert len(set(names)) == len(names)
        assert (table.stage == "lobby") == (table.match is None)
        assert len(table.said) <= 100
        if table.match is not None:
            assert all(asked.decision.options for asked in table.match.asked.values())
        if table.news:
            self.club.keep()
            self.look()

    def pass_time(self) -> None:
        """Let bots think and clocks run; look at the table; now and then read it again."""
        self.club.wait(self.rng.choice((0.1, 3, 40)))
        self.check()
        who = self.rng.choice((*range(len(self.table.chairs)), 8))
        assert self.audiences[who].frame(self.club.now, Cursor())
        if self.table.facts > LONGEST or self.rng.random() < 0.1:
            self.read_again()
            self.open()

    def read_again(self) -> None:
        """Read the table again from what was stored."""
        told = kept(self.table)
        assert kept(again(self.club).table) == told


def kept(table: Table) -> object:
    """Return what a table must come back with."""
    match = table.match
    return (
        (table.id, table.code, table.game, table.options, table.house, table.key, table.nonces),
        (table.game_number, table.is_paused, table.is_closed, table.undos),
        [(c.name, c.tokens, c.level, c.sat, c.is_ready, c.nonce, c.bank) for c in table.chairs],
        match and (match.game.encode(match.state), match.standing, match.number, match.events),
        match and {seat: (asked.decision, asked.id) for seat, asked in match.asked.items()},
    )


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize(("game", "options"), GAMES, ids=str)
def test_a_damaged_command_is_done_or_refused_and_nothing_else(
    game: str, options: dict[str, str], seed: int
) -> None:
    rng = Random(f"mutants of {game} {options} {seed}")  # noqa: S311 - no secrets
    victim = Victim(game, options, rng)
    for number in range(EACH):
        data = damaged(rng, victim.valid)
        seat = victim.somebody()
        try:
            victim.hear(seat, data)
            if rng.random() < 0.01:
                victim.pass_time()
        except Exception as error:
            error.add_note(f"seed {seed}, mutant {number} from seat {seat}: {data[:2000]!r}")
            raise
    victim.read_again()
    # Most are refused where they are read; enough must come further, or this would try nothing.
    assert victim.done > EACH // 40
    assert victim.tables > EACH // 2_500
    assert len(victim.refused) > 15, victim.refused


def test_damage_is_damage_and_comes_from_its_seed() -> None:
    commands: list[Command] = [
        {"do": "configure", "id": "1", "seats": 4, "options": {"deck": "base_2e"}, "house": {"pace": 1}},
        {"do": "answer", "id": "2", "state": 1, "decision": 3, "option": 4},
    ]
    first, again = Random(1), Random(1)  # noqa: S311 - no secrets
    made = [damaged(first, commands) for _ in range(500)]
    assert made == [damaged(again, commands) for _ in range(500)]
    assert len(set(made)) > 200
    assert sum(data in map(written, commands) for data in made) < 300
