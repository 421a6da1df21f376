"""One game in which every physical card has a unique random name.

    python tests/support/canary.py GAME DECK SEATS SEED

plays it, builds each frame for each seat and the spectators, and searches it for names of cards that this
viewer cannot have seen: in other hands, face down, in the deck. DECK may be a deck with expansions, such as
base_2e+dragons. The program runs in its own process, since it replaces the decks. The last line counts what
was checked; a finding is an AssertionError.
"""

from __future__ import annotations

import json
import re
import sys
import tomllib
from functools import cache
from random import Random
from typing import TYPE_CHECKING, Any

from stablehand.games.fairytale.decks import deck as fairytale
from stablehand.games.unicorns.decks import catalog, expansions

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from stablehand.core.contract import Seat

ALIAS = re.compile(rb"zq[0-9a-f]{12}", re.IGNORECASE)
LANGS = ("en", "ru")
UNICORN_KEYS = ("ability", "ability_first", "type", "tags", "two_player")
FAIRY_KEYS = ("faction", "type", "kind", "expert", "score", "effect", "chameleon")
OPEN = frozenset({"announced", "discard", "played"})


class Aliases:
    """Random names of cards, by card number."""

    def __init__(self, seed: int) -> None:
        self.rng = Random(f"canary {seed}")  # noqa: S311 - no secrets
        self.of: list[str] = []
        self.former: dict[str, tuple[str, tuple[str, ...]]] = {}
        """Type and tags of the unicorns' cards by their own ids, by which other cards name them."""

    def new(self) -> str:
        """Return the name of the next card."""
        self.of.append(f"zq{self.rng.getrandbits(48):012x}")
        return self.of[-1]

    def _one_by_one(
        self, cards: list[dict[str, Any]], keys: tuple[str, ...]
    ) -> tuple[list[dict[str, Any]], dict[str, str]]:
        """Return a row for each copy of each card, and the name of the first copy of each card."""
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
        """Return a deck or a pack with one row for each physical card."""
        table = tomllib.loads(text)
        cards = [{"ability": row["id"], **row} for row in table.pop("card")]
        self.former |= {row["id"]: (row["type"], tuple(row.get("tags", ()))) for row in cards}
        rows, first = self._one_by_one(cards, UNICORN_KEYS)
        for key in ("two_player_neigh", "cover"):
            if key in table:
                table[key] = first[table[key]]
        return toml(table, rows)

    def fairytale(self, text: str) -> str:
        """Return a deck with one row for each physical card; scores refer to the first copy of a card."""
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


def rename_all(aliases: Aliases, game: str, base: str, packs: list[str]) -> None:
    """Let a deck and its packs be read with new names of cards."""
    is_unicorns = game == "unicorns"
    module: Any = catalog if is_unicorns else fairytale
    parse, parse_pack = module.parse, expansions.parse_pack
    rename = cache(aliases.unicorns if is_unicorns else aliases.fairytale)
    # A card that names another still names it as before, which is no card of this deck.
    nonsense_in = vars(catalog)["nonsense_in"]
    vars(catalog)["nonsense_in"] = lambda abilities, kind, known: nonsense_in(
        abilities, kind, {**aliases.former, **known}
    )

    def parsed(text: str, where: str, *_: object, **more: object) -> object:
        return parse(rename(text) if where == base else text, where, **more)

    module.parse = parsed
    vars(expansions)["parse_pack"] = lambda text, where: parse_pack(
        rename(text) if where in packs else text, where
    )


def toml(table: dict[str, Any], rows: Iterable[dict[str, Any]]) -> str:
    """Return a deck as TOML."""
    lines = [f"{key} = {value(what)}" for key, what in table.items()]
    for row in rows:
        lines += ["[[card]]", *(f"{key} = {value(what)}" for key, what in row.items())]
    return "\n".join(lines)


def value(what: object) -> str:
    """Return a value as TOML."""
    if isinstance(what, dict):
        return "{" + ", ".join(f"{key} = {value(part)}" for key, part in what.items()) + "}"
    return json.dumps(what)


