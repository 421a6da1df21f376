"""Every game ends, with cards that set each other off for ever and tables that never run out of cards."""

from __future__ import annotations

import tomllib
from typing import TYPE_CHECKING, Final

import pytest

from stablehand import Recorder
from stablehand.core.contract import Kind
from stablehand.core.rng import Rng
from stablehand.games.unicorns import GAME
from stablehand.games.unicorns.state import rules
from stablehand.games.unicorns.state.bounds import MOST_EFFECTS, MOST_REFILLS, MOST_TURNS
from stablehand.games.unicorns.state.state import DECK, DISCARD, DRAW, NO
from stablehand.games.unicorns.turn.turn import actions
from stablehand.games.unicorns.vocabulary import (
    UPGRADE,
    Act,
    Both,
    Cast,
    Instead,
    May,
    Plays,
    When,
    a,
    named,
    sacrifice,
    take,
)
from stablehand.text.language import LANGUAGES
from support.generated_cards import small_deck
from support.paths import ROOT
from support.sizes import sized
from support.unicorn_games import answer, board, names

if TYPE_CHECKING:
    from collections.abc import Iterator

    from stablehand.games.unicorns.state.state import State
    from stablehand.games.unicorns.vocabulary import Abilities

TEXTS = ROOT / "src" / "stablehand" / "games" / "unicorns" / "text" / "languages"
ENDLESS: Final[dict[str, tuple[str, Abilities]]] = {
    "wanderer": ("upgrade", (When("enters", Act("move", a(UPGRADE), "another")),)),
    "castor": ("upgrade", (Instead(None, ("sacrifice",), May(sacrifice(a(named("pollux"))))),)),
    "pollux": ("upgrade", (Instead(None, ("sacrifice",), May(sacrifice(a(named("castor"))))),)),
    "ritual": ("magic", (Cast(sacrifice(a(UPGRADE))),)),
    "double": ("upgrade", (When("turn_begins", Plays(2)),)),
    "encore": ("magic", (Cast(Both((Plays(2), take(a(named("encore")))))),)),
}
"""Cards that make sense one by one, and go on for ever."""


