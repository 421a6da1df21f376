"""Looking at the top of the deck: what is taken, where the rest goes, and who knows the cards (RUL-69)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import pytest

from stablehand.core.events import Recorder
from stablehand.games.unicorns import GAME
from stablehand.games.unicorns.bot.gains import gain
from stablehand.games.unicorns.knowledge.determinise import determinise
from stablehand.games.unicorns.state import rules, words
from stablehand.games.unicorns.state.state import DECK, DISCARD, SEAT0
from stablehand.games.unicorns.vocabulary import (
    CARD,
    TURN_BEGINS,
    Both,
    Cast,
    Draw,
    Look,
    Make,
    Plays,
    When,
    Word,
    a,
    discard,
)
from support.generated_cards import small_deck
from support.unicorn_games import answer, board, known, names

if TYPE_CHECKING:
    from collections.abc import Iterator

    from stablehand.games.unicorns.state.state import State
    from stablehand.games.unicorns.vocabulary import Abilities

WOODS: Final = ["ash", "birch", "cedar", "damson", "elm"]
WORDS: Final[dict[str, Word]] = {
    "sort": Look(3, rest="any_order"),
    "keep": Look(3, take=1),
    "sift": Look(4, take=2, rest="any_order"),
    "mill": Look(2, rest="discard"),
    "pick": Look(4, take=2, rest="discard"),
    "gift": Look(2, take=1, rest="give"),
    "alms": Look(2, rest="give"),
    "cycle": Both((Look(2, take=1), discard(a(CARD)))),
    "drain": Both((Draw(3), Look(2, take=1, rest="discard"))),
    "lend": Make("others", Look(3, take=1, rest="any_order")),
}
CARDS: Final[dict[str, tuple[str, Abilities]]] = {
    **{name: ("magic", (Cast(word),)) for name, word in WORDS.items()},
    **{name: ("magic", (Cast(Draw(1)),)) for name in WOODS},
    "again": ("upgrade", (When(TURN_BEGINS, Plays(2)),)),
}
BOTH: Final = pytest.mark.parametrize("ruleset", ["first", "second"])


@pytest.fixture(autouse=True)
def _deck(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    deck = small_deck(CARDS)
    for module in (rules, words):
        monkeypatch.setattr(module, "catalog", lambda *_: deck)
    rules._rules.cache_clear()
    words.words_of.cache_clear()
    yield
    rules._rules.cache_clear()
    words.words_of.cache_clear()


def table(card: str, ruleset: str = "second", **places: Any) -> State:  # noqa: ANN401 - parts of a board
    return board(["again"], [], [], hands=([card, "again"], [], []), options={"ruleset": ruleset}, **places)


def played(
    card: str, ruleset: str, *picks: str, deck: list[str] = WOODS, recorder: Recorder | None = None
) -> State:
    """Play a card as the first of three, with these cards on top of the deck, and choose these cards.

    The player may play another one afterwards, so that nobody has drawn since.
    """
    state = table(card, ruleset, deck_top=deck)
    answer(state, 0, card, recorder)
    for pick in picks:
        answer(state, 0, pick, recorder)
    return state


def hand(state: State) -> list[str]:
    """Return the sorted cards in the hand of seat 0, without the one that they could play next."""
    return sorted(name for name in names(state, state.hand(0)) if name != "again")


def on_top(state: State, n: int = 5) -> list[str]:
    return names(state, state.zones[DECK][::-1][:n])


def offered(state: State, seat: int = 0) -> list[str]:
    [decision] = [one for one in GAME.pending(state) if one.seat == seat]
    return names(state, [option for option in decision.options if option < SEAT0])


@BOTH
def test_all_are_put_back_in_an_order_of_ones_choice(ruleset: str) -> None:
    state = played("sort", ruleset)
    assert sorted(offered(state)) == WOODS[:3]
    answer(state, 0, "cedar")
    assert sorted(offered(state)) == WOODS[:2]
    answer(state, 0, "ash")
    assert on_top(state) == ["cedar", "ash", "birch", "damson", "elm"]


@BOTH
def test_what_is_not_taken_goes_back_in_the_same_order(ruleset: str) -> None:
    state = played("keep", ruleset, "birch")
    assert hand(state) == ["birch"]
    assert on_top(state, 3) == ["ash", "cedar", "damson"]


@BOTH
def test_two_are_taken_at_once_and_the_rest_put_in_order(ruleset: str) -> None:
    state = played("sift", ruleset, "birch", "damson")
    assert hand(state) == []
    answer(state, 0, "cedar")
    assert hand(state) == ["birch", "damson"]
    assert on_top(state, 3) == ["cedar", "ash", "elm"]


def test_of_equal_cards_one_is_offered() -> None:
    state = played("sift", "second", deck=["ash", "birch", "birch", "ash"])
    assert offered(state) == ["ash", "birch"]
    answer(state, 0, "birch")
    assert offered(state) == ["birch"]
    answer(state, 0, "birch")
    answer(state, 0, "ash")
    assert hand(state) == ["birch", "birch"]


@BOTH
@pytest.mark.parametrize(("card", "picks"), [("mill", ()), ("pick", ("ash", "cedar"))])
def test_the_rest_goes_to_the_discard_pile(ruleset: str, card: str, picks: tuple[str, ...]) -> None:
    state = played(card, ruleset, *picks)
    seen = WOODS[: 2 if card == "mill" else 4]
    rest = [wood for wood in seen if wood not in picks]
    assert names(state, state.zones[DISCARD]) == [*rest, card]
    assert hand(state) == sorted(picks)
    assert on_top(state, 1) == [WOODS[len(seen)]]


@BOTH
@pytest.mark.parametrize(("card", "picks", "given"), [("gift", ("ash",), ["birch"]), ("alms", (), WOODS[:2])])
def test_the_rest_is_given_to_another_player(
    ruleset: str, card: str, picks: tuple[str, ...], given: list[str]
) -> None:
    state = played(card, ruleset, *picks)
    [decision] = GAME.pending(state)
    assert decision.options == (SEAT0 + 1, SEAT0 + 2)
    GAME.answer(state, 0, SEAT0 + 2)
    assert sorted(names(state, state.hand(2))) == given
    assert hand(state) == list(picks)
    assert [known(state, seat, 2) for seat in (0, 2)] == [given, given]
    assert [known(state, seat, 2) for seat in (1, None)] == [[], []]


def test_nobody_is_asked_who_gets_nothing() -> None:
    """RUL-69: as many cards as there are."""
    state = table("gift", deck_only=["ash"])
    answer(state, 0, "gift")
    answer(state, 0, "ash")
    assert hand(state) == ["ash"]


@BOTH
def test_a_deck_that_the_same_effect_empties_shows_nothing(ruleset: str) -> None:
    state = table("drain", ruleset, deck_only=WOODS[:3])
    answer(state, 0, "drain")
    assert hand(state) == WOODS[:3]
    assert names(state, state.zones[DISCARD]) == ["drain"]


@BOTH
def test_the_card_taken_can_be_discarded_at_once(ruleset: str) -> None:
    state = played("cycle", ruleset, "ash", "ash")
    assert sorted(names(state, state.zones[DISCARD])) == ["ash", "cycle"]


# ---- who knows


def knowing(state: State, seat: int) -> list[str]:
    """Return the cards on top of the deck that a seat knows."""
    view: Any = GAME.view(state, seat)
    found: list[str] = view["zones"]["deck"]["top"]
    return found


@BOTH
def test_only_who_looks_knows_what_was_put_back(ruleset: str) -> None:
    state = played("sift", ruleset, "ash", "birch", "damson")
    assert knowing(state, 0) == ["damson", "cedar"]
    assert knowing(state, 1) == []


def test_who_knew_the_top_does_not_know_what_was_taken_or_the_new_order() -> None:
    state = table("keep", deck_top=WOODS)
    for card in state.zones[DECK][-3:]:
        state.known[card] |= 1 << 1
    answer(state, 0, "keep")
    answer(state, 0, "birch")
    assert known(state, 1, 0) == []
    assert knowing(state, 1) == []


def test_who_sees_the_rest_discarded_knows_what_was_taken_but_not_of_copies() -> None:
    for deck, sure in ((WOODS, ["ash", "cedar"]), (["ash", "ash", "cedar", "damson"], ["cedar"])):
        state = table("pick", deck_top=deck)
        for card in state.zones[DECK][-4:]:
            state.known[card] |= 1 << 1
        answer(state, 0, "pick")
        answer(state, 0, "ash")
        answer(state, 0, "cedar")
        assert known(state, 1, 0) == sure


@pytest.mark.parametrize("card", ["sort", "keep", "sift", "pick", "gift"])
@pytest.mark.parametrize("seat", [0, 1, None])
def test_a_dealt_state_goes_on_like_the_true_one(card: str, seat: int | None) -> None:
    """Who looks is offered what they saw; for others it may be any cards, and as many questions follow."""
    for seed in range(6):
        state = played(card, "second")
        for _ in range(4):
            dealt = determinise(state, seat, seed)
            assert GAME.decode(GAME.encode(dealt)) == dealt
            [true], [asked] = GAME.pending(state), GAME.pending(dealt)
            if seat == 0 or true.kind.value != "card":
                assert asked.options == true.options
            GAME.answer(dealt, asked.seat, asked.options[0])
            GAME.answer(state, true.seat, true.options[0])
            assert len(GAME.pending(dealt)) == len(GAME.pending(state))
            if GAME.pending(state)[0].why == "action":
                break
        assert GAME.pending(state)[0].why == "action"


# ---- what is said


def test_a_view_says_when_cards_are_put_in_an_order() -> None:
    def is_stacked(state: State) -> bool:
        view: Any = GAME.view(state, 0)
        return bool(view["decision"].get("step") == "stack")

    assert is_stacked(played("sort", "second"))
    assert not is_stacked(played("sift", "second", "ash"))
    assert is_stacked(played("sift", "second", "ash", "birch"))
    assert not is_stacked(played("pick", "second"))
    assert not is_stacked(played("gift", "second", "ash"))


def test_events_say_who_took_gave_and_put_back() -> None:
    def told(card: str, *picks: str) -> list[str]:
        recorder = Recorder()
        state = played(card, "second", *picks, recorder=recorder)
        if GAME.pending(state)[0].kind.value == "seat":
            GAME.answer(state, 0, SEAT0 + 1, recorder=recorder)
        return [event.what for event in recorder.events]

    assert "stacked" in told("sort", "ash", "birch")
    assert {"looked", "foresaw"} <= set(told("keep", "ash"))
    assert {"looked", "kept", "discard"} <= set(told("pick", "ash", "birch"))
    assert {"kept", "gave"} <= set(told("gift", "ash"))
    assert "kept" not in told("mill")


def test_bots_like_to_take_more_and_to_give_less() -> None:
    worth = {name: gain(word).own for name, word in WORDS.items()}
    assert worth["pick"] > worth["keep"] > worth["sort"] > worth["alms"]
    assert worth["keep"] > worth["gift"]
