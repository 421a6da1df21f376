"""Reading and checking states that `encode` wrote."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

from stablehand.games.fairytale.knowledge.seen import minus
from stablehand.games.fairytale.play import questions
from stablehand.games.fairytale.state.encode import FORMAT, GAME, encode
from stablehand.games.fairytale.state.rules import rules_for
from stablehand.games.fairytale.state.state import NOTHING, PICKS, PLAYS, ROUNDS, Chapter, State

__all__ = ["decode", "encode"]


def decode(data: bytes) -> State:
    """Read a state; raise ValueError for bytes that are none."""
    try:
        s = _read(json.loads(data))
        _check(s, data)
    except (ValueError, KeyError, TypeError, IndexError, AttributeError, RecursionError) as error:
        raise ValueError(f"These bytes are not a state of Fairy Tale: {str(error).rstrip('.')}.") from error
    return s


def _read(table: dict[str, Any]) -> State:
    if table["game"] != GAME or table["format"] != FORMAT:
        raise ValueError("it is of another game or format")
    s = State(rules_for(table["seats"], table["options"]))
    s.round, s.step, s.stage, s.hunted = _cards([table[key] for key in ("round", "step", "stage", "hunted")])
    s.is_over = table["over"] is True
    s.deck, s.gone = _cards(table["deck"]), _cards(table["gone"])
    s.aside = tuple(_cards(table["aside"]))
    s.down, s.fresh = _cards(table["down"]), _cards(table["fresh"])
    s.hands = [_cards(cards) for cards in table["hands"]]
    s.kept = [_cards(cards) for cards in table["kept"]]
    s.table = [_cards(cards) for cards in table["table"]]
    s.trails = [_trail(trail) for trail in table["trails"]]
    s.played = [tuple(_cards(cards)) for cards in table["played"]]
    s.sealed = [tuple(_cards(cards)) for cards in table["sealed"]]
    s.chapters = tuple(
        Chapter(tuple(_trail(trail) for trail in trails), tuple(tuple(_cards(cards)) for cards in played))
        for trails, played in table["chapters"]
    )
    return s


def _cards(values: list[Any]) -> list[int]:
    if not all(type(value) is int for value in values):
        raise ValueError("a number is missing")
    return list(values)


def _trail(values: list[Any]) -> tuple[tuple[int, int], ...]:
    return tuple((seat, card) for seat, card in map(_cards, values))


def _check(s: State, data: bytes) -> None:
    """Raise ValueError for a state that no game and no board leads to; compute the open decisions."""
    per_seat = (s.hands, s.trails, s.kept, s.table, s.down, s.played, s.fresh, s.sealed)
    if any(len(part) != s.rules.seats for part in per_seat):
        raise ValueError("it has not one part for each seat")
    if not (1 <= s.round <= ROUNDS and 0 <= s.step <= PICKS + PLAYS and 0 <= s.stage <= len(s.rules.stages)):
        raise ValueError("it is at a point that no game comes to")
    held = Counter([*s.deck, *s.gone, *s.aside])
    for cards in (*s.hands, *s.kept, *s.table):
        held.update(cards)
    if held != Counter(s.rules.supply):
        raise ValueError("its cards are not those of the deck")
    for cards in (*s.hands, *s.kept, s.gone, list(s.aside)):
        if cards != sorted(cards):
            raise ValueError("cards that have no order are not sorted")
    _check_tables(s)
    _check_memory(s)
    _check_sealed(s)
    if encode(s) != data:
        raise ValueError("it is not written in the canonical way")


def _check_tables(s: State) -> None:
    """Raise ValueError for tables that do not fit the step: fresh, hunted, face-down cards or hands."""
    is_effect = s.stage > 0
    if is_effect and not PICKS <= s.step < PICKS + PLAYS:
        raise ValueError("it has effects without a play")
    if any(s.hands) and not s.is_draft:
        raise ValueError("somebody has a hand when the draft is over")
    if s.is_over and (s.step != PICKS + PLAYS or s.round != ROUNDS or any(s.kept) or any(s.down)):
        raise ValueError("it is over before the end")
    for seat, table in enumerate(s.table):
        is_hunted = s.hunted >> seat & 1
        fresh = s.fresh[seat]
        if fresh != NOTHING and not (is_effect and s.played[seat][-1:] == (fresh,) and table[-1:] == [fresh]):
            raise ValueError("a card is new that was not just played")
        if not 0 <= s.down[seat] < 1 << len(table) or (is_hunted and fresh == NOTHING):
            raise ValueError("a card is face down or hunted that is not there")
    if not 0 <= s.hunted < 1 << s.rules.seats:
        raise ValueError("a seat is hunted that is not there")


def _check_memory(s: State) -> None:
    """Raise ValueError for chapters that do not lead to the present state."""
    now = Chapter(tuple(s.trails), tuple(s.played))
    if len(s.chapters) + (not s.is_over) > s.round or (s.is_over and (any(now.trails) or any(now.played))):
        raise ValueError("it remembers more rounds than were played")
    if s.is_draft and any(s.played):
        raise ValueError("a card was played in the draft")
    past = [_leftovers(s, chapter) for chapter in s.chapters]
    if [list(cards) for cards in _leftovers(s, now)] != s.kept:
        raise ValueError("what was taken is not there")
    lying = [Counter(table) for table in s.table]
    for chapter in (*s.chapters, now):
        for table, cards in zip(lying, chapter.played, strict=True):
            table.subtract(cards)
    removed = sum((-table for table in lying), Counter[int]())
    if not s.is_over and (removed or s.step == PICKS + PLAYS):
        raise ValueError("what was played is not there, or the next round is not dealt")
    gone = Counter(card for chapter in past for cards in chapter for card in cards) + removed
    if gone - Counter(s.gone):
        raise ValueError("what was discarded is not there")


def _leftovers(s: State, chapter: Chapter) -> list[tuple[int, ...]]:
    """Return the cards each seat took in a round and did not play."""
    seats = range(s.rules.seats)
    if len(chapter.trails) != len(seats) or len(chapter.played) != len(seats):
        raise ValueError("a round has not one part for each seat")
    if any(taker not in seats for trail in chapter.trails for taker, _ in trail):
        raise ValueError("a card was taken by nobody")
    taken = [[card for trail in chapter.trails for by, card in trail if by == seat] for seat in seats]
    return [minus(cards, played) for cards, played in zip(taken, chapter.played, strict=True)]


def _check_sealed(s: State) -> None:
    """Compute the open decisions; raise ValueError for sealed answers that were not offered."""
    for seat, picks in enumerate(s.sealed):
        for at, card in enumerate(picks):
            decision = questions.question(s, seat, picks[:at])
            if decision is None or card not in decision.options:
                raise ValueError("a sealed answer was not offered")
        s.asks[seat] = questions.question(s, seat, picks)
    s.asked = questions.first_asked(s)
    if any(s.sealed) and not any(s.asks):
        raise ValueError("all answers are sealed, but nothing has come of them")
