"""Options of Fairy Tale: valid values are accepted, bad ones are refused in one sentence."""

from __future__ import annotations

from typing import Any

import pytest

from stablehand.games.fairytale import GAME

WRONG: dict[str, tuple[tuple[Any, Any, Any], str]] = {
    "one seat": ((1, 0, {}), "Fairy Tale is for 2 to 5 seats, not 1."),
    "six seats": ((6, 0, {}), "Fairy Tale is for 2 to 5 seats, not 6."),
    "seats as text": (("4", 0, {}), "The number of seats must be a whole number, not '4'."),
    "seats that are a bool": ((True, 0, {}), "The number of seats must be a whole number, not True."),
    "a negative seed": ((2, -1, {}), "The seed must be a whole number from 0 to 2**256 - 1, not -1."),
    "a seed too large": ((2, 1 << 256, {}), "The seed must be a whole number from 0 to 2**256 - 1, not "),
    "a fraction of a seed": ((2, 1.0, {}), "The seed must be a whole number from 0 to 2**256 - 1, not 1.0."),
    "a seed that is a bool": (
        (2, True, {}),
        "The seed must be a whole number from 0 to 2**256 - 1, not True.",
    ),
    "an unknown option": (
        (2, 0, {"color": 1}),
        "Fairy Tale has no option 'color'; choose one of: deck, expert, ",
    ),
    "an unknown order": ((2, 0, {"order": "x"}), "The option 'order' must be seed or original, not 'x'."),
    "an order as a list": ((2, 0, {"order": []}), "The option 'order' must be seed or original, not []."),
    "expert as a number": ((2, 0, {"expert": 1}), "The option 'expert' must be true or false, not 1."),
    "an unknown deck": ((2, 0, {"deck": "x"}), "The option 'deck' must be fairy_tale, not 'x'."),
    "options as text": ((2, 0, "teams"), "Options must be names with their values, not 'teams'."),
    "five without expert": ((5, 0, {"expert": False}), "Five players need the expert cards: 'expert' cannot"),
    "teams of two": ((2, 0, {"teams": True}), "Teams are for 4 seats, not 2 (FT-TEAM-1)."),
    "teams of five": ((5, 0, {"teams": True}), "Teams are for 4 seats, not 5 (FT-TEAM-1)."),
}


@pytest.mark.parametrize("fault", WRONG)
def test_a_bad_value_is_refused_in_one_sentence(fault: str) -> None:
    (seats, seed, options), sentence = WRONG[fault]
    with pytest.raises(ValueError) as caught:  # noqa: PT011 - the sentence is compared below
        GAME.start(seats, seed, options)
    assert str(caught.value).startswith(sentence)
    assert str(caught.value).endswith(".")


def test_five_players_need_the_expert_cards() -> None:
    """FT-SETUP-1: each player uses twenty cards."""
    with pytest.raises(ValueError, match="FT-SETUP-1"):
        GAME.start(5, 0, {"expert": False})
    assert len(GAME.start(5, 0).deck) == 75
    assert len(GAME.start(4, 0, {"expert": False}).deck) == 60


def test_options_have_defaults() -> None:
    assert GAME.view(GAME.start(4, 0, {"teams": True}), None)["options"] == {
        "deck": "fairy_tale",
        "expert": True,
        "order": "seed",
        "close_all_reaches": "earlier",
        "most_tie_counts": True,
        "tie": "shared",
        "teams": True,
    }


def test_the_deal_depends_on_the_seed_only() -> None:
    digests = [GAME.digest(GAME.start(3, seed)) for seed in (0, 1, (1 << 256) - 1, 0)]
    assert len(set(digests)) == 3
    assert digests[0] == digests[3]


def test_options_may_be_none_or_empty() -> None:
    assert GAME.digest(GAME.start(2, 5, None)) == GAME.digest(GAME.start(2, 5, {}))
