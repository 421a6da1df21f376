"""States and decisions are ordinary Python objects: they can be copied, pickled and compared."""

from __future__ import annotations

import copy
import pickle
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stablehand import Recorder, load
from stablehand.core.contract import Decision
from stablehand.core.rng import Rng
from stablehand.games.unicorns.state.codec import names_of
from support.games import TABLES, Table
from support.sizes import SCALE
from support.unicorn_games import HOUSE_TABLES, WINDOWS, spread

if TYPE_CHECKING:
    from collections.abc import Callable

WAYS: dict[str, Callable[[Any], Any]] = {
    "clone": lambda state: state.clone(),
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
    "pickle 2": lambda thing: pickle.loads(pickle.dumps(thing, 2)),  # noqa: S301 - our own bytes
    "pickle 3": lambda thing: pickle.loads(pickle.dumps(thing, 3)),  # noqa: S301 - the same
    "pickle 4": lambda thing: pickle.loads(pickle.dumps(thing, 4)),  # noqa: S301 - the same
    "pickle 5": lambda thing: pickle.loads(pickle.dumps(thing, 5)),  # noqa: S301 - the same
}
GAMES = {
    "fairytale": TABLES,
    "unicorns": (*spread(40, start=11), *HOUSE_TABLES, *(Table(3, {"window": window}) for window in WINDOWS)),
}


@st.composite
def underway(draw: st.DrawFn, name: str) -> tuple[Any, Any]:
    """Draw a game and one of its states: any table, any number of random answers, even during an effect."""
    game = load(name)
    table = draw(st.sampled_from(GAMES[name]))
    state = game.start(table.seats, draw(st.integers(0, 1000)), table.options)
    advance(game, state, draw(st.integers(0, 1000)), draw(st.integers(0, 120)))
    return game, state


def advance(game: Any, state: Any, seed: int, answers: int) -> None:  # noqa: ANN401 - any game
    """Give this many random answers, or fewer if the game ends."""
    rng = Rng.from_seed(seed, "copies")
    for _ in range(answers):
        if asks := game.pending(state):
            decision = rng.choice(asks)
            game.answer(state, decision.seat, rng.choice(decision.options))


def lists_in(state: Any) -> list[object]:  # noqa: ANN401 - any game's state
    """Return every list in the fields of a state."""
    values = [getattr(state, name) for name in names_of(type(state))]
    outer = [value for value in values if isinstance(value, list)]
    return [*outer, *(part for value in outer for part in value if isinstance(part, list))]


@pytest.mark.parametrize("name", GAMES)
@settings(max_examples=30 * SCALE)
@given(data=st.data())
def test_a_copy_equals_its_original_and_is_independent(name: str, data: st.DataObject) -> None:
    game, state = data.draw(underway(name))
    before, asks = game.encode(state), game.pending(state)
    way = data.draw(st.sampled_from(sorted(WAYS)))
    made = WAYS[way](state)
    assert made is not state
    assert made == state
    assert game.encode(made) == before
    assert game.pending(made) == asks
    twin = game.decode(before)
    for each in (made, twin):
        advance(game, each, seed=5, answers=40)
    assert game.encode(made) == game.encode(twin)
    assert game.encode(state) == before
    assert game.pending(state) == asks
    assert (made == state) == (not asks)


@pytest.mark.parametrize("way", ["deepcopy", "pickle 2", "pickle 5"])
@pytest.mark.parametrize("name", GAMES)
def test_a_deep_copy_shares_no_list_with_its_original(name: str, way: str) -> None:
    game = load(name)
    state = game.start(3, seed=4)
    advance(game, state, seed=2, answers=60)
    own = {id(part) for part in lists_in(state)}
    made = WAYS[way](state)
    assert own
    assert not own & {id(part) for part in lists_in(made)}


@pytest.mark.parametrize("way", WAYS)
def test_a_recorder_is_not_copied_with_its_state(way: str) -> None:
    state = load("unicorns").start(2, seed=1)
    state.recorder = Recorder()
    assert WAYS[way](state).recorder is None
    assert state.recorder is not None


@pytest.mark.parametrize("name", GAMES)
def test_different_states_are_unequal_and_states_have_no_hash(name: str) -> None:
    game = load(name)
    one, same, other = game.start(2, seed=1), game.start(2, seed=1), game.start(2, seed=2)
    assert one == same
    assert one is not same
    assert one != other
    assert one != game.start(2, 1, {"deck": "nsfw_2e"} if name == "unicorns" else {"tie": "face_up"})
    assert one != game.encode(one)
    assert load("unicorns").start(2) != load("fairytale").start(2)
    with pytest.raises(TypeError, match="unhashable"):
        hash(one)


@pytest.mark.parametrize("name", GAMES)
def test_every_field_of_a_state_is_set_from_the_start_and_in_a_copy(name: str) -> None:
    state = load(name).start(2, seed=3)
    names = names_of(type(state))
    assert len(set(names)) == len(names) > 15
    assert all(hasattr(made, field) for made in (state, state.clone()) for field in names)


@pytest.mark.parametrize("way", [way for way in WAYS if way != "clone"])
@settings(max_examples=10 * SCALE)
@given(data=st.data())
def test_a_decision_can_be_copied_and_pickled(way: str, data: st.DataObject) -> None:
    game, state = data.draw(underway(data.draw(st.sampled_from(sorted(GAMES)))))
    for decision in (*game.pending(state), *game.revisable(state)):
        made = WAYS[way](decision)
        assert type(made) is Decision
        assert made is not decision
        assert made == decision
        assert hash(made) == hash(decision)
        assert repr(made) == repr(decision)
        assert made.kind is decision.kind
        assert made != decision.but(why="something else")
