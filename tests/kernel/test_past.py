"""Games that go on from the middle of others: what is known stays, what is hidden is dealt again."""

from __future__ import annotations

import json

import pytest

from stablehand import Journal, JournalError, load
from stablehand.bots.random import RandomBot
from stablehand.kernel.driver import play
from stablehand.kernel.journal import _line, _seal
from stablehand.kernel.past import Past

GAMES = ["fairytale", "unicorns"]


def played(game: str, seed: int = 5) -> Journal:
    journal = Journal.begin(game, 3, seed)
    play(load(game), 3, seed, [RandomBot(seed, seat) for seat in range(3)], journal=journal)
    return journal


def gone_on(before: Journal, to: int, seat: int, seed: int) -> Journal:
    return Journal.begin(before.game, before.seats, seed, before.options, before.past(to, seat))


def finish(journal: Journal) -> None:
    game, state = load(journal.game), journal.replay()
    bots = [RandomBot(1, seat) for seat in range(journal.seats)]
    while asks := game.pending(state):
        option = bots[asks[0].seat]({}, asks[0], lambda _: None)
        game.answer(state, asks[0].seat, option)
        journal.answer(asks[0].seat, option)


@pytest.mark.parametrize("game", GAMES)
def test_the_seat_sees_what_it_saw_and_the_rest_is_dealt_again(game: str) -> None:
    before, rules = played(game), load(game)
    states = [rules.clone(state) for state in before.steps()]
    for to in range(0, len(states) - 1, 7):
        view = rules.view(states[to], 1)
        worlds = [gone_on(before, to, 1, seed).start() for seed in range(4)]
        assert all(rules.view(world, 1) == view for world in worlds)
    hidden = {rules.encode(gone_on(before, 9, 1, seed).start()) for seed in range(4)}
    assert len(hidden) == 4
    assert rules.encode(states[9]) not in hidden


@pytest.mark.parametrize("game", GAMES)
def test_such_a_game_is_played_to_its_end_and_replayed_from_its_file(game: str) -> None:
    journal = gone_on(played(game), 20, 2, 77)
    finish(journal)
    again = Journal.read(journal.write())
    assert again == journal
    assert load(game).digest(again.replay()) == load(game).digest(journal.replay())


@pytest.mark.parametrize("game", GAMES)
def test_one_may_go_on_from_a_game_that_went_on_from_another(game: str) -> None:
    first = gone_on(played(game), 12, 0, 77)
    finish(first)
    second = gone_on(first, 6, 1, 78)
    assert len(second.pasts) == 2
    rules, states = load(game), list(map(load(game).clone, first.steps()))
    assert rules.view(second.start(), 1) == rules.view(states[6], 1)
    finish(second)
    assert Journal.read(second.write()).replay() is not None


def test_a_journal_without_a_past_is_written_as_ever() -> None:
    assert b"pasts" not in Journal.begin("fairytale", 2, 7).write()


GOOD = Past(7, ((0, 1),), 1).write()


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
def test_a_past_that_is_none_is_refused_in_one_sentence(pasts: object) -> None:
    header = json.loads(Journal.begin("fairytale", 2, 7).write().splitlines()[0])
    body = _line({**header, "pasts": pasts})
    with pytest.raises(JournalError, match=r"^The journal's header has no usable 'pasts'"):
        Journal.read(body + _line({"seal": _seal(body)}))


@pytest.mark.parametrize("past", [Past(7, ((0, 5000),), 1), Past(7, (), 2), Past(7, (), -1)])
def test_a_past_that_cannot_have_been_is_refused_when_it_is_played(past: Past) -> None:
    with pytest.raises(JournalError, match=r"^The journal's header is not a game: "):
        Journal.begin("fairytale", 2, 7, {}, (past,)).replay()
