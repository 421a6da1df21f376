"""Cards nobody has printed: each is read or refused in a sentence, and games with them end."""

from __future__ import annotations

from collections import Counter

import pytest

from stablehand.core.rng import Rng
from stablehand.games.unicorns import GAME
from stablehand.games.unicorns.state import rules
from stablehand.games.unicorns.state.bounds import MOST_TURNS
from stablehand.games.unicorns.state.state import LIMBO
from stablehand.games.unicorns.vocabulary.schema import dump, fault_in, load
from stablehand.games.unicorns.vocabulary.sense import nonsense_in
from support.generated_cards import KNOWN, TYPES, random_card, random_deck
from support.sizes import sized
from support.unicorn_laws import check_knowledge, check_offers, check_traits, check_zones

CARDS = sized(quick=300, full=3_000, release=100_000)
GAMES = sized(quick=8, full=60, release=5_000)
BATCHES = 4
CHOSEN = sorted(rules.CHOICES.keys() - {"lang", "names"})
"""The options of which each game has one at random."""
MOST_ANSWERS = 100 * MOST_TURNS
"""Far more than any game has needed; those that cards or options make endless end by RUL-47 and RUL-48."""


def test_generated_cards_are_read_or_refused_in_a_sentence() -> None:
    rng = Rng.from_seed(15, "generated cards")
    faults: Counter[str] = Counter()
    for number in range(CARDS):
        kind = TYPES[number % len(TYPES)]
        abilities = random_card(rng, kind)
        assert fault_in(abilities) == ""
        assert load(dump(abilities)) == abilities
        fault = nonsense_in(abilities, kind, KNOWN)
        assert "\n" not in fault
        assert not fault.endswith(".")
        faults[fault] += 1
    assert CARDS // 20 < faults[""] < CARDS
    assert len(faults) > 20


@pytest.mark.parametrize("batch", range(BATCHES))
def test_games_with_generated_cards_end(monkeypatch: pytest.MonkeyPatch, batch: int) -> None:
    """No exception, no question without options, all invariants, and an end."""
    for seed in range(batch, GAMES, BATCHES):
        rng = Rng.from_seed(seed, "generated deck")
        deck = random_deck(rng)
        monkeypatch.setattr(rules, "catalog", lambda *_, deck=deck: deck)
        rules._rules.cache_clear()
        options: dict[str, object] = {"ruleset": rng.choice(tuple(rules.RULESETS))}
        options |= {name: rng.choice(rules.CHOICES[name]) for name in CHOSEN}
        try:
            _play(rng, seed, 2 + rng.below(5), options)
        finally:
            rules._rules.cache_clear()


def _play(rng: Rng, seed: int, seats: int, options: dict[str, object]) -> None:
    state = GAME.start(seats, seed, options)
    answers = 0
    while asks := GAME.pending(state):
        check_zones(state)
        check_knowledge(state)
        check_traits(state)
        assert all(decision.options for decision in asks), (seed, asks)
        if answers % 40 == 0:
            check_offers(state, asks)
        decision = rng.choice(asks)
        GAME.answer(state, decision.seat, rng.choice(decision.options))
        answers += 1
        assert answers < MOST_ANSWERS, f"the game {seed} does not end"
    assert state.is_over
    assert state.turn <= MOST_TURNS
    assert not state.zones[LIMBO]
    check_zones(state)
