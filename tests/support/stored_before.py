"""The values that are compared for a table or a journal stored by an earlier version.

The state digest of the unicorns covers the options of the game by name. A retired option changes it, and so
do new numbers for the words of the cards. So three things are compared, from the strictest to the one that
must never differ: the digest, the encoded state without retired options, and the views of all seats.
"""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing, contextmanager
from hashlib import sha256
from importlib import import_module
from pkgutil import walk_packages
from typing import TYPE_CHECKING, Any

from stablehand import Journal, load
from stablehand.games.unicorns.state.renumbered import OLD_NUMBERS
from stablehand.server.store import Store, url_for
from support.older_options import older_options
from support.paths import GOLDEN

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

STORED = GOLDEN / "stored"
NOW = 1_800_000_000_000
"""The time at which the tables are opened again, in milliseconds; later than every stored fact."""
RETIRED = frozenset({"respond_to_own"})
"""Options that later versions do not have; they never changed a game."""
TIMED = frozenset({"seconds", "bank"})
"""Fields of a frame that depend on the time at which it is built."""
LATER = frozenset(
    {
        "is_away",
        "answer",
        "asking",
        "auto_answer",
        "orders",
        "stages",
        "accounts",
        "is_locked",
        "sent_away",
        "knocks",
        "threat",
        "is_made",
        "whom",
        "moves",
    }
)
"""Fields of frames and views that later versions have added."""
OLDER_NUMBERS = {new: old for old, new in OLD_NUMBERS.items()}
"""The numbers of options when the files were written."""
RETOLD = frozenset({"log", "can_undo", "window", "prompt", "decision"})
"""Fields of a frame that later versions fill by other rules: words, offers, the open window. What a decision
offers is compared by the views."""
SHORT = 60
"""The length of JSON up to which a field is kept unhashed, so that a difference is readable."""
NEXT = 20
"""How many answers are given after a state, to check that the game goes on the same way."""


def defined(package: str, name: str, having: str = "__module__") -> Any:  # noqa: ANN401 - any class or function
    """Return the class or function with this name and attribute, from the module that defines it."""
    for info in walk_packages(import_module(package).__path__, f"{package}."):
        module = import_module(info.name)
        found = vars(module).get(name)
        if getattr(found, "__module__", "") == module.__name__ and hasattr(found, having):
            return found
    raise LookupError(f"No module of {package} defines {name}.")


@contextmanager
def database(folder: Path) -> Iterator[Store]:
    """Load the dump into a new database in a folder, and open it as a server does."""
    with closing(sqlite3.connect(folder / "stablehand.db")) as fresh:
        fresh.executescript((STORED / "tables.sql").read_text("utf-8"))
    with Store(url_for(folder, None)) as store:
        store.migrate()
        yield store


def restored(store: Store, code: str) -> dict[str, Any]:
    """Restore a table, and return its compared values."""
    read, table_class = defined("stablehand.table", "read"), defined("stablehand.table", "Table", "restore")
    audience, permissions = (
        defined("stablehand.table", "Audience"),
        defined("stablehand.table", "Permissions"),
    )
    record = store.find(code)
    assert record is not None
    bodies = store.facts(record.id)
    table = table_class.restore([read(body) for body in bodies], permissions(), bytes)
    table.wake(NOW)  # as the first of its players does
    return of_table(table, len(bodies), audience(table, 0, "en").frame(NOW))


def replayed(name: str) -> dict[str, Any]:
    """Replay a journal, and return its compared values."""
    journal = Journal.read((STORED / f"{name}.jsonl").read_bytes())
    state = of_state(journal.game, journal.replay(), journal.seats)
    return {"answers": len(journal.answers()), "pasts": len(journal.branches), "state": state}


def of_state(name: str, state: Any, seats: int) -> dict[str, Any]:  # noqa: ANN401 - any game's state
    """Return the compared values of a state."""
    game = load(name)
    encoded = json.loads(game.encode(state))
    views = [game.view(state, seat) for seat in (*range(seats), None)]
    return {
        "digest": game.digest(state),
        "options": sorted(encoded["options"]),
        "state": hashed(encoded),
        "views": hashed(views),
        "next": [hashed(view) for view in _next(name, state)],
        "scores": list(game.scores(state)),
    }


def _next(name: str, state: Any) -> list[Any]:  # noqa: ANN401 - any game's state
    """Give NEXT answers, each with the last option; return the spectator's view after every fifth."""
    game = load(name)
    state = game.clone(state)
    seen = []
    for number in range(NEXT):
        asks = game.pending(state)
        if not asks:
            break
        game.answer(state, asks[0].seat, asks[0].options[-1])
        if number % 5 == 4:
            seen.append(game.view(state, None))
    return seen


def of_table(table: Any, facts: int, frame: bytes) -> dict[str, Any]:  # noqa: ANN401 - a table of any version
    """Return the compared values of a table: its figures, the state of its game, and the frame of a seat."""
    shown = json.loads(frame)
    match = getattr(table, "state", table).match
    return {
        "stage": shown["stage"],
        "game": shown["game"],
        "game_number": shown["game_number"],
        "facts": facts,
        "seats": [[seat["name"], seat["level"], seat["is_player"]] for seat in shown["seats"]],
        "frame": {name: _brief(value) for name, value in shown.items() if name not in RETOLD | LATER},
        "state": of_state(shown["game"], match.state, len(shown["seats"])) if match else None,
    }


def hashed(value: object) -> str:
    """Return a short hash of JSON, without the parts that may differ."""
    text = json.dumps(_lasting(value), sort_keys=True, separators=(",", ":"))
    return sha256(text.encode()).hexdigest()[:16]


def _brief(value: object) -> object:
    lasting = _lasting(value)
    return lasting if len(json.dumps(lasting)) <= SHORT else hashed(value)


def _lasting(value: object) -> Any:  # noqa: ANN401 - JSON
    """Return JSON without retired options, later fields and fields that depend on the time."""
    if isinstance(value, dict):
        then = older_options(value)
        if isinstance(option := then.get("option"), int):
            then["option"] = OLDER_NUMBERS.get(option, option)
        if isinstance(then.get("step"), str):  # later than these files; a state of Fairy Tale has a number
            del then["step"]
        return {key: _lasting(part) for key, part in then.items() if key not in RETIRED | TIMED | LATER}
    return [_lasting(part) for part in value] if isinstance(value, list | tuple) else value
