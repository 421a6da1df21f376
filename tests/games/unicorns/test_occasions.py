"""Windows for Instants that answer a theft, a loss or a turn's beginning (RUL-62 to RUL-64)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from stablehand.core.contract import Kind, WindowSubject
from stablehand.games.unicorns import GAME
from stablehand.games.unicorns.knowledge.window_subject import window_subject
from stablehand.games.unicorns.state.bounds import MOST_EFFECTS
from stablehand.games.unicorns.state.state import PASS, YES
from stablehand.text.language import LANGUAGES
from support.text_speakers import narrator
from support.unicorn_games import answer, board, chosen, names

if TYPE_CHECKING:
    from stablehand.games.unicorns.state.state import State

DECK = chosen("base_2e+adventures_2e")
THIEF = ["pit_covered_in_leaves"]
KILLER = ["rhinocorn"]
HANDS = (["neigh"], ["fishing_rod", "unicorn_net"], ["yay"])


def begun(
    first: list[str], hands: tuple[list[str], ...] = HANDS, theirs: str = "narwhal", **options: object
) -> State:
    """Return a table at which seat 0's turn begins and everybody is asked for a Flare Gun."""
    return board(first, [theirs], [], hands=hands, phase="begin", options={**DECK, **options})


def about_to(
    first: list[str], hands: tuple[list[str], ...] = HANDS, theirs: str = "narwhal", **options: object
) -> State:
    """Return the same table when seat 0 is about to steal or destroy the card of seat 1."""
    state = begun(first, hands, theirs, **options)
    everybody_passes(state)
    GAME.answer(state, 0, YES)
    everybody_passes(state)  # about the sacrifice that pays for the theft
    answer(state, 0, theirs)
    return state


def everybody_passes(state: State) -> None:
    while (asks := GAME.pending(state)) and asks[0].kind is Kind.RESPOND:
        GAME.answer(state, asks[0].seat, PASS)


def asked(state: State) -> list[int]:
    return [decision.seat for decision in GAME.pending(state) if decision.kind is Kind.RESPOND]


def view_of(state: State, seat: int | None = None) -> Any:  # noqa: ANN401 - JSON
    return GAME.view(state, seat)


@pytest.mark.parametrize(
    ("make", "first", "verb", "card", "seats"),
    [
        (begun, THIEF, "turn", None, [1, 2]),
        (about_to, THIEF, "steal", "narwhal", [1, 2]),
        (about_to, KILLER, "destroy", "narwhal", [1, 2, 0]),
    ],
)
def test_who_is_asked_and_what_is_told_does_not_depend_on_hands(
    make: Any,  # noqa: ANN401 - one of the functions above
    first: list[str],
    verb: str,
    card: str | None,
    seats: list[int],
) -> None:
    others = (["unicorn_net"], ["neigh", "good_deal"], ["flare_gun"])
    told = []
    for hands in (HANDS, others):
        state = make(first, hands)
        assert asked(state) == seats
        view = view_of(state)
        assert view["occasion"] == {"verb": verb, "card": card, "owner": 0 if verb == "turn" else 1, "by": 0}
        assert view["pile"] == []
        told.append((view["occasion"], view["asking"]))
    assert told[0] == told[1]


@pytest.mark.parametrize("first", [THIEF, KILLER])
def test_a_turn_that_has_had_enough_opens_no_more_windows(first: list[str]) -> None:
    """RUL-47."""
    state = begun(first)
    everybody_passes(state)
    GAME.answer(state, 0, YES)
    everybody_passes(state)
    state.begun = MOST_EFFECTS
    answer(state, 0, "narwhal")
    assert names(state, state.stable(1)) == []
    assert view_of(state)["occasion"] == {"verb": "turn", "card": None, "owner": 1, "by": 1}, "the next turn"


def check_copies(state: State) -> None:
    assert GAME.decode(GAME.encode(state)) == state
    for seat in (None, 0, 1, 2):
        dealt = GAME.determinise(state, seat, 5)
        assert view_of(dealt, seat) == view_of(state, seat)
        assert window_subject(dealt) == window_subject(state)


