"""State ⇄ canonical bytes: compact JSON with sorted keys, so equal states are equal bytes."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

from stablehand.fairytale import questions
from stablehand.fairytale.options import rules_for
from stablehand.fairytale.state import NOTHING, PICKS, PLAYS, ROUNDS, Chapter, State

GAME = "fairytale"
FORMAT = 1


def encode(s: State) -> bytes:
    """Write a state."""
    table = {
        "game": GAME,
        "format": FORMAT,
        "seats": s.rules.seats,
        "options": s.rules.as_options(),
        "round": s.round,
        "step": s.step,
        "stage": s.stage,
        "over": s.is_over,
        "deck": s.deck,
        "hands": s.hands,
        "trails": s.trails,
        "kept": s.kept,
        "table": s.table,
        "down": s.down,
        "gone": s.gone,
        "aside": s.aside,
        "played": s.played,
        "chapters": s.chapters,
        "fresh": s.fresh,
        "hunted": s.hunted,
        "sealed": s.sealed,
    }
    return json.dumps(table, separators=(",", ":"), sort_keys=True).encode()


def decode(data: bytes) -> State:
    """Read a state; bytes that are not one are a ValueError."""
    try:
        table = json.loads(data)
        s = _read(table)
        _check(s)
    except (ValueError, KeyError, TypeError, IndexError, AttributeError, RecursionError) as error:
        raise ValueError(f"These bytes are not a state of Fairy Tale: {error!s}.") from error
    seats = range(s.rules.seats)
    s.asks = [questions.question(s, seat, s.sealed[seat]) for seat in seats]
    return s


def _read(table: dict[str, Any]) -> State:
    if table["game"] != GAME or table["format"] != FORMAT:
        raise ValueError("it is of another game or format")
    s = State(rules_for(table["seats"], table["options"]))
    s.round, s.step, s.stage = int(table["round"]), int(table["step"]), int(table["stage"])
    s.is_over, s.hunted = bool(table["over"]), int(table["hunted"])
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
        raise ValueError("a card is not a number")
    return list(values)


def _trail(values: list[Any]) -> tuple[tuple[int, int], ...]:
    return tuple((int(seat), int(card)) for seat, card in values)


def _check(s: State) -> None:
    """Refuse what no game can lead to: wrong lengths, numbers out of range, cards too many or too few."""
    per_seat = (s.hands, s.trails, s.kept, s.table, s.down, s.played, s.fresh, s.sealed)
    if any(len(part) != s.rules.seats for part in per_seat):
        raise ValueError("it has not one part for each seat")
    if not (1 <= s.round <= ROUNDS and 0 <= s.step <= PICKS + PLAYS and 0 <= s.stage <= len(s.rules.stages)):
        raise ValueError("it is at a point that no game comes to")
    if any(not NOTHING <= card < len(s.rules.factions) for card in s.fresh):
        raise ValueError("a card is not in the deck")
    held = Counter([*s.deck, *s.gone, *s.aside])
    for cards in (*s.hands, *s.kept, *s.table):
        held.update(cards)
    if held != Counter(s.rules.cards.supply(expert=s.rules.expert)):
        raise ValueError("its cards are not those of the deck")
