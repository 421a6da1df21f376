"""Damaged commands: by byte, by token, by structure.

All randomness comes from one seed, so that a failure can be repeated.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from random import Random

Command = dict[str, Any]

NASTY: Final[tuple[Any, ...]] = (
    None, True, False, 0, -1, 1, 2, 3, 5, 7, 8, 10, 20, 255, 256, 1 << 31, (1 << 31) + 1, 1 << 40, 1 << 53,
    (1 << 63) - 1, 1 << 63, 1 << 64, -(1 << 63) - 1, 10**30, 10**400, 0.5, -0.0, 1e308,
    "", " ", "0", "null", "\x00", "\n", "{}", "a" * 41, "a" * 300, "я" * 100, "\u202e", "\u200b",
    "\ud83e\udd84", "{name}", "{0}", "%s", "${x}", "../..", "__class__", "f" * 32, "f" * 32 + "\n",
    "unicorns", "fairytale", "base_1e", "nsfw_2e", "deck", "easy", "first", "stepwise", "own", "pl",
    "softened", "race", "seat_order", "reshuffle", "end", "blitz", "drink", "after",
    [], {}, [[]], [None], {"": None}, [["neigh", "Say {it}"]], [[["discard", "x"]]],
    {"deck": []}, {"deck": {}},
    {"deck": 10**30}, {"deck": "base_2e", "hand_size": 10**20}, {"hand_size": 1e300},
    {"hand_limit": -1},
    {"house_rules": [["neigh", "say {name} %s"]]}, {"house_rules": [["neigh"]]}, {"house_rules": [[[[[]]]]]},
    {"house_rules": [["neigh", "x" * 9000]]}, {"expansions": [10**30]}, {"teams": 1}, {"party": "both"},
    {"lang": ["en"]}, {"order": None}, {"expert": "yes"}, {"unicorns_to_win": 0}, {"first_player": []},
    {"names": "\x00"}, {"pace": 1e-320, "window": 0}, {"pace": 5}, {"clock": "blitz", "window": 1},
    {"chat": 0},
)  # fmt: skip
"""Values that parsers often handle wrongly."""
TOKENS: Final = (
    b"{", b"}", b"[", b"]", b":", b",", b'"', b"\\", b"null", b"true", b"-", b"1e999", b"-0", b"1E400",
    b"0x10", b"NaN", b"Infinity", b'"\\u0000"', b'"\\ud800"', b'"\\', b"\xff", b"\xc0\x80", b"\xed\xa0\x80",
    b"\xf5", b"\xef\xbb\xbf", b"\x00", b"\r\n", b"9" * 25, b"9" * 5000, b"[" * 3000, b'{"a":' * 3000, b"/**/",
    b"'", b'"do":"start",', b'"id":"x",', b'"id":null,', b'"seat":1e0,', b'"option":0.0,', b'"on":1,',
)  # fmt: skip
TEXTS: Final = tuple(value for value in NASTY if isinstance(value, str))
HOUSE: Final = ("clock", "window", "pace", "stand_in", "chat", "undo", "public", "spectators")
OPTIONS: Final = (
    "deck", "ruleset", "expansions", "lang", "names", "hand_size", "hand_limit", "unicorns_to_win",
    "destroy_scope", "respond_to_own", "resolution", "targets", "window", "two_player", "forced_choice",
    "deck_out", "pandas", "super_neigh", "first_player", "party", "strip_upgrade", "house_rules", "silent",
    "expert", "order", "teams", "tie", "close_all_reaches", "most_tie_counts", "seats", "seed", "",
)  # fmt: skip
_TOKEN: Final = re.compile(rb'"(?:[^"\\]|\\.)*"|-?[0-9.eE+-]+|true|false|null|[{}\[\]:,]')


def damaged(rng: Random, commands: Sequence[Command]) -> bytes:
    """Return one of the commands, damaged once or a few times; sometimes unchanged."""
    kind = rng.random()
    if kind < 0.15:
        return written(rng.choice(commands))
    if kind < 0.5:
        return written(_altered(rng, rng.choice(commands)))
    if kind < 0.7:
        return _restructured(rng, commands)
    data = written(rng.choice(commands))
    damage: Callable[[Random, bytes, Sequence[Command]], bytes] = _tokens if kind < 0.85 else _bytes
    for _ in range(rng.choice((1, 1, 1, 2, 3, 8))):
        data = damage(rng, data, commands)
    return data


def _altered(rng: Random, command: Command) -> Command:
    """Return a valid command with other values."""
    keys = [key for key in command if key not in {"do", "id"}]
    altered = dict(command)
    for key in rng.sample(keys, min(len(keys), rng.choice((1, 1, 2)))):
        value = command[key]
        match value:
            case bool():
                altered[key] = not value
            case int() if key in {"seat", "seats"}:
                altered[key] = rng.randrange(9)
            case int():
                altered[key] = max(0, value + rng.choice((-100, -1, 1, 2, 10, 1 << 20)))
            case str() if key == "level":
                altered[key] = rng.choice((None, "normal", "hard"))
            case str() if key == "nonce":
                altered[key] = rng.choice((None, f"{rng.getrandbits(128):032x}"))
            case str():
                altered[key] = rng.choice(TEXTS)
            case dict():
                names = OPTIONS if key == "options" else HOUSE
                changed = {rng.choice(names): rng.choice(NASTY) for _ in range(rng.choice((1, 1, 2)))}
                altered[key] = rng.choice(({}, {**value, **changed}, changed))
            case _:
                pass
    return altered


def written(command: object) -> bytes:
    """Return a command as JSON bytes."""
    return json.dumps(command, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "surrogatepass")


def _bytes(rng: Random, data: bytes, commands: Sequence[Command]) -> bytes:
    at = rng.randrange(len(data) + 1)
    to = min(len(data), at + rng.choice((1, 1, 1, 2, 4, 16)))
    match rng.randrange(6):
        case 0:
            return data[:at] + data[to:]
        case 1:
            return data[:at] + rng.randbytes(to - at) + data[to:]
        case 2:
            return data[:at] + data[at:to] * rng.choice((2, 3, 50)) + data[to:]
        case 3:
            return data[:at]
        case 4:
            return data[:at] + written(rng.choice(commands))[at:]
        case _:
            flipped = bytes(byte ^ 1 << rng.randrange(8) for byte in data[at:to])
            return data[:at] + flipped + data[to:]


def _tokens(rng: Random, data: bytes, commands: Sequence[Command]) -> bytes:
    tokens = _TOKEN.findall(data)
    if not tokens:
        return rng.choice(TOKENS)
    at = rng.randrange(len(tokens))
    match rng.randrange(5):
        case 0:
            tokens[at] = rng.choice(TOKENS)
        case 1:
            tokens.insert(at, rng.choice(TOKENS))
        case 2:
            del tokens[at]
        case 3:
            tokens[at] = rng.choice(_TOKEN.findall(written(rng.choice(commands))))
        case _:
            other = rng.randrange(len(tokens))
            tokens[at], tokens[other] = tokens[other], tokens[at]
    return b"".join(tokens)


def _restructured(rng: Random, commands: Sequence[Command]) -> bytes:
    command: Any = dict(rng.choice(commands))
    for _ in range(rng.choice((1, 1, 2, 3))):
        other = rng.choice(commands)
        match rng.randrange(8):
            case 0 if command:
                del command[rng.choice(list(command))]
            case 1 if other:
                key = rng.choice(list(other))
                command[key] = other[key]
            case 2:
                command[rng.choice(("seat", "option", "state", "extra", "", "do", "é", "\x00"))] = rng.choice(
                    NASTY
                )
            case 3 if command:
                command[rng.choice(list(command))] = other
            case 4 if "do" in other:
                command["do"] = other["do"]
            case 5 if isinstance(command.get("options"), dict):
                options = dict(command["options"])
                options[rng.choice(OPTIONS)] = rng.choice(NASTY)
                command["options"] = options
            case _:
                if command:
                    command[rng.choice(list(command))] = rng.choice(NASTY)
    if rng.random() < 0.02:
        return written(rng.choice(([command], [command] * 3, {"": command}, str(command), rng.choice(NASTY))))
    return written(command)
