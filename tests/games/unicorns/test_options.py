"""Options of Unstable Unicorns: every parameter can be set, bad values are refused in one sentence."""

from __future__ import annotations

from itertools import product

import pytest

from stablehand.games.unicorns import GAME
from stablehand.games.unicorns.decks.catalog import DECKS
from stablehand.games.unicorns.state.rules import CHOICES, OPTION_NAMES, RULESETS, TRIGGERS, rules_for

PARAMETERS = {
    "hand_size", "hand_limit", "unicorns_to_win", "play_unicorn_into", "destroy_scope",
    "unplayable_if_impossible", "then_needs", "win", "resolution", "targets", "window", "two_player",
    "forced_choice", "deck_out", "pandas", "super_neigh", "magic_in_own_shuffle", "first_player",
    "party", "strip_upgrade",
}  # fmt: skip
"""The parameters in the last section of the rules."""

VALUES: dict[str, tuple[object, ...]] = {
    **CHOICES,
    "hand_size": (1, 10),
    "hand_limit": (0, 30),
    "unicorns_to_win": (1, 30),
    "magic_in_own_shuffle": (True, False),
    "silent": (True, False),
    "two_player": (True, False),
    "first_player": ("random", "0", "1", "vote"),
    "deck": DECKS,
    "ruleset": tuple(RULESETS),
    "expansions": ((), ("nsfw_expansion",), ("dragons",)),
    "house_rules": ((("discard", "sing"),), ()),
}


def test_every_parameter_of_the_rules_is_an_option() -> None:
    assert set(OPTION_NAMES) >= PARAMETERS
    assert set(OPTION_NAMES) == set(VALUES)


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("name", VALUES)
def test_a_table_can_override_every_parameter(name: str, ruleset: str) -> None:
    for value in VALUES[name]:
        options = {"ruleset": ruleset, name: value}
        rules = rules_for(2, options)
        assert getattr(rules, name) == value
        assert rules_for(2, rules.options) == rules
        state = GAME.start(2, 1, options)
        assert GAME.pending(state)
        assert GAME.view(state, 0)["options"] == rules.options


def test_the_rulesets_match_the_rulebooks() -> None:
    """UU-TYPE-5, UU-KEY-destroy, UU-IMP-2, UU-EFF-4, UU-EFF-5, UU-PLAY-4."""
    names = ("play_unicorn_into", "destroy_scope", "unplayable_if_impossible", "resolution")
    found = {
        ruleset: tuple(getattr(rules_for(4, {"ruleset": ruleset}), n) for n in names) for ruleset in RULESETS
    }
    assert found == {
        "first": ("any", "any", "first", "chain"),
        "first-nsfw": ("any", "other", "first", "chain"),
        "second": ("own", "other", "no", "stepwise"),
    }
    for ruleset, seats in product(RULESETS, range(2, 9)):
        rules = rules_for(seats, {"ruleset": ruleset})
        assert (rules.hand_size, rules.hand_limit, rules.targets) == (5, 7, "after")
        assert rules.unicorns_to_win == (7 if seats <= 5 else 6)
        assert rules.two_player == (seats == 2)
        assert (rules.window, rules.deck_out, rules.pandas) == ("collect", "end", "named")
        assert (rules.forced_choice, rules.super_neigh, rules.party) == ("card", "closes", "none")
        assert (rules.then_needs, rules.win) == ("some", "settled")


@pytest.mark.parametrize(("name", "older", "newer"), [
    ("targets", "declare", "cards"),
    ("unplayable_if_impossible", True, "first"),
    ("unplayable_if_impossible", False, "no"),
])  # fmt: skip
@pytest.mark.parametrize("ruleset", RULESETS)
def test_what_an_earlier_version_called_a_value_means_the_same(
    name: str, older: object, newer: str, ruleset: str
) -> None:
    """UU-PLAY-4, UU-IMP-2: stored games name these values, and people have got used to them."""
    then = GAME.start(4, 7, {"ruleset": ruleset, name: older})
    now = GAME.start(4, 7, {"ruleset": ruleset, name: newer})
    assert then == now
    assert GAME.view(then, 0)["options"] == GAME.view(now, 0)["options"]
    assert getattr(then.rules, name) == newer


@pytest.mark.parametrize("value", [True, False])
@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_retired_option_of_a_stored_game_is_ignored(ruleset: str, *, value: bool) -> None:
    """UU-INST-1: no Instant answers one's own card, so `respond_to_own` never changed a game."""
    options = {"ruleset": ruleset, "respond_to_own": value}
    assert rules_for(3, options) == rules_for(3, {"ruleset": ruleset})
    assert GAME.start(3, 5, options) == GAME.start(3, 5, {"ruleset": ruleset})
    assert "respond_to_own" not in GAME.view(GAME.start(3, 5, options), 0)["options"]  # type: ignore[operator]


