"""Tables of Unstable Unicorns for tests, random games at them, and boards to start from."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

from stablehand.core.rng import Rng
from stablehand.games.unicorns import GAME
from stablehand.games.unicorns.decks.catalog import all_catalogs, catalog, packs_for
from stablehand.games.unicorns.decks.expansions import are_editions, pack
from stablehand.games.unicorns.resolution.machine import run
from stablehand.games.unicorns.state.rules import RULESETS, rules_for
from stablehand.games.unicorns.state.state import SEAT0
from stablehand.games.unicorns.turn.scene import Board, set_up
from support.games import Table
from support.unicorn_packs import drawn, options_of, with_all

if TYPE_CHECKING:
    from collections.abc import Iterator

    from stablehand.core.contract import Decision
    from stablehand.core.events import Recorder
    from stablehand.games.unicorns.decks.catalog import Catalog
    from stablehand.games.unicorns.state.state import State

SEAT_COUNTS = range(2, 9)
EVERY_DECK = tuple("+".join((deck.id, *deck.packs)) for deck in all_catalogs())
"""The names of all decks, alone and with each expansion that goes with them."""
TARGETS = ("after", "players", "cards")
WINDOWS = ("collect", "race", "seat_order")


def chosen(name: str) -> dict[str, object]:
    """Return the options for a deck, perhaps with expansions, by its name in EVERY_DECK."""
    deck, *packs = name.split("+")
    return {"deck": deck, "expansions": packs} if packs else {"deck": deck}


def deck_named(name: str) -> Catalog:
    """Return a deck, perhaps with expansions, by its name in EVERY_DECK."""
    deck, *packs = name.split("+")
    return catalog(deck, tuple(packs))


def every_pack(deck: str) -> tuple[str, ...]:
    """Return the expansions that go with a deck, one edition of each: as many as can be chosen at once."""
    found: list[str] = []
    for name in packs_for(deck):
        if not any(are_editions(pack(name), pack(other)) for other in found):
            found.append(name)
    return tuple(found)


EVERY_TABLE = tuple(
    Table(seats, {**chosen(deck), "ruleset": ruleset, "targets": targets, "window": window})
    for seats, deck, ruleset, targets, window in product(SEAT_COUNTS, EVERY_DECK, RULESETS, TARGETS, WINDOWS)
)
TWO_WAYS = tuple(table for table in EVERY_TABLE if table.options["targets"] != "players")
HOUSE_RULES: tuple[dict[str, object], ...] = (
    {"deck": "nsfw_2e", "party": "both", "strip_upgrade": "off", "first_player": "vote"},
    {"deck": "nsfw_1e", "party": "drink", "forced_choice": "actor", "super_neigh": "unwinds"},
    {"deck": "base_1e", "party": "strip", "pandas": "untouchable", "magic_in_own_shuffle": True},
    {"deck": "base_2e", "deck_out": "reshuffle", "forced_choice": "owner", "hand_limit": 4},
    {"deck": "nsfw_2e", "forced_choice": "actor", "destroy_scope": "any", "hand_size": 7},
    {"deck": "base_2e", "resolution": "chain", "unplayable_if_impossible": "whole", "then_needs": "all"},
    {"deck": "base_1e", "resolution": "stepwise", "play_unicorn_into": "own", "win": "at_once"},
)
PACK_TABLES = (
    *(Table(2 + number, options_of(deck, packs)) for number, (deck, packs) in enumerate(drawn(2, 2))),
    Table(3, {**with_all("base_2e"), "targets": "players"}),
    Table(5, {**with_all("base_1e"), "window": "seat_order", "deck_out": "reshuffle"}),
)
"""Tables with several packs: pairs by lot, and as many as there are."""
HOUSE_TABLES = (*(Table(2 + number, options) for number, options in enumerate(HOUSE_RULES)), *PACK_TABLES)


def spread(count: int, start: int = 0) -> tuple[Table, ...]:
    """Return `count` different random tables; `start` seeds the choice. At every third, players are named."""
    tables = list(TWO_WAYS)
    Rng.from_seed(start, "spread").shuffle(tables)
    return tuple(
        Table(table.seats, {**table.options, "targets": "players"})
        if number % 3 == 2 and table.seats > 2
        else table
        for number, table in enumerate(tables[:count])
    )


def moments(
    table: Table, seed: int, recorder: Recorder | None = None
) -> Iterator[tuple[State, tuple[Decision, ...]]]:
    """Play one random game, seats answering in any order; yield its state at each decision and the end."""
    rng = Rng.from_seed(seed, "moments")
    state = GAME.start(table.seats, seed, table.options, recorder=recorder)
    while asks := GAME.pending(state):
        yield state, asks
        decision = rng.choice(asks)
        GAME.answer(state, decision.seat, rng.choice(decision.options), recorder=recorder)
    yield state, ()


def board(
    *stables: list[str],
    hands: tuple[list[str], ...] = (),
    options: dict[str, object] | None = None,
    phase: str = "action",
    **places: list[str],
) -> State:
    """Set up a table with these cards and seat 0 active, and run it to the first decision."""
    seats = len(stables)
    full: list[list[str]] = [*hands, *([] for _ in range(seats - len(hands)))]
    rules = rules_for(seats, {"two_player": False, **(options or {})})
    state = set_up(rules, Board(full, list(stables), phase=phase, **places), seed=1)  # type: ignore[arg-type]  # lists all
    run(state)
    return state


def names(state: State, cards: list[int]) -> list[str]:
    """Return the ids of cards."""
    return [state.rules.catalog.cards[card].id for card in cards]


def answer(state: State, seat: int, card: str, recorder: Recorder | None = None) -> None:
    """Answer with the first option that is this card."""
    decision = next(d for d in GAME.pending(state) if d.seat == seat)
    option = next(o for o in decision.options if o < SEAT0 and names(state, [o]) == [card])
    GAME.answer(state, seat, option, recorder=recorder)


def known(state: State, seat: int | None, other: int) -> list[str]:
    """Return the cards in another seat's hand that a seat sees (None: a spectator)."""
    cards = GAME.view(state, seat)["zones"]["seats"][other]["hand"]["cards"]  # type: ignore[call-overload, index]
    return sorted(str(card) for card in cards)  # type: ignore[union-attr]
