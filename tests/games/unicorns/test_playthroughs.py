"""Golden play-throughs, every answer of a game: every deck with 2, 4, 6 and 8 seats, and one with packs."""

from __future__ import annotations

import json
from hashlib import blake2b
from typing import TYPE_CHECKING

import pytest

from stablehand import Journal, Recorder
from stablehand.core.rng import Rng
from stablehand.games.unicorns import GAME
from stablehand.games.unicorns.decks.catalog import DECKS
from support.games import Table
from support.golden import compare
from support.older_options import older_options
from support.paths import GOLDEN
from support.sizes import slow_except

if TYPE_CHECKING:
    from stablehand.core.contract import Json, View
    from stablehand.games.unicorns.state.state import State

SEED = 20
EVERY = 25
"""The number of answers between two digests of all views and determinised states."""
PACKS = Table(5, {"deck": "base_2e", "expansions": ["christmas", "dragons", "unicorns_of_legend"]})
TABLES = (*(Table(seats, {"deck": deck}) for deck in DECKS for seats in (2, 4, 6, 8)), PACKS)


def playthrough(table: Table) -> tuple[str, Journal]:
    """Play one game, sometimes replacing a sealed answer; return one line per answer, and the journal."""
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


def with_older_options(view: View) -> View:
    """Return a view with the options that views had when the files were written (`support.older_options`)."""
    options = view["options"]
    assert isinstance(options, dict)
    retired: dict[str, Json] = {"respond_to_own": options["ruleset"] != "second"}
    return {**view, "options": {**older_options(options), **retired}}


def events_as_they_were(recorder: Recorder, seat: int | None) -> list[dict[str, object]]:
    """Return what a seat has seen, without what events have told since the files were written."""
    since = {"cause", "cause_owner", "options"}
    return [{key: event[key] for key in event.keys() - since} for event in recorder.seen_by(seat)]


def seen(table: Table, state: State, recorder: Recorder) -> str:
    """Return a digest of the views, events, determinised states and refusals of all seats."""
    everything = [
        (
            with_older_options(GAME.view(state, seat)),
            events_as_they_were(recorder, seat),
            GAME.digest(GAME.determinise(state, seat, SEED)),
            GAME.refusals(state, seat) if seat is not None else {},
        )
        for seat in (None, *range(table.seats))
    ]
    return blake2b(json.dumps(everything, sort_keys=True).encode(), digest_size=8).hexdigest()


@pytest.mark.parametrize(
    "table",
    slow_except([*TABLES[:-1:5], PACKS], TABLES, "plays a game at each table"),
    ids=lambda table: table.name,
)
def test_a_whole_game_matches_its_golden_file(table: Table) -> None:
    text, journal = playthrough(table)
    compare(f"playthroughs/unicorns-{table.name}.txt", text)
    compare(f"journals/unicorns-{table.name}.jsonl", journal.write().decode())


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.name)
def test_an_old_journal_is_replayed_to_the_same_end(table: Table) -> None:
    name = f"unicorns-{table.name}"
    state = Journal.read((GOLDEN / "journals" / f"{name}.jsonl").read_bytes()).replay()
    compare(f"journals/{name}.end", f"{GAME.digest(state)} {list(GAME.scores(state))}\n")
    assert state.is_over


def test_every_golden_file_has_a_game() -> None:
    names = {f"unicorns-{table.name}" for table in TABLES}
    assert {path.stem for path in (GOLDEN / "playthroughs").glob("unicorns-*")} == names
    assert {path.stem for path in (GOLDEN / "journals").glob("unicorns-*")} == names
