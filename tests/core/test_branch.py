"""Branches: a game that starts in the middle of another keeps what a seat knows and deals the rest again."""

from __future__ import annotations

import json

import pytest

from stablehand import Journal, JournalError, load
from stablehand.bots.random import RandomBot
from stablehand.core.branch import Branch
from stablehand.core.driver import play
from stablehand.core.journal import _line, _seal
from support.sizes import slow_except

GAMES = ["fairytale", "unicorns"]


def played(game: str, seed: int = 5) -> Journal:
    journal = Journal.begin(game, 3, seed)
    play(load(game), 3, seed, [RandomBot(seed, seat) for seat in range(3)], journal=journal)
    return journal


def branched(before: Journal, to: int, seat: int, seed: int) -> Journal:
    return Journal.begin(before.game, before.seats, seed, before.options, before.branches_at(to, seat))


def finish(journal: Journal) -> None:
    game, state = load(journal.game), journal.replay()
    bots = [RandomBot(1, seat) for seat in range(journal.seats)]
    while asks := game.pending(state):
        option = bots[asks[0].seat]({}, asks[0], lambda _: None)
        game.answer(state, asks[0].seat, option)
        journal.answer(asks[0].seat, option)


@pytest.mark.parametrize("game", slow_except(["fairytale"], GAMES, "deals four worlds at every seventh step"))
def test_the_view_of_the_seat_is_kept_and_hidden_cards_are_dealt_again(game: str) -> None:
    before, rules = played(game), load(game)
    states = [rules.clone(state) for state in before.steps()]
    for to in range(0, len(states) - 1, 7):
        view = rules.view(states[to], 1)
        worlds = [branched(before, to, 1, seed).start() for seed in range(4)]
        assert all(rules.view(world, 1) == view for world in worlds)
    hidden = {rules.encode(branched(before, 9, 1, seed).start()) for seed in range(4)}
    assert len(hidden) == 4
    assert rules.encode(states[9]) not in hidden


@pytest.mark.parametrize("game", GAMES)
def test_a_branched_game_is_played_to_its_end_and_replayed_from_its_file(game: str) -> None:
    journal = branched(played(game), 20, 2, 77)
    finish(journal)
    again = Journal.read(journal.write())
    assert again == journal
    assert load(game).digest(again.replay()) == load(game).digest(journal.replay())


@pytest.mark.parametrize("game", GAMES)
def test_a_branched_game_can_be_branched_again(game: str) -> None:
    first = branched(played(game), 12, 0, 77)
    finish(first)
    second = branched(first, 6, 1, 78)
    assert len(second.branches) == 2
    rules, states = load(game), list(map(load(game).clone, first.steps()))
    assert rules.view(second.start(), 1) == rules.view(states[6], 1)
    finish(second)
    assert Journal.read(second.write()).replay() is not None


def test_a_journal_without_a_branch_is_written_as_before() -> None:
    assert b"pasts" not in Journal.begin("fairytale", 2, 7).write()


GOOD = Branch(7, ((0, 1),), 1).write()


@pytest.mark.parametrize(
    "pasts",
    [
        [],
        {},
        [7],
        [{}],
        [{**GOOD, "seed": 7}],
        [{**GOOD, "seed": "7"}],
        [{**GOOD, "seat": True}],
        [{**GOOD, "more": 1}],
        [{**GOOD, "answers": [[0]]}],
        [{**GOOD, "answers": [[0, True]]}],
        [{**GOOD, "answers": "no"}],
    ],
)
def test_bad_branch_data_is_refused_in_one_sentence(pasts: object) -> None:
    header = json.loads(Journal.begin("fairytale", 2, 7).write().splitlines()[0])
    body = _line({**header, "pasts": pasts})
    with pytest.raises(JournalError, match=r"^The journal's header has no usable 'pasts'"):
        Journal.read(body + _line({"seal": _seal(body)}))


@pytest.mark.parametrize("past", [Branch(7, ((0, 5000),), 1), Branch(7, (), 2), Branch(7, (), -1)])
def test_an_impossible_branch_is_refused_when_it_is_replayed(past: Branch) -> None:
    with pytest.raises(JournalError, match=r"^The journal's header is not a game: "):
        Journal.begin("fairytale", 2, 7, {}, (past,)).replay()
