"""A fixed loop that resembles the work of a game, to measure the machine by.

Speeds of different machines, or of one machine on different days, are compared as ratios to this loop in the
same run. The loop must never change: whoever changes it throws away every figure measured with it.
"""

from __future__ import annotations

import time

REFERENCE = 4480.0
"""Loops per second on the machine where the floors were measured, under CPython 3.11."""

SEATS = 4
CARDS = 100
MASK = (1 << 32) - 1


class Board:
    """Zones of small ints and a mixed number, as a game's state has them."""

    __slots__ = ("down", "hands", "mixed", "tables")

    def __init__(self) -> None:
        self.hands: list[list[int]] = [[] for _ in range(SEATS)]
        self.tables: list[list[int]] = [[] for _ in range(SEATS)]
        self.down = 0
        self.mixed = 1

    def below(self, n: int) -> int:
        """Return some number under n."""
        self.mixed = (self.mixed * 1_664_525 + 1_013_904_223) & MASK
        return (self.mixed >> 8) % n

    def options(self, seat: int) -> tuple[int, ...]:
        """Return the different cards of a hand, in order."""
        return tuple(sorted(set(self.hands[seat])))

    def play(self, seat: int, card: int) -> None:
        """Move a card from a hand to a table, sometimes face down."""
        self.hands[seat].remove(card)
        self.tables[seat].append(card)
        if card % 3 == 0:
            self.down ^= 1 << len(self.tables[seat])

    def copy(self) -> Board:
        """Copy as a search would."""
        new = Board.__new__(Board)
        new.hands = [hand[:] for hand in self.hands]
        new.tables = [table[:] for table in self.tables]
        new.down = self.down
        new.mixed = self.mixed
        return new


def loop() -> int:
    """Shuffle, deal, and play all cards once; the result shows that it was done."""
    board = Board()
    deck = list(range(CARDS))
    for i in range(CARDS - 1, 0, -1):
        j = board.below(i + 1)
        deck[i], deck[j] = deck[j], deck[i]
    for number, card in enumerate(deck):
        board.hands[number % SEATS].append(card // 4)
    total = 0
    while options := board.options(total % SEATS):
        board.play(total % SEATS, options[board.below(len(options))])
        total += 1
        if total % 5 == 0:
            board = board.copy()
    return total + board.down


def loops_per_s(seconds: float = 0.2) -> float:
    """Measure for at least so long."""
    loops = 0
    began = time.perf_counter()
    while (passed := time.perf_counter() - began) < seconds:
        loop()
        loops += 1
    return loops / passed
