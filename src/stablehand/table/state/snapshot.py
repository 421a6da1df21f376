"""Snapshots: the state of a table as plain data, so that a long history is not played again from its start.

A snapshot only saves time. It is read by the version of the program that wrote it and by no other, and it
must decode to the state whose digest it names; otherwise the facts are added up as if there were none.
"""

from __future__ import annotations

import zlib
from dataclasses import asdict, fields
from typing import TYPE_CHECKING, Any, Final

import msgspec

from stablehand import __version__
from stablehand.core.branch import Branch
from stablehand.core.events import Event
from stablehand.core.journal import Answer, Journal, Undo
from stablehand.table.protocol import House
from stablehand.table.state.match import AnswerPosition, Match, Question
from stablehand.table.state.state import SeatState, SentAway, TableState

if TYPE_CHECKING:
    from stablehand.core.contract import Decision, Seat

FORMAT: Final = 2
FAST: Final = 1
"""The level of compression: a table waits for it."""
_PLAIN: Final = tuple(
    one.name
    for one in fields(TableState)
    if one.name not in {"house", "seats", "key", "nonces", "match", "undos", "done", "sent_away"}
)


def write_snapshot(state: TableState) -> bytes:
    """Return a state as bytes."""
    content = {
        "format": FORMAT,
        "version": __version__,
        "state": {name: getattr(state, name) for name in _PLAIN},
        "house": state.house,
        "seats": [asdict(seat) for seat in state.seats],
        "key": state.key.hex(),
        "nonces": state.nonces,
        "sent_away": state.sent_away,
        "undos": [[*key, count] for key, count in state.undos.items()],
        "done": list(state.done),
        "match": None if state.match is None else _write_match(state.match),
    }
    return zlib.compress(msgspec.json.encode(content), FAST)


def read_snapshot(body: bytes) -> TableState | None:
    """Return the state of a snapshot; None if another version wrote it, or it is damaged."""
    try:
        content = msgspec.json.decode(zlib.decompress(body))
        if (content["format"], content["version"]) != (FORMAT, __version__):
            return None
        state = TableState(**content["state"])
        state.house = msgspec.convert(content["house"], House)
        state.seats = [SeatState(**seat) for seat in content["seats"]]
        state.key = bytes.fromhex(content["key"])
        state.nonces = tuple(content["nonces"])
        state.sent_away = [
            SentAway(name, visitor, tuple(tokens)) for name, visitor, tokens in content["sent_away"]
        ]
        state.undos = {(seat, turn): count for seat, turn, count in content["undos"]}
        state.done = dict.fromkeys((seat, command) for seat, command in content["done"])
        state.match = None if content["match"] is None else _read_match(content["match"])
    except (zlib.error, msgspec.MsgspecError, ValueError, TypeError, KeyError, IndexError):
        return None
    return state


def _write_match(match: Match) -> dict[str, Any]:
    journal = match.journal
    return {
        "game": journal.game,
        "seats": journal.seats,
        "seed": f"{journal.seed:x}",
        "options": journal.options,
        "rules_version": journal.rules_version,
        "branches": [branch.write() for branch in journal.branches],
        "rows": [[row.to] if isinstance(row, Undo) else [row.seat, row.option] for row in journal.rows],
        "state": match.game.encode(match.state).hex(),
        "digest": match.game.digest(match.state),
        "events": [[one.what, one.rules, one.open, one.secret, one.audience] for one in match.events],
        "standing": match.standing,
        "number": match.number,
        "card_before": match.card_before,
        "pending": [[seat, one.id, one.at] for seat, one in match.pending.items()],
        "revisable": [[seat, one.id, one.at] for seat, one in match.revisable.items()],
    }


def _read_match(content: dict[str, Any]) -> Match | None:
    """Return a match; raise ValueError if its state is not the one that was written."""
    journal = Journal(
        content["game"],
        content["seats"],
        int(content["seed"], 16),
        content["options"],
        content["rules_version"],
        [Undo(row[0]) if len(row) == 1 else Answer(*row) for row in content["rows"]],
        branches=tuple(Branch.read(branch) for branch in content["branches"]),
    )
    match = Match.__new__(Match)
    match.take(
        journal,
        bytes.fromhex(content["state"]),
        [
            Event(what, tuple(rules), seen, secret, tuple(who))
            for what, rules, seen, secret, who in content["events"]
        ],
    )
    if match.game.digest(match.state) != content["digest"]:
        raise ValueError("the state of a snapshot is not what was written")
    match.number, match.card_before = content["number"], content["card_before"]
    match.standing = [AnswerPosition(*one) for one in content["standing"]]
    match.pending = _questions(match.game.pending(match.state), content["pending"])
    match.revisable = _questions(match.game.revisable(match.state), content["revisable"])
    return match


def _questions(decisions: tuple[Decision, ...], asked: list[list[int]]) -> dict[Seat, Question]:
    by_seat = {decision.seat: decision for decision in decisions}
    return {seat: Question(by_seat[seat], number, at) for seat, number, at in asked}