def unicorn_seen(state: Any, seat: Seat | None) -> set[int]:  # noqa: ANN401 - a game's own
    """Return the cards that are open, in the seat's hand, or were shown to the seat and are still known."""
    from stablehand.games.unicorns.state.state import DISCARD, HANDS, LIMBO, NURSERY  # noqa: PLC0415 - after the decks

    seats = state.rules.seats
    bit = seats if seat is None else seat  # what all seats know is not public
    seen = {card for card, known in enumerate(state.known) if known >> bit & 1}
    zones = [DISCARD, LIMBO, NURSERY, *range(HANDS + seats, HANDS + 2 * seats)]
    for zone in zones if seat is None else [*zones, HANDS + seat]:
        seen |= set(state.zones[zone])
    return seen


def fairytale_seen(state: Any, seat: Seat | None) -> set[int]:  # noqa: ANN401 - a game's own
    """Return the cards that are open, those that the viewer has or had in hand, and those they name.

    What a card counts or asks for is printed on it, and the account of its points repeats it.
    """
    seen = {card for other in range(state.rules.seats) for card in state.face_up(other)}
    deck = state.rules.cards
    for card in list(seen):
        score = deck.source["card"][card]["score"]
        seen |= {deck.number[name] for name in (*score.get("has", ()), score.get("per")) if name}
    if seat is not None:
        seen |= {*state.hands[seat], *state.kept[seat], *state.table[seat]}
    return seen


def main(game: str, deck: str, seats: int, seed: int) -> None:
    """Play a game and check every frame."""
    aliases = Aliases(seed)
    base, *packs = deck.split("+")
    rename_all(aliases, game, base, packs)

    from stablehand.bots.random import RandomBot  # noqa: PLC0415 - after the decks
    from stablehand.core.driver import decide  # noqa: PLC0415
    from stablehand.table.frames import Audience, Cursor  # noqa: PLC0415
    from support.table_setup import begun  # noqa: PLC0415

    options = {"deck": base, **({"expansions": packs} if packs else {})}
    harness = begun(seats, game=game, options=options, seats=seats, key=f"{seed + 1:064x}")
    match = harness.table.state.match
    assert match is not None
    if game == "unicorns":  # the cards of the base come first, but packs are read before it
        aliases.of[:] = match.state.rules.catalog.ids
    number = {alias.encode(): n for n, alias in enumerate(aliases.of)}
    assert len(number) == len(aliases.of) > 50
    assert all(ALIAS.fullmatch(alias) for alias in number), "a card has the name that it always has"
    visible: Callable[[Any, Seat | None], set[int]] = unicorn_seen if game == "unicorns" else fairytale_seen

    def cards_in(text: str) -> set[int]:
        return {number[alias.lower()] for alias in ALIAS.findall(text.encode())}

    bots = [RandomBot(seed, seat) for seat in range(seats)]
    audiences = [
        Audience(harness.table, seat, LANGS[at % 2]) for at, seat in enumerate((*range(seats), None))
    ]
    told = [Cursor()] * len(audiences)
    seen: list[set[int]] = [set() for _ in audiences]
    frames = hidden = shown = events = 0
    while True:
        # Played and discarded cards are public, even if they are shuffled away before the next question.
        public: set[int] = set()
        for event in match.events[events:]:
            happened: Any = event.seen_by(None)
            if happened["what"] in OPEN:
                public |= {number[card.encode()] for card in happened.get("cards") or [happened["card"]]}
        events = len(match.events)
        for at, audience in enumerate(audiences):
            may = visible(match.state, audience.seat)
            frame = audience.frame(harness.now, told[at])
            parts = json.loads(frame)
            log = cards_in(json.dumps(parts.pop("log")))
            now = cards_in(json.dumps(parts))
            everywhere = {alias.decode().lower() for alias in ALIAS.findall(frame)}
            assert everywhere == {aliases.of[card] for card in log | now}
            # In Fairy Tale a seat has seen every packet; in Unicorns the state holds what it still knows.
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
        seat = min(match.pending)
        harness.answer(seat, decide(match.game, match.state, match.pending[seat].decision, bots[seat]))
    sys.stdout.write(json.dumps({"frames": frames, "shown": shown, "hidden": hidden}) + "\n")


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4]))