@pytest.mark.parametrize("window", ["collect", "race", "seat_order"])
@pytest.mark.parametrize(("first", "instant"), [(THIEF, "fishing_rod"), (KILLER, "unicorn_net")])
def test_a_state_is_stored_and_dealt_again_inside_such_a_window(
    first: list[str], instant: str, window: str
) -> None:
    state = about_to(first, window=window)
    check_copies(state)
    answer(state, 1, instant)
    while not view_of(state)["pile"]:
        GAME.answer(state, asked(state)[0], PASS)
    check_copies(state)  # in the window about the Instant
    everybody_passes(state)
    if instant == "fishing_rod":
        assert names(state, state.stable(1)) == ["narwhal"]
    else:
        assert {"narwhal", "fishing_rod"} <= {*names(state, state.hand(1))}
    assert "occasion" not in view_of(state)


# ---- what standing orders look at


def test_a_theft_is_against_the_player_whose_card_it_is() -> None:
    assert window_subject(about_to(THIEF)) == WindowSubject(0, False, frozenset({1}), False, "")


def test_a_loss_is_against_the_player_whose_card_it_is() -> None:
    assert window_subject(about_to(KILLER)) == WindowSubject(0, False, frozenset({1}), False, "")


def test_a_sacrifice_is_against_the_player_who_makes_it() -> None:
    state = begun(["caffeine_overload", "narwhal"], theirs="llamacorn")
    everybody_passes(state)
    GAME.answer(state, 0, YES)
    answer(state, 0, "narwhal")
    assert view_of(state)["occasion"]["verb"] == "sacrifice"
    assert window_subject(state) == WindowSubject(0, False, frozenset({0}), False, "")


def test_a_turn_that_begins_is_against_nobody() -> None:
    assert window_subject(begun(THIEF)) == WindowSubject(0, False, frozenset(), False, "")


def test_a_player_who_needs_one_unicorn_has_nearly_won() -> None:
    six = [f"basic_unicorn_{colour}" for colour in ("red", "orange", "yellow", "green", "blue", "indigo")]
    subject = window_subject(begun([*THIEF, *six]))
    assert subject is not None
    assert subject.is_nearly_won


def test_an_instant_played_there_is_against_whoever_does_it_and_a_neigh_against_its_player() -> None:
    state = about_to(THIEF, (["neigh"], ["fishing_rod"], ["neigh"]))
    answer(state, 1, "fishing_rod")
    GAME.answer(state, 2, PASS)
    assert asked(state) == [2, 0]
    assert window_subject(state) == WindowSubject(0, False, frozenset({0}), False, "fishing_rod")
    answer(state, 0, "neigh")
    GAME.answer(state, 2, PASS)
    assert window_subject(state) == WindowSubject(0, False, frozenset({1}), False, "neigh")


# ---- what is said


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_window_says_what_is_about_to_happen_and_then_what_was_played(lang: str) -> None:
    speakers = [
        narrator(seat, 3, lang=lang, deck="base_2e", expansions=("adventures_2e",)) for seat in range(3)
    ]
    state = about_to(THIEF)
    said = [speakers[seat].prompt(view_of(state, seat)) for seat in range(3)]
    assert all(speakers[0].name("narwhal") in one for one in said), said
    assert len({*said}) == 3, "the thief, the player whose card it is, somebody else"
    answer(state, 1, "fishing_rod")
    GAME.answer(state, 2, PASS)
    rod = speakers[0].name("fishing_rod")
    assert rod in speakers[0].prompt(view_of(state, 0))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_card_that_stays_is_told_unlike_one_taken_from_the_deck(lang: str) -> None:
    speaker = narrator(None, 3, lang=lang, deck="base_2e", expansions=("adventures_2e",))
    about: dict[str, Any] = {"seat": 1, "cards": ["narwhal"]}
    held, kept, rescued = (
        speaker.log({"what": what, **about, **more})
        for what, more in (("held", {}), ("kept", {"count": 1}), ("rescue", {"goes": "hand 2", "by": 2}))
    )
    assert all(speaker.name("narwhal") in line for line in (held, kept, rescued))
    assert len({held, kept, rescued}) == 3
