"""Golden play-throughs: everything that can be observed in every state of whole games."""

from __future__ import annotations

import json
from hashlib import blake2b
from typing import TYPE_CHECKING

import pytest

from stablehand import Journal, Recorder
from stablehand.core.rng import Rng
from stablehand.games.fairytale import GAME
from support.games import OPTION_SETS, PLAIN, Table, allowed
from support.golden import compare
from support.paths import GOLDEN
from support.sizes import slow_except

if TYPE_CHECKING:
    from stablehand.core.contract import Decision
    from stablehand.games.fairytale.state.state import State

SEED = 20
TABLES = (*PLAIN, *(Table(3 if allowed(3, options) else 4, options) for options in OPTION_SETS if options))


def playthrough(table: Table) -> tuple[str, Journal]:
    """Play one game, sometimes replacing a sealed answer; return its full description and its journal."""
    rng = Rng.from_seed(SEED, "playthrough")
    journal = Journal.begin("fairytale", table.seats, SEED, table.options)
    recorder = Recorder()
    state = GAME.start(table.seats, SEED, table.options, recorder=recorder)
    lines = [f"game: fairytale, seats: {table.seats}, seed: {SEED}, options: {json.dumps(table.options)}"]
    told = 0
    known: set[str] = set()
    while True:
        observed = _observed(table, state)
        if not any(state.sealed):
            known = set()
        # Lines that this step already has are not repeated.
        fresh = [line for line in observed if line not in known]
        known.update(observed)
        lines += ["", f"# state {len(journal.rows)}", *_events(recorder, told), *fresh]
        told = len(recorder.events)
        asks = GAME.pending(state)
        if not asks:
            break
        decision = rng.choice(asks)
        if GAME.revisable(state) and rng.below(8) == 0:
            decision = rng.choice(GAME.revisable(state))
        option = rng.choice(decision.options)
        meaning = _json(GAME.meaning(state, decision.seat, option))
        lines.append(f"answer: seat {decision.seat}, option {option} = {meaning}")
        GAME.answer(state, decision.seat, option, recorder=recorder)
        journal.answer(decision.seat, option)
    lines += ["", f"scores: {list(GAME.scores(state))}", ""]
    return "\n".join(lines), journal


def _events(recorder: Recorder, told: int) -> list[str]:
    return [f"event: {event!r}" for event in recorder.events[told:]]


def _observed(table: Table, state: State) -> list[str]:
    """Return lines that describe a state: its digest, the decisions, views, determinised states and refusals.

    The bytes of the state are written in full at the start of a step, the view of the first seat at the
    start of a round. Elsewhere digests show a change just as well, and keep the files readable.
    """
    lines = [f"digest: {GAME.digest(state)}, waiting for {[d.seat for d in GAME.pending(state)]}"]
    if not any(state.sealed):
        lines.append(f"state: {GAME.encode(state).decode()}")
    if state.step == 0 and not any(state.sealed):
        lines.append(f"view: {_json(GAME.view(state, 0))}")
    lines += [f"asked: {_decision(decision)}" for decision in GAME.pending(state)]
    lines += [f"revisable: {_decision(decision)}" for decision in GAME.revisable(state)]
    for seat in (None, *range(table.seats)):
        view, truth = _json(GAME.view(state, seat)), GAME.digest(GAME.determinise(state, seat, SEED))
        lines.append(f"seat {seat}: view {blake2b(view.encode(), digest_size=8).hexdigest()}, truth {truth}")
    lines += [f"refusals {seat}: {_json(GAME.refusals(state, seat))}" for seat in range(table.seats)]
    return lines


def _decision(decision: Decision) -> str:
    names = ("seat", "kind", "options", "why", "group", "least", "most", "picked")
    return " ".join(f"{name}={getattr(decision, name)}" for name in names)


def _json(value: object) -> str:
    return json.dumps(value, sort_keys=True)


@pytest.mark.parametrize(
    "table",
    slow_except(TABLES[::6], TABLES, "plays a game at each table"),
    ids=lambda table: table.name,
)
def test_a_whole_game_matches_its_golden_file(table: Table) -> None:
    text, journal = playthrough(table)
    compare(f"playthroughs/fairytale-{table.name}.txt", text)
    compare(f"journals/fairytale-{table.name}.jsonl", journal.write().decode())


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.name)
def test_an_old_journal_is_replayed_to_the_same_end(table: Table) -> None:
    name = f"fairytale-{table.name}"
    state = Journal.read((GOLDEN / "journals" / f"{name}.jsonl").read_bytes()).replay()
    compare(f"journals/{name}.end", f"{GAME.digest(state)} {list(GAME.scores(state))}\n")
    assert state.is_over


def test_every_golden_file_has_a_game() -> None:
    names = {f"fairytale-{table.name}" for table in TABLES}
    assert {path.stem for path in (GOLDEN / "playthroughs").glob("fairytale-*")} == names
    assert {path.stem for path in (GOLDEN / "journals").glob("fairytale-*")} == names
