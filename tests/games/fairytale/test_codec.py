"""States are encoded as canonical bytes; all other bytes are refused."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stablehand.core.rng import Rng
from stablehand.games.fairytale import GAME
from support.games import PLAIN, TABLES, Table, moments
from support.sizes import SCALE, sized

if TYPE_CHECKING:
    from collections.abc import Iterator

SAMPLES = tuple(
    GAME.encode(state)
    for table in PLAIN
    for number, (state, _) in enumerate(moments(table, seed=31))
    if number % 11 == 0 or state.is_over
)


def canonical(table: object) -> bytes:
    return json.dumps(table, separators=(",", ":"), sort_keys=True).encode()


def decode_or_refuse(data: bytes) -> None:
    """Check that the bytes are refused in one sentence, or are a state that can be played to its end."""
    try:
        state = GAME.decode(data)
    except ValueError as error:
        sentence = str(error)
    else:
        sentence = "These bytes are not a state of Fairy Tale: not at all."
        assert GAME.encode(state) == data
        play_on(data)
    assert sentence.startswith("These bytes are not a state of Fairy Tale: ")
    assert sentence.endswith(".")
    assert not sentence.endswith("..")


def play_on(data: bytes) -> None:
    state = GAME.decode(data)
    rng = Rng.from_seed(1)
    for seat in (None, *range(state.rules.seats)):
        assert GAME.view(GAME.determinise(state, seat, 1), seat) == GAME.view(state, seat)
    while asks := GAME.pending(state):
        GAME.answer(state, asks[0].seat, rng.choice(asks[0].options))
    assert not state.is_over or sum(GAME.scores(state)) == pytest.approx(1)


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.name)
def test_a_state_is_read_as_it_was_written(table: Table) -> None:
    for number, (state, asks) in enumerate(moments(table, seed=8)):
        if number % 5 == 0 or state.is_over:
            again = GAME.decode(GAME.encode(state))
            assert GAME.encode(again) == GAME.encode(state)
            assert GAME.pending(again) == asks
            assert GAME.digest(again) == GAME.digest(state)


def test_different_states_have_different_digests() -> None:
    digests = {GAME.digest(GAME.decode(data)) for data in SAMPLES}
    assert len(digests) == len(set(SAMPLES)) > 20
    assert all(len(digest) == 16 for digest in digests)


NONSENSE = {
    "nothing": b"",
    "noise": b"\xff\xfe\x00",
    "a number": b"7",
    "a list": b"[]",
    "no state": b"{}",
    "a deep nest": b"[" * 100_000,
    "not a number": b'{"game":NaN}',
    "spaces": SAMPLES[0].replace(b":", b": ", 1),
    "another key": canonical({**json.loads(SAMPLES[0]), "more": 1}),
    "another game": canonical({**json.loads(SAMPLES[0]), "game": "unicorns"}),
    "another format": canonical({**json.loads(SAMPLES[0]), "format": 2}),
    "six seats": canonical({**json.loads(SAMPLES[0]), "seats": 6}),
    "infinite rounds": SAMPLES[0].replace(b'"round":1', b'"round":Infinity'),
    "a round as text": SAMPLES[0].replace(b'"round":1', b'"round":"1"'),
    "a round that is a bool": SAMPLES[0].replace(b'"round":1', b'"round":true'),
}


@pytest.mark.parametrize("name", NONSENSE)
def test_bytes_that_are_not_a_state_are_refused(name: str) -> None:
    with pytest.raises(ValueError, match=r"^These bytes are not a state of Fairy Tale: .*[^.]\.$"):
        GAME.decode(NONSENSE[name])


CHANGES: dict[str, Any] = {
    "round": [0, 5],
    "step": [-1, 5, 8, 9],
    "stage": [-1, 1, 5],
    "over": [True, 0],
    "hunted": [-1, 1, 4],
    "deck": [[], [0]],
    "hands": [[[], []], [[]]],
    "trails": [[[[0, 1]], []], [[], [], []]],
    "kept": [[[0], []]],
    "table": [[[0], []]],
    "down": [[1, 0], [-1, 0]],
    "gone": [[0]],
    "aside": [[0]],
    "played": [[[0], []]],
    "chapters": [[[[[], []], [[], []]]], [[[], []]]],
    "fresh": [[0, -1], [-2, -1], [99, -1]],
    "sealed": [[[99], []]],
}


@pytest.mark.parametrize("key", CHANGES)
def test_an_impossible_state_is_refused(key: str) -> None:
    """Change each part of the first state by itself."""
    start = json.loads(GAME.encode(GAME.start(2, 1)))
    assert set(CHANGES) == set(start) - {"game", "format", "seats", "options"}
    for value in CHANGES[key]:
        with pytest.raises(ValueError, match="not a state of Fairy Tale"):
            GAME.decode(canonical({**start, key: value}))


def test_a_state_with_all_answers_sealed_is_refused() -> None:
    start = json.loads(GAME.encode(GAME.start(2, 1)))
    start["sealed"] = [[hand[0]] for hand in start["hands"]]
    with pytest.raises(ValueError, match="all answers are sealed"):
        GAME.decode(canonical(start))


def leaves(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:  # noqa: ANN401 - any JSON
    yield path
    if isinstance(value, list):
        for at, part in enumerate(value):
            yield from leaves(part, (*path, at))
    elif isinstance(value, dict):
        for key, part in value.items():
            yield from leaves(part, (*path, key))


@settings(max_examples=sized(quick=30, full=150, release=3000))
@given(st.data())
def test_a_state_with_one_part_changed_is_refused_or_can_be_played(data: st.DataObject) -> None:
    table = json.loads(data.draw(st.sampled_from(SAMPLES)))
    *way, last = data.draw(st.sampled_from([path for path in leaves(table) if path]))
    part = table
    for key in way:
        part = part[key]
    old = part[last]
    new: st.SearchStrategy[Any] = st.sampled_from(
        [None, True, "x", [], {}, -1, 0, 1, 2, 5, 8, 39, 1 << 70, 1.5]
    )
    near = st.sampled_from([old + 1, old - 1]) if isinstance(old, int) else st.just(old)
    shuffled = st.permutations(old) if isinstance(old, list) else st.just(old)
    part[last] = data.draw(st.one_of(new, near, shuffled))
    decode_or_refuse(canonical(table))


@settings(max_examples=100 * SCALE)
@given(st.data())
def test_a_state_with_changed_bytes_is_refused_or_can_be_played(data: st.DataObject) -> None:
    sample = data.draw(st.sampled_from(SAMPLES))
    start, end = sorted(data.draw(st.tuples(*[st.integers(0, len(sample))] * 2)))
    end = min(end, start + 4)
    decode_or_refuse(sample[:start] + data.draw(st.binary(max_size=4)) + sample[end:])


@settings(max_examples=60 * SCALE)
@given(st.data())
def test_two_cards_swapped_are_refused_or_can_be_played(data: st.DataObject) -> None:
    """The cards are still those of the deck, so only the rest of the state can show the error."""
    table = json.loads(data.draw(st.sampled_from(SAMPLES)))
    places = [
        path
        for path in leaves(table)
        if path
        and path[0] in {"hands", "kept", "table", "deck", "gone", "sealed"}
        and isinstance(path[-1], int)
    ]
    numbers = [path for path in places if isinstance(_at(table, path), int)]
    one, two = data.draw(st.tuples(st.sampled_from(numbers), st.sampled_from(numbers)))
    first, second = _at(table, one), _at(table, two)
    _at(table, one[:-1])[one[-1]] = second
    _at(table, two[:-1])[two[-1]] = first
    for key in ("hands", "kept"):
        table[key] = [sorted(cards) for cards in table[key]]
    table["gone"].sort()
    decode_or_refuse(canonical(table))


def _at(value: Any, path: tuple[Any, ...]) -> Any:  # noqa: ANN401 - any JSON
    for key in path:
        value = value[key]
    return value
