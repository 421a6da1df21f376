"""Which expansions go together: every one alone, pairs and triples by lot, and all that fit."""

from __future__ import annotations

from functools import cache
from itertools import combinations
from typing import TYPE_CHECKING

from stablehand.core.rng import Rng
from stablehand.games.unicorns.decks.catalog import DECKS, packs_for
from stablehand.games.unicorns.decks.expansions import are_editions, pack

if TYPE_CHECKING:
    from collections.abc import Sequence

Deck = tuple[str, tuple[str, ...]]
"""A base deck and its expansions."""
PAIRS = 40
TRIPLES = 20


@cache
def sets_of(size: int, deck: str) -> tuple[tuple[str, ...], ...]:
    """Return every set of so many packs that go with a deck and with one another."""
    found = combinations(sorted(packs_for(deck)), size)
    return tuple(packs for packs in found if not any(_are_rivals(*two) for two in combinations(packs, 2)))


@cache
def all_that_fit(deck: str) -> tuple[tuple[str, ...], ...]:
    """Return the largest sets of packs that go with a deck: several if a pack has two editions that do."""
    return next(found for size in range(len(packs_for(deck)), -1, -1) if (found := sets_of(size, deck)))


def drawn(count: int, size: int, seed: int = 19) -> tuple[Deck, ...]:
    """Return up to `count` different decks with so many packs each; each base deck as often as the others."""
    rng = Rng.from_seed(seed, f"{size} packs")
    left = {deck: list(sets_of(size, deck)) for deck in DECKS}
    found: list[Deck] = []
    for deck in DECKS:
        rng.shuffle(left[deck])
    while any(left.values()) and len(found) < count:
        found += [(deck, left[deck].pop()) for deck in DECKS if left[deck]]
    return tuple(found[:count])


@cache
def every_mixture() -> tuple[Deck, ...]:
    """Return every base deck, each with every pack, pairs and triples by lot, and all packs that fit."""
    singles = [(deck, packs) for deck in DECKS for packs in sets_of(1, deck)]
    full = [(deck, packs) for deck in DECKS for packs in all_that_fit(deck)]
    bases: list[Deck] = [(deck, ()) for deck in DECKS]
    return tuple(dict.fromkeys((*bases, *singles, *drawn(PAIRS, 2), *drawn(TRIPLES, 3), *full)))


def with_all(deck: str) -> dict[str, object]:
    """Return the options for a deck with as many packs as go with it; of two editions it has the older."""
    return options_of(deck, all_that_fit(deck)[0])


def for_all_ages(deck: str) -> tuple[str, ...]:
    """Return as many packs as go with a deck, without those that are 18+."""
    return tuple(name for name in all_that_fit(deck)[0] if not pack(name).is_adult)


def options_of(deck: str, packs: Sequence[str]) -> dict[str, object]:
    """Return the options for a deck with these packs."""
    return {"deck": deck, "expansions": list(packs)} if packs else {"deck": deck}


def _are_rivals(one: str, other: str) -> bool:
    return are_editions(pack(one), pack(other))
