"""Golden play-throughs: every deck with 2, 4, 6 and 8 seats, every answer of a whole game."""

from __future__ import annotations

import json
from hashlib import blake2b
from typing import TYPE_CHECKING

import pytest

from games import Table
from golden_files import GOLDEN, compare
from stablehand import Journal, Recorder
from stablehand.kernel.rng import Rng
from stablehand.unicorns import GAME
from stablehand.unicorns.catalog import DECKS

if TYPE_CHECKING:
    from stablehand.unicorns.state import State

SEED = 20
EVERY = 25
"""So often everything all seats see and could imagine is told too, as a digest."""
TABLES = tuple(Table(seats, {"deck": deck}) for deck in DECKS for seats in (2, 4, 6, 8))


def playthrough(table: Table) -> tuple[str, Journal]:
    """Play one game, now and then changing a sealed answer: a line an answer, with the state it led to."""
    rng = Rng.from_seed(SEED, "playthrough")
    journal = Journal.begin("unicorns", table.seats, SEED, table.options)
    recorder = Recorder()
    state = GAME.start(table.seats, SEED, table.options, recorder=recorder)
    lines = [f"unicorns, {table.seats} seats, seed {SEED}, options {json.dumps(table.options)}"]
    while True:
        number = len(journal.rows)
        asks = GAME.pending(state)
        if number % EVERY == 0 or not asks:
            lines.append(f"   all that is seen: {seen(table, state, recorder)}")
        if not asks:
            break
        again = GAME.revisable(state)
        decision = rng.choice(again) if again and rng.below(8) == 0 else rng.choice(asks)
        option = rng.choice(decision.options)
        meaning = GAME.meaning(state, decision.seat, option)
        words = " ".join(str(meaning[key]) for key in ("verb", "card", "owner", "mode") if key in meaning)
        what = f"{decision.seat} {decision.why}: {words} of {len(decision.options)}"
        told = len(recorder.events)
        GAME.answer(state, decision.seat, option, recorder=recorder)
        journal.answer(decision.seat, option)
        events = " ".join(event.what for event in recorder.events[told:])
        lines.append(f"{number} {what} -> {GAME.digest(state)[:8]} {events}".rstrip())
    lines += [f"scores: {list(GAME.scores(state))}", ""]
    return "\n".join(lines), journal


def seen(table: Table, state: State, recorder: Recorder) -> str:
    """Return a digest of what each seat sees, hears, may answer, is refused and could imagine."""
    everything = [
        (
            GAME.view(state, seat),
            recorder.seen_by(seat),
            GAME.digest(GAME.determinise(state, seat, SEED)),
            GAME.refusals(state, seat) if seat is not None else {},
        )
        for seat in (None, *range(table.seats))
    ]
    return blake2b(json.dumps(everything, sort_keys=True).encode(), digest_size=8).hexdigest()


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.name)
def test_a_whole_game_is_as_it_always_was(table: Table) -> None:
    text, journal = playthrough(table)
    compare(f"playthroughs/unicorns-{table.name}.txt", text)
    compare(f"journals/unicorns-{table.name}.jsonl", journal.write().decode())


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.name)
def test_an_old_journal_is_replayed_to_the_same_end(table: Table) -> None:
    name = f"unicorns-{table.name}"
    state = Journal.read((GOLDEN / "journals" / f"{name}.jsonl").read_bytes()).replay()
    compare(f"journals/{name}.end", f"{GAME.digest(state)} {list(GAME.scores(state))}\n")
    assert state.is_over


def test_there_is_no_golden_file_without_a_game() -> None:
    names = {f"unicorns-{table.name}" for table in TABLES}
    assert {path.stem for path in (GOLDEN / "playthroughs").glob("unicorns-*")} == names
    assert {path.stem for path in (GOLDEN / "journals").glob("unicorns-*")} == names
