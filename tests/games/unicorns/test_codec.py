"""States are encoded as canonical bytes, even in the middle of an effect; all other bytes are refused."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stablehand import Recorder
from stablehand.core.conformance import _callables
from stablehand.core.rng import Rng
from stablehand.games.unicorns import GAME
from stablehand.games.unicorns.decks.catalog import DECKS
from stablehand.games.unicorns.state.renumbered import OLD_NUMBERS
from support.games import Table
from support.golden import compare
from support.paths import GOLDEN
from support.sizes import SCALE, sized, slow_except
from support.unicorn_games import HOUSE_TABLES, PACK_TABLES, moments, spread

if TYPE_CHECKING:
    from stablehand.games.unicorns.state.state import State

OLDER_NUMBERS = {new: old for old, new in OLD_NUMBERS.items()}
TABLES = (*spread(20 * SCALE, start=3), *HOUSE_TABLES)
WITH_FRAMES = tuple(Table(seats, {"deck": deck}) for deck in DECKS for seats in (2, 5))


def depth(state: State) -> int:
    """Return the number of frames still to be resolved, including planned and queued ones."""
    found, frame = len(state.plan) + len(state.queue) + len(state.fresh), state.k
    while frame is not None:
        found, frame = found + 1, frame.next
    return found


@pytest.mark.parametrize(
    "table",
    slow_except([*TABLES[:8], PACK_TABLES[2]], TABLES, "plays a game at thirty tables"),
    ids=lambda table: table.name,
)
def test_a_state_is_read_as_it_was_written_in_the_middle_of_effects(table: Table) -> None:
    for number, (state, asks) in enumerate(moments(table, seed=8)):
        if depth(state) < 6 and number % 50 and not state.is_over:
            continue
        data = GAME.encode(state)
        again, copy = GAME.decode(data), GAME.clone(state)
        assert GAME.encode(again) == GAME.encode(copy) == data
        assert GAME.pending(again) == GAME.pending(copy) == asks
        if asks:
            ends = []
            for twin in (again, copy):
                recorder = Recorder()
                GAME.answer(twin, asks[-1].seat, asks[-1].options[-1], recorder=recorder)
                ends.append((GAME.encode(twin), GAME.pending(twin), recorder.events))
            assert ends[0] == ends[1]
        assert GAME.encode(state) == data
    assert not _callables(state)


def deep_state(table: Table) -> State:
    """Return the state of six games with the most unresolved frames."""
    best: tuple[int, bytes] = (0, b"")
    for seed in range(6):
        for state, asks in moments(table, seed=seed):
            if asks and depth(state) > best[0]:
                best = (depth(state), GAME.encode(state))
    return GAME.decode(best[1])


@pytest.mark.parametrize("table", WITH_FRAMES, ids=lambda table: table.name)
def test_old_states_in_the_middle_of_effects_are_still_read(table: Table) -> None:
    """Rewrite the file only when the format of states or the cards change."""
    path = GOLDEN / "unicorn_states" / f"{table.name}.json"
    if not path.exists():
        compare(f"unicorn_states/{table.name}.json", GAME.encode(deep_state(table)).decode())
    state = GAME.decode(path.read_bytes())
    assert GAME.encode(state) == path.read_bytes()
    assert depth(state) > 4
    rng = Rng.from_seed(1)
    while asks := GAME.pending(state):
        GAME.answer(state, asks[0].seat, rng.choice(asks[0].options))
    assert state.is_over


@pytest.mark.parametrize("table", WITH_FRAMES, ids=lambda table: table.name)
def test_states_with_the_old_numbers_of_options_are_still_read(table: Table) -> None:
    """Format 3 numbered seats from 256, yes and no from 300 and modes from 320."""
    found: set[int] = set()
    old: dict[str, Any] = {}
    for state, _ in moments(table, seed=3):
        data = GAME.encode(state)
        old = with_old_numbers(json.loads(data), found)
        assert GAME.encode(GAME.decode(canonical({**old, "format": 3}))) == data
    assert {256, 300, 301, 302, 303} <= found
    with pytest.raises(ValueError, match="of another game or format"):
        GAME.decode(json.dumps({**old, "format": 3}).encode())


def with_old_numbers(part: Any, found: set[int]) -> Any:  # noqa: ANN401 - JSON
    """Return JSON with every number of a special option as it was; other numbers are not that high."""
    if isinstance(part, list):
        return [with_old_numbers(one, found) for one in part]
    if isinstance(part, dict):
        return {
            key: one if key == "rng_counter" else with_old_numbers(one, found) for key, one in part.items()
        }
    if part in OLDER_NUMBERS and not isinstance(part, bool):
        found.add(OLDER_NUMBERS[part])
        return OLDER_NUMBERS[part]
    return part


SAMPLES = tuple(
    GAME.encode(state)
    for table in spread(6)
    for number, (state, _) in enumerate(moments(table, seed=31))
    if number % 60 == 0 or state.is_over
)


def decode_or_refuse(data: bytes) -> State | None:
    """Check that the bytes are refused in one sentence, or are a state that encodes to the same bytes."""
    state: State | None = None
    sentence = "These bytes are not a state of Unstable Unicorns: not at all."
    try:
        state = GAME.decode(data)
    except ValueError as error:
        sentence = str(error)
    assert sentence.startswith("These bytes are not a state of Unstable Unicorns: ")
    assert sentence.endswith(".")
    assert not sentence.endswith("..")
    assert state is None or GAME.encode(state) in {data, with_other_value(data)}
    return state


def with_other_value(data: bytes) -> bytes:
    """Return the bytes of a state with the other value of the option `respond_to_own`, which is ignored."""
    flags = (b'"respond_to_own":true', b'"respond_to_own":false')
    return next((data.replace(flag, flags[flag == flags[0]]) for flag in flags if flag in data), data)


@pytest.mark.parametrize("sample", range(4))
def test_the_value_of_a_retired_option_in_a_stored_state_is_ignored(sample: int) -> None:
    data = SAMPLES[sample]
    other = with_other_value(data)
    assert other != data
    assert GAME.decode(other) == GAME.decode(data)


def canonical(table: object) -> bytes:
    return json.dumps(table, separators=(",", ":"), sort_keys=True).encode()


NONSENSE = {
    "nothing": b"",
    "noise": b"\xff\xfe\x00",
    "a number": b"7",
    "a list": b"[]",
    "no state": b"{}",
    "a deep nest": b"[" * 100_000,
    "another game": canonical({**json.loads(SAMPLES[0]), "game": "fairytale"}),
    "another format": canonical({**json.loads(SAMPLES[0]), "format": 99}),
    "nine seats": canonical({**json.loads(SAMPLES[0]), "seats": 9}),
    "another key": canonical({**json.loads(SAMPLES[0]), "more": 1}),
    "spaces": SAMPLES[0].replace(b":", b": ", 1),
    "no zones": canonical({**json.loads(SAMPLES[0]), "zones": []}),
    "a turn as text": canonical({**json.loads(SAMPLES[0]), "turn": "1"}),
    "a turn that is a bool": canonical({**json.loads(SAMPLES[0]), "turn": True}),
    "an unknown word": canonical({**json.loads(SAMPLES[0]), "k": [[9999, 0, {"e": [0] * 9}, []]]}),
    "a negative word": canonical({**json.loads(SAMPLES[0]), "k": [[-1, 0, {"e": [0] * 9}, []]]}),
    "an unknown record": canonical({**json.loads(SAMPLES[0]), "plan": [{"z": []}]}),
    "an unknown option": canonical(
        {**json.loads(SAMPLES[0]), "options": {**json.loads(SAMPLES[0])["options"], "cheat": True}}
    ),
}


@pytest.mark.parametrize("what", NONSENSE)
def test_bytes_that_are_not_a_state_are_refused(what: str) -> None:
    assert decode_or_refuse(NONSENSE[what]) is None


def leaves(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:  # noqa: ANN401 - any JSON
    parts = enumerate(value) if isinstance(value, list) else value.items() if isinstance(value, dict) else ()
    return [path, *(leaf for key, part in parts for leaf in leaves(part, (*path, key)))]


@settings(max_examples=sized(quick=30, full=150, release=3000))
@given(st.data())
def test_a_state_with_one_part_changed_is_refused_or_read_exactly(data: st.DataObject) -> None:
    table = json.loads(data.draw(st.sampled_from(SAMPLES)))
    *way, last = data.draw(st.sampled_from(leaves(table)[1:]))
    part = table
    for key in way:
        part = part[key]
    old = part[last]
    strange: st.SearchStrategy[Any] = st.sampled_from(
        [None, True, "x", [], {}, -1, 0, 1, 5, 200, 1 << 70, 1.5]
    )
    near = st.sampled_from([old + 1, old - 1]) if isinstance(old, int) else st.just(old)
    part[last] = data.draw(st.one_of(strange, near))
    decode_or_refuse(canonical(table))


@settings(max_examples=100 * SCALE)
@given(st.data())
def test_a_state_with_changed_bytes_is_refused_or_read_exactly(data: st.DataObject) -> None:
    sample = data.draw(st.sampled_from(SAMPLES))
    start, end = sorted(data.draw(st.tuples(*[st.integers(0, len(sample))] * 2)))
    end = min(end, start + 4)
    decode_or_refuse(sample[:start] + data.draw(st.binary(max_size=4)) + sample[end:])