@pytest.fixture
def endless(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Play with a deck of endless cards."""
    deck = small_deck(ENDLESS)
    monkeypatch.setattr(rules, "catalog", lambda *_: deck)
    rules._rules.cache_clear()
    yield
    rules._rules.cache_clear()


def say_yes(state: State, recorder: Recorder | None = None) -> int:
    """Answer with the first option until the turn is over; return the number of answers."""
    turn, given = state.turn, 0
    while (asks := GAME.pending(state)) and state.turn == turn:
        GAME.answer(state, asks[0].seat, asks[0].options[0], recorder=recorder)
        given += 1
        assert given < 5 * MOST_EFFECTS, "the turn does not end"
    return given


@pytest.mark.usefixtures("endless")
@pytest.mark.parametrize("ruleset", ["first", "second"])
def test_effects_that_trigger_each_other_for_ever_come_to_an_end(ruleset: str) -> None:
    """RUL-47: two cards of one kind move from stable to stable."""
    state = board([], [], hands=(["wanderer"], []), options={"ruleset": ruleset})
    answer(state, 0, "wanderer")
    recorder = Recorder()
    assert say_yes(state, recorder) >= MOST_EFFECTS
    [left_off] = [event for event in recorder.events if event.what == "left_off"]
    assert left_off.rules == ("RUL-47",)
    assert (state.turn, state.active, state.begun) == (2, 1, 0)
    assert not state.fresh
    assert not state.queue


@pytest.mark.usefixtures("endless")
def test_what_is_asked_for_ever_in_silence_comes_to_an_end() -> None:
    """RUL-47: with one other player nobody has a choice, so that no answer would ever be waited for."""
    state = board([], [], hands=(["wanderer"], []), options={"silent": True})
    answer(state, 0, "wanderer")
    GAME.answer(state, 0, GAME.pending(state)[0].options[0])  # into which stable
    assert state.active == 1


@pytest.mark.usefixtures("endless")
def test_replacements_that_replace_each_other_come_to_an_end() -> None:
    """RUL-47: each of two cards is saved by the loss of the other, as often as their player likes."""
    state = board(["castor", "pollux"], [], hands=(["ritual"], []))
    answer(state, 0, "ritual")
    assert MOST_EFFECTS <= say_yes(state) < 3 * MOST_EFFECTS
    assert state.active == 1
    assert names(state, state.stable(0)) in (["castor"], ["pollux"])


@pytest.mark.usefixtures("endless")
def test_a_player_does_not_play_cards_for_ever_in_one_turn() -> None:
    """RUL-47: two copies of a card take each other back to the hand, with another play."""
    state = board(["double"], [], hands=(["encore"], []), discard=["encore"])
    answer(state, 0, "encore")
    assert say_yes(state) > MOST_EFFECTS // 2
    assert state.active == 1


def test_nobody_responds_any_more_in_a_turn_that_has_had_enough() -> None:
    """RUL-47: who is asked depends on what all have seen, not on hands."""
    for begun, is_asked in ((MOST_EFFECTS - 2, True), (MOST_EFFECTS - 1, False)):
        state = board([], [], hands=(["narwhal"], ["neigh"]))
        state.begun = begun
        answer(state, 0, "narwhal")
        assert (GAME.pending(state)[0].kind is Kind.RESPOND) == is_asked


def test_no_condition_is_checked_any_more_in_a_turn_that_has_had_enough() -> None:
    """RUL-47, RUL-32."""
    five = ["narwhal", "rhinocorn", "americorn", "unicorn_on_the_cob", "classy_narwhal"]
    for begun, left in ((0, 5), (MOST_EFFECTS - 1, 6)):
        state = board(["tiny_stable", *five], [], hands=(["the_great_narwhal"], []))
        state.begun = begun
        answer(state, 0, "the_great_narwhal")
        turn = state.turn
        while state.turn == turn:
            asked = GAME.pending(state)[0]
            GAME.answer(state, asked.seat, NO if NO in asked.options else asked.options[-1])
        assert len(state.stable(0)) == 1 + left


def emptied(refills: int) -> State:
    """Return a table whose next draw empties the deck, which has been refilled so many times."""
    state = board(
        ["narwhal"], [], hands=(["neigh"], []), discard=["yay", "good_deal"], deck_only=["rhinocorn"],
        options={"deck_out": "reshuffle"},
    )  # fmt: skip
    state.refills = refills
    GAME.answer(state, 0, DRAW)
    return state


def test_the_discard_pile_becomes_the_deck_ten_times_at_most() -> None:
    """RUL-48: after that the end of the deck is the end of the game (UU-END-4)."""
    state = emptied(MOST_REFILLS - 1)
    assert not state.is_over
    assert state.refills == MOST_REFILLS
    assert GAME.decode(GAME.encode(state)).refills == MOST_REFILLS
    assert len(state.zones[DISCARD]) == 0
    state = emptied(MOST_REFILLS)
    assert state.is_over
    assert state.winners == (0,)
    assert not state.zones[DECK]


def test_a_draw_is_offered_only_if_there_is_a_card_or_the_deck_is_refilled() -> None:
    """RUL-48: the board of a case may be without a deck."""
    options: dict[str, object] = {"deck_out": "reshuffle"}
    for refills, is_offered in ((0, True), (MOST_REFILLS, False)):
        state = board([], [], hands=(["narwhal"], ["neigh"]), discard=["yay"], options=options)
        state.zones[DECK].clear()
        state.refills = refills
        assert (DRAW in actions(state, 0)) == is_offered


@pytest.mark.parametrize("turn", [MOST_TURNS - 1, MOST_TURNS])
def test_a_game_ends_after_a_thousand_turns(turn: int) -> None:
    """RUL-48: as if the deck had run out (UU-END-4)."""
    state = board(["narwhal"], [], hands=(["neigh"], []))
    state.turn = turn
    recorder = Recorder()
    GAME.answer(state, 0, DRAW, recorder=recorder)
    assert state.is_over == (turn == MOST_TURNS)
    if state.is_over:
        assert state.winners == (0,)
        assert recorder.events[-1].rules == ("RUL-48",)


@pytest.mark.parametrize("seed", range(sized(quick=2, full=10, release=200)))
def test_a_table_that_cannot_win_and_refills_its_deck_comes_to_an_end(seed: int) -> None:
    """RUL-48: nobody gets 30 Unicorns, and the discard pile becomes the deck again and again."""
    rng = Rng.from_seed(seed, "bounds")
    options: dict[str, object] = {
        "deck_out": "reshuffle", "unicorns_to_win": 30, "silent": True,
        "deck": rng.choice(("base_1e", "base_2e", "nsfw_1e", "nsfw_2e")),
    }  # fmt: skip
    state = GAME.start(2 + rng.below(3), seed, options)
    while asks := GAME.pending(state):
        assert state.turn <= MOST_TURNS
        decision = rng.choice(asks)
        GAME.answer(state, decision.seat, rng.choice(decision.options))
    assert state.refills <= MOST_REFILLS


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_rulings_name_the_numbers(lang: str) -> None:
    sections = tomllib.loads((TEXTS / lang / "rulings.toml").read_text("utf-8"))["section"]
    said = {rule: text for section in sections for rule, text in section["rules"].items()}
    assert str(MOST_EFFECTS) in said["RUL-47"]
    assert str(MOST_TURNS) in said["RUL-48"]
    table = (TEXTS / lang / "table.toml").read_text("utf-8")
    assert table.count(str(MOST_TURNS)) == 3
