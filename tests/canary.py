"""One game in which every physical card has a name of its own that occurs nowhere else in the world.

    python tests/canary.py GAME DECK SEATS SEED

plays it, builds each frame for each seat and the spectators, and looks for the names of cards that this
audience cannot have seen: in hands of others, face down, in the deck. It runs in a process of its own, since
the decks are other ones here. The last line says how much was looked at; what was found is an AssertionError.
"""

from __future__ import annotations

import json
import re
import sys
import tomllib
from random import Random
from typing import TYPE_CHECKING, Any

from stablehand.fairytale import deck as fairytale
from stablehand.unicorns import catalog

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from stablehand.kernel.contract import Seat

ALIAS = re.compile(rb"zq[0-9a-f]{12}", re.IGNORECASE)
LANGS = ("en", "ru")
UNICORN_KEYS = ("ability", "type", "tags", "two_player")
FAIRY_KEYS = ("faction", "type", "kind", "expert", "score", "effect", "chameleon")
OPEN = frozenset({"announced", "discard", "played"})


class Aliases:
    """Names for cards, by their numbers."""

    def __init__(self, seed: int) -> None:
        self.rng = Random(f"canary {seed}")  # noqa: S311 - no secrets
        self.of: list[str] = []

    def new(self) -> str:
        """Return a name for the next card."""
        self.of.append(f"zq{self.rng.getrandbits(48):012x}")
        return self.of[-1]

    def _one_by_one(
        self, cards: list[dict[str, Any]], keys: tuple[str, ...]
    ) -> tuple[list[dict[str, Any]], dict[str, str]]:
        """Return a row for each copy of each card, and of each card the name of its first copy."""
        rows: list[dict[str, Any]] = []
        first: dict[str, str] = {}
        for row in cards:
            for _ in range(row["copies"]):
                alias = self.new()
                first.setdefault(row["id"], alias)
                kept = {key: row[key] for key in keys if key in row}
                rows.append({**kept, "id": alias, "name": alias.title(), "copies": 1})
        return rows, first

    def unicorns(self, text: str) -> str:
        """Return a deck with one row a card."""
        table = tomllib.loads(text)
        cards = [{"ability": row["id"], **row} for row in table.pop("card")]
        rows, first = self._one_by_one(cards, UNICORN_KEYS)
        table["two_player_neigh"] = first.get(table.get("two_player_neigh", ""), "")
        return toml(table, rows)

    def fairytale(self, text: str) -> str:
        """Return a deck with one row a card; cards that score for others score for the first of these."""
        table = tomllib.loads(text)
        rows, first = self._one_by_one(table.pop("card"), FAIRY_KEYS)
        for row in rows:
            score = dict(row["score"])
            if "per" in score:
                score["per"] = first[score["per"]]
            if "has" in score:
                score["has"] = {first[card]: n for card, n in score["has"].items()}
            row["score"] = score
        plain = {key: value for key, value in table.items() if not isinstance(value, dict)}
        return toml(plain, rows)


def toml(table: dict[str, Any], rows: Iterable[dict[str, Any]]) -> str:
    """Write a deck."""
    lines = [f"{key} = {value(what)}" for key, what in table.items()]
    for row in rows:
        lines += ["[[card]]", *(f"{key} = {value(what)}" for key, what in row.items())]
    return "\n".join(lines)


def value(what: object) -> str:
    """Write a value."""
    if isinstance(what, dict):
        return "{" + ", ".join(f"{key} = {value(part)}" for key, part in what.items()) + "}"
    return json.dumps(what)


def unicorn_sight(state: Any, seat: Seat | None) -> set[int]:  # noqa: ANN401 - a game's own
    """Return the cards that lie open, that one holds, or that one was shown and still knows."""
    from stablehand.unicorns.state import DISCARD, HANDS, LIMBO, NURSERY  # noqa: PLC0415 - after the decks

    seats = state.rules.seats
    everybody = (1 << seats) - 1
    wanted = everybody if seat is None else 1 << seat
    seen = {card for card, known in enumerate(state.known) if known & wanted == wanted}
    zones = [DISCARD, LIMBO, NURSERY, *range(HANDS + seats, HANDS + 2 * seats)]
    for zone in zones if seat is None else [*zones, HANDS + seat]:
        seen |= set(state.zones[zone])
    return seen