@pytest.mark.parametrize("deck", DECKS)
def test_a_deck_has_its_own_default_ruleset(deck: str) -> None:
    own = {"base_1e": "first", "base_2e": "second", "nsfw_1e": "first-nsfw", "nsfw_2e": "second"}[deck]
    assert rules_for(3, {"deck": deck}).ruleset == own
    assert rules_for(3, None).deck == "base_2e"


def test_the_goal_can_depend_on_the_number_of_seats() -> None:
    table = {"2..5": 5, "6..8": 4}
    assert [rules_for(n, {"unicorns_to_win": table}).unicorns_to_win for n in (2, 5, 6, 8)] == [5, 5, 4, 4]
    assert rules_for(3, {"unicorns_to_win": {"3": 9}}).unicorns_to_win == 9


BAD_VALUES: list[tuple[str, object]] = [
    *((name, "neither") for name in CHOICES),
    *((name, 7) for name in CHOICES),
    *((name, ["after"]) for name in CHOICES),
    *((name, None) for name in VALUES),
    ("deck", "base_3e"), ("deck", 1), ("deck", ["base_1e"]), ("deck", {}),
    ("ruleset", "third"), ("ruleset", True), ("ruleset", ["first"]),
    ("hand_size", 0), ("hand_size", 11), ("hand_size", "5"), ("hand_size", 5.0), ("hand_size", True),
    ("hand_limit", -1), ("hand_limit", 31), ("hand_limit", [7]),
    ("unicorns_to_win", 0), ("unicorns_to_win", 31), ("unicorns_to_win", {"6..8": 5}),
    ("unicorns_to_win", {"2..5": "many"}), ("unicorns_to_win", {}), ("unicorns_to_win", {"2..5": True}),
    ("unicorns_to_win", {"x..y": 5}), ("unicorns_to_win", {"2..5": {"2": 3}}),
    ("respond_to_own", 1), ("respond_to_own", "yes"), ("magic_in_own_shuffle", 0), ("two_player", "no"),
    ("unplayable_if_impossible", []), ("unplayable_if_impossible", 1), ("targets", True),
    ("first_player", 2), ("first_player", -1), ("first_player", "ann"), ("first_player", [0]),
    ("first_player", True), ("first_player", 1.0),
    ("expansions", ["kids"]), ("expansions", "dragons"), ("expansions", {}), ("expansions", 0),
    ("expansions", [["kids"]]), ("expansions", [1]),
    ("house_rules", "sing"), ("house_rules", [["discard"]]), ("house_rules", [["never", "sing"]]),
    ("house_rules", [["discard", 3]]), ("house_rules", ["discard"]), ("house_rules", {"discard": "sing"}),
    ("house_rules", [[["discard"], "sing"]]),
]  # fmt: skip


@pytest.mark.parametrize(("name", "value"), BAD_VALUES, ids=str)
def test_a_bad_value_is_refused_in_one_sentence(name: str, value: object) -> None:
    with pytest.raises(ValueError, match=name.removesuffix("s").replace("_", ".")) as caught:
        GAME.start(2, 1, {name: value})
    check_one_sentence(str(caught.value))


def check_one_sentence(text: str) -> None:
    assert text[0].isupper()
    assert text.endswith(".")
    assert "\n" not in text
    assert ". " not in text


def test_an_unknown_option_is_refused() -> None:
    with pytest.raises(
        ValueError, match=r"^Unstable Unicorns has no option 'hand_sise'; choose one of: deck, "
    ):
        GAME.start(2, 1, {"hand_sise": 5})


@pytest.mark.parametrize("seats", [-1, 0, 1, 9, 100, "2", 2.0, True, None])
def test_an_impossible_number_of_seats_is_refused(seats: object) -> None:
    """UU-SETUP-1."""
    with pytest.raises(ValueError, match="seats") as caught:
        GAME.start(seats, 1)
    check_one_sentence(str(caught.value))


@pytest.mark.parametrize("seed", [-1, "1", 1.5, None, True, 1 << 256])
def test_an_impossible_seed_is_refused(seed: object) -> None:
    with pytest.raises(ValueError, match="seed") as caught:
        GAME.start(2, seed)
    check_one_sentence(str(caught.value))


def test_the_two_player_rules_need_two_seats() -> None:
    """UU-TWO-3."""
    with pytest.raises(ValueError, match="UU-TWO-3"):
        GAME.start(3, 1, {"two_player": True})


def test_a_house_rule_may_use_every_trigger() -> None:
    """UU-PARTY-1."""
    for trigger in TRIGGERS:
        assert rules_for(3, {"house_rules": [[trigger, "sing"]]}).house_rules == ((trigger, "sing"),)
