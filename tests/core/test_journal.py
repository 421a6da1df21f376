"""Journals: writing, reading, replaying; every kind of damage is reported in one sentence."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stablehand import Journal, JournalError, Recorder
from stablehand.bots.random import RandomBot
from stablehand.core.driver import play
from stablehand.core.journal import Answer, _line, _seal
from stablehand.games.fairytale import GAME
from support.games import TABLES, Table
from support.sizes import SCALE


def recorded(table: Table, seed: int) -> Journal:
    journal = Journal.begin("fairytale", table.seats, seed, table.options)
    bots = [RandomBot(seed, seat) for seat in range(table.seats)]
    play(GAME, table.seats, seed, bots, table.options, journal=journal)
    return journal


def sealed(*lines: object) -> bytes:
    body = b"".join(_line(line) for line in lines)
    return body + _line({"seal": _seal(body)})


HEADER = json.loads(Journal.begin("fairytale", 2, 7).write().splitlines()[0])
SHORT = recorded(TABLES[0], 3)
SHORT.undo(20)
SHORT.answer(SHORT.answers()[0].seat, SHORT.answers()[0].option)
SHORT.undo(20)
DATA = SHORT.write()


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.name)
def test_a_game_is_replayed_to_the_same_end_with_the_same_events(table: Table) -> None:
    recorder, again = Recorder(), Recorder()
    journal = Journal.begin("fairytale", table.seats, 11, table.options)
    bots = [RandomBot(11, seat) for seat in range(table.seats)]
    play(GAME, table.seats, 11, bots, table.options, recorder=recorder, journal=journal)
    copy = Journal.read(journal.write())
    end = copy.replay(again)
    assert copy == journal
    assert GAME.digest(end) == GAME.digest(journal.replay())
    assert GAME.pending(end) == ()
    assert again.events == recorder.events


def test_undo_takes_answers_back() -> None:
    journal = recorded(TABLES[0], 5)
    states = [GAME.digest(state) for state in journal.steps()]
    everything = journal.answers()
    journal.undo(10)
    assert journal.answers() == everything[:10]
    assert GAME.digest(journal.replay()) == states[10]
    journal.answer(everything[10].seat, everything[10].option)
    journal.undo(0)
    assert GAME.digest(Journal.read(journal.write()).replay()) == states[0]
    assert len(Journal.read(journal.write()).rows) == len(everything) + 3


@pytest.mark.parametrize("to", [-1, 1])
def test_undo_beyond_the_start_is_refused(to: int) -> None:
    journal = Journal.begin("fairytale", 2, 7)
    with pytest.raises(JournalError, match=rf"^Only 0 answers stand, so undo to {to} is not possible\.$"):
        journal.undo(to)
    assert journal.rows == []


def test_writing_is_canonical_and_the_digest_names_the_journal() -> None:
    one = Journal.begin("fairytale", 4, 7, {"tie": "face_up", "teams": True})
    two = Journal.begin("fairytale", 4, 7, {"teams": True, "tie": "face_up"})
    assert one.write() == two.write()
    assert one.digest() == two.digest()
    two.answer(0, 1)
    assert one.digest() != two.digest()


def test_the_largest_seed_survives() -> None:
    journal = Journal.begin("fairytale", 2, (1 << 256) - 1)
    assert Journal.read(journal.write()) == journal


DAMAGED = {
    "nothing": (b"", "not a Stablehand journal"),
    "a picture": (b"\x89PNG\r\n\x1a\n\x00", "not a Stablehand journal"),
    "another JSON file": (b'{"title": "x"}\n', "not a Stablehand journal"),
    "a list": (b"[1]\n[2]\n", "not a Stablehand journal"),
    "a deep nest": (b"[" * 100_000, "not a Stablehand journal"),
    "a later format": (sealed({**HEADER, "version": 2}), "format version 2; this reads 1"),
    "no seats": (sealed({k: v for k, v in HEADER.items() if k != "seats"}), "no usable 'seats'"),
    "seats that are a bool": (sealed({**HEADER, "seats": True}), "no usable 'seats'"),
    "a seed that is text": (sealed({**HEADER, "seed": "7"}), "no usable 'seed'"),
    "a negative seed": (sealed({**HEADER, "seed": -1}), "seed must be a whole number"),
    "a seed too large": (sealed({**HEADER, "seed": 1 << 256}), "seed must be a whole number"),
    "options that are a list": (sealed({**HEADER, "options": []}), "no usable 'options'"),
    "no game": (sealed({**HEADER, "game": None}), "no usable 'game'"),
    "scores that are text": (sealed({**HEADER, "scores": "x"}), "no usable 'scores'"),
    "scores of too few": (sealed({**HEADER, "scores": [1.0]}), "no usable 'scores'"),
    "scores that are bools": (sealed({**HEADER, "scores": [True, False]}), "no usable 'scores'"),
    "no seal": (_line(HEADER), "last line is not a seal"),
    "the end cut off": (DATA[: DATA.rindex(b"\n", 0, -1) + 1], "last line is not a seal"),
    "a line cut short": (DATA[:-10], "is not JSON"),
    "a line changed": (DATA.replace(b"[0,", b"[1,", 1), "seal does not fit"),
    "a line too many": (DATA.replace(b"\n", b"\n[0,0]\n", 1), "seal does not fit"),
    "a row that is text": (sealed(HEADER, "x"), "Line 2 of the journal is neither"),
    "a row of three": (sealed(HEADER, [0, 1, 2]), "Line 2 of the journal is neither"),
    "a row of fractions": (sealed(HEADER, [0, 1.5]), "Line 2 of the journal is neither"),
    "a row with a bool": (sealed(HEADER, [True, 1]), "Line 2 of the journal is neither"),
    "an undo of nothing": (sealed(HEADER, ["undo"]), "Line 2 of the journal is neither"),
    "an undo too far": (sealed(HEADER, ["undo", 1]), "Line 2 of the journal is wrong: Only 0 answers"),
    "an undo to a bool": (sealed(HEADER, [0, 1], ["undo", True]), "Line 3 of the journal is neither"),
}


@pytest.mark.parametrize("damage", DAMAGED)
def test_damage_is_reported_in_one_sentence(damage: str) -> None:
    data, sentence = DAMAGED[damage]
    with pytest.raises(JournalError) as caught:
        Journal.read(data)
    assert sentence in str(caught.value)
    assert str(caught.value).endswith(".")
    assert "\n" not in str(caught.value)


FOREIGN = {
    "an unknown game": ({**HEADER, "game": "chess"}, "another game. Unknown game 'chess'"),
    "other rules": ({**HEADER, "rules_version": 99}, "version 99 of the rules of fairytale; this is version"),
    "nine seats": ({**HEADER, "seats": 9}, "header is not a game: Fairy Tale is for 2 to 5 seats"),
    "an unknown option": ({**HEADER, "options": {"x": 1}}, "header is not a game: Fairy Tale has no option"),
    "an option with a list": ({**HEADER, "options": {"tie": []}}, "'tie' must be shared or face_up"),
}


@pytest.mark.parametrize("fault", FOREIGN)
def test_a_journal_that_cannot_be_replayed_says_why(fault: str) -> None:
    header, sentence = FOREIGN[fault]
    journal = Journal.read(sealed(header))
    with pytest.raises(JournalError) as caught:
        journal.replay()
    assert sentence in str(caught.value)


def test_the_scores_of_a_journal_are_read_and_checked() -> None:
    journal = Journal.begin("fairytale", 2, 7)
    state = journal.replay()
    while asks := GAME.pending(state):
        GAME.answer(state, asks[0].seat, asks[0].options[0])
        journal.answer(asks[0].seat, asks[0].options[0])
    journal.scores = tuple(GAME.scores(state))
    again = Journal.read(journal.write())
    assert again == journal
    assert GAME.digest(again.replay()) == GAME.digest(state)
    again.scores = (0.25, 0.75)
    with pytest.raises(JournalError, match=r"^The journal's header has other scores than its game\.$"):
        again.replay()


def test_a_journal_that_goes_on_has_no_scores() -> None:
    answered = Journal("fairytale", 2, 7, scores=(1.0, 0.0))
    undone = Journal("fairytale", 2, 7, rows=[Answer(0, 1)], scores=(1.0, 0.0))
    assert all(b"scores" in journal.write() for journal in (answered, undone))
    answered.answer(0, 1)
    undone.undo(0)
    assert not any(b"scores" in journal.write() for journal in (answered, undone))


@pytest.mark.parametrize(("seat", "option"), [(0, 10**9), (9, 0), (-1, 0)])
def test_the_error_for_an_illegal_answer_gives_its_number(seat: int, option: int) -> None:
    journal = Journal.begin("fairytale", 2, 7)
    decision = GAME.pending(journal.replay())[0]
    journal.answer(decision.seat, decision.options[0])
    journal.answer(seat, option)
    with pytest.raises(JournalError, match=r"^Answer 2 of the journal is not legal: "):
        journal.replay()


def read_or_refuse(data: bytes) -> None:
    """Check that the data is read as the original journal, or refused with a sentence."""
    refusal = "."
    try:
        journal = Journal.read(data)
    except JournalError as error:
        journal, refusal = SHORT, str(error)
    assert journal == SHORT
    assert refusal.endswith(".")


def test_a_changed_byte_is_refused() -> None:
    for at in range(len(DATA)):
        for bit in (1, 0x80):
            read_or_refuse(DATA[:at] + bytes([DATA[at] ^ bit]) + DATA[at + 1 :])


def test_a_truncated_journal_is_refused() -> None:
    for length in range(len(DATA)):
        read_or_refuse(DATA[:length])


@settings(max_examples=100 * SCALE)
@given(st.data())
def test_a_spliced_journal_is_refused(data: st.DataObject) -> None:
    start, end = sorted(data.draw(st.tuples(*[st.integers(0, len(DATA))] * 2)))
    read_or_refuse(DATA[:start] + data.draw(st.binary(max_size=20)) + DATA[end:])


@settings(max_examples=100 * SCALE)
@given(st.binary(max_size=200))
def test_random_bytes_are_refused(data: bytes) -> None:
    with pytest.raises(JournalError, match=r"\.$"):
        Journal.read(data)