def fairytale_sight(state: Any, seat: Seat | None) -> set[int]:  # noqa: ANN401 - a game's own
    """Return the cards that lie open, and those that one has or has had in hand."""
    seen = {card for other in range(state.rules.seats) for card in state.face_up(other)}
    if seat is not None:
        seen |= {*state.hands[seat], *state.kept[seat], *state.table[seat]}
    return seen


def main(game: str, deck: str, seats: int, seed: int) -> None:
    """Play a game and look at every frame."""
    aliases = Aliases(seed)
    module: Any = catalog if game == "unicorns" else fairytale
    parse, rename = module.parse, aliases.unicorns if game == "unicorns" else aliases.fairytale
    module.parse = lambda text, where, *more: parse(rename(text) if where == deck else text, where, *more)

    from stablehand.bots.random import RandomBot  # noqa: PLC0415 - after the decks
    from stablehand.kernel.driver import decide  # noqa: PLC0415
    from stablehand.table.frames import Audience, Cursor  # noqa: PLC0415
    from table_club import begun  # noqa: PLC0415

    options = {"deck": deck}
    club = begun(seats, game=game, options=options, seats=seats, key=f"{seed + 1:064x}")
    match = club.table.match
    assert match is not None
    number = {alias.encode(): n for n, alias in enumerate(aliases.of)}
    assert len(number) == len(aliases.of) > 50
    sight: Callable[[Any, Seat | None], set[int]] = unicorn_sight if game == "unicorns" else fairytale_sight

    def cards_in(text: str) -> set[int]:
        return {number[alias.lower()] for alias in ALIAS.findall(text.encode())}

    bots = [RandomBot(seed, seat) for seat in range(seats)]
    audiences = [Audience(club.table, seat, LANGS[at % 2]) for at, seat in enumerate((*range(seats), None))]
    told = [Cursor()] * len(audiences)
    seen: list[set[int]] = [set() for _ in audiences]
    frames = hidden = shown = events = 0
    while True:
        # What is played or discarded is shown to all, even if it is shuffled away before the next question.
        public: set[int] = set()
        for event in match.events[events:]:
            happened: Any = event.seen_by(None)
            if happened["what"] in OPEN:
                public |= {number[card.encode()] for card in happened.get("cards") or [happened["card"]]}
        events = len(match.events)
        for at, audience in enumerate(audiences):
            may = sight(match.state, audience.seat)
            frame = audience.frame(club.now, told[at])
            parts = json.loads(frame)
            log = cards_in(json.dumps(parts.pop("log")))
            now = cards_in(json.dumps(parts))
            everywhere = {alias.decode().lower() for alias in ALIAS.findall(frame)}
            assert everywhere == {aliases.of[card] for card in log | now}
            # In Fairy Tale one remembers every packet; of a hand of unicorns one knows what one still knows.
            known = may | seen[at] if game == "fairytale" else may
            for found, allowed in ((now, known), (log, known | seen[at] | public)):
                assert found <= allowed, (
                    f"seed {seed}, after {len(match.standing)} answers, to {audience.seat}: "
                    f"{[aliases.of[card] for card in found - allowed]} in {frame!r}"
                )
            frames, shown, hidden = frames + 1, shown + len(now), hidden + len(aliases.of) - len(known)
            told[at], seen[at] = audience.cursor(), known | public if game == "fairytale" else known
        if match.is_over:
            break
        seat = min(match.asked)
        club.answer(seat, decide(match.game, match.state, match.asked[seat].decision, bots[seat]))
    sys.stdout.write(json.dumps({"frames": frames, "shown": shown, "hidden": hidden}) + "\n")


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4]))
