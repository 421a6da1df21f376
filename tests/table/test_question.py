"""Decisions that pick several cards: marked cards are answered one by one, in the order of the group."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from stablehand import load
from stablehand.table.frames import decision_seen
from stablehand.text.voices import voice_for

if TYPE_CHECKING:
    from stablehand.table import protocol as p

GAMES = 6
LIMIT = "hand_limit"
"""The reason of a row of independent decisions."""


def put(game: Any, state: Any, seat: int, voice: Any) -> p.DecisionSeen | None:  # noqa: ANN401 - any game's
    """Return the decision of a seat as in a frame."""
    asked = next((decision for decision in game.pending(state) if decision.seat == seat), None)
    return None if asked is None else decision_seen(game, state, asked, game.view(state, seat), voice, 1)


def answered_by(asked: p.DecisionSeen, wanted: p.OptionSeen) -> int:
    """Return the option for a marked card, chosen as docs/protocol.md tells clients to."""
    same = [one.option for one in asked.options if one.option == wanted.option]
    alike = [one.option for one in asked.options if one.meaning == wanted.meaning]
    return (same + alike)[0]


@pytest.mark.parametrize("deck", ["base_1e", "nsfw_2e"])
def test_marked_cards_can_be_answered_in_the_order_of_the_group(deck: str) -> None:
    game = load("unicorns")
    rows: Counter[str] = Counter()
    for seed in range(GAMES):
        chance = Random(seed)  # noqa: S311 - the same every time
        options: dict[str, Any] = {"deck": deck, "hand_limit": 3}
        state = game.start(3, seed, options)
        voices = [voice_for("unicorns", ["Ann", "Bob", "Cleo"], seat, options, "en") for seat in range(3)]
        while pending := game.pending(state):
            first = pending[0]
            asked = (
                put(game, state, first.seat, voices[first.seat])
                if first.group or first.why == LIMIT
                else None
            )
            if asked is None or asked.in_a_row == 1:
                game.answer(state, first.seat, chance.choice(first.options))
                continue
            assert len({(one.option, one.label) for one in asked.group}) == len(asked.group) >= asked.in_a_row
            rows[first.why] += 1
            for done, at in enumerate(sorted(chance.sample(range(len(asked.group)), asked.in_a_row))):
                now = put(game, state, first.seat, voices[first.seat])
                if first.why == LIMIT and (now is None or now.in_a_row != asked.in_a_row - done):
                    break  # a discard has triggered an effect
                assert now is not None
                assert now.in_a_row == asked.in_a_row - done
                game.answer(state, first.seat, answered_by(now, asked.group[at]))
    assert rows[LIMIT] > GAMES
    assert len(rows) > 3


def test_a_single_decision_has_one_in_a_row() -> None:
    for name in ("unicorns", "fairytale"):
        game = load(name)
        state = game.start(2, 1, {})
        voice = voice_for(name, ["Ann", "Bob"], game.pending(state)[0].seat, {}, "en")
        asked = put(game, state, game.pending(state)[0].seat, voice)
        assert asked is not None
        assert (asked.in_a_row, asked.group) == (1, ())
