"""Occasions: what Instants can answer beside a card being played (RUL-62 to RUL-64).

A card is about to be stolen, sacrificed or destroyed, or a turn begins. The frame that waits for the window
says which of these it is, so nothing else is stored. If an Instant takes effect, that frame goes on one point
later. Who may respond depends on public information only, and so does whether a window opens at all.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from stablehand.games.unicorns.knowledge import traits
from stablehand.games.unicorns.resolution.machine import OPENED, Turn, Window
from stablehand.games.unicorns.resolution.plan import Commit
from stablehand.games.unicorns.state.records import NO_CARD, Frame
from stablehand.games.unicorns.state.state import HANDS
from stablehand.games.unicorns.vocabulary import Act, Both

if TYPE_CHECKING:
    from stablehand.games.unicorns.state.records import CardNo, Change, Seat, Seats
    from stablehand.games.unicorns.state.state import State
    from stablehand.games.unicorns.vocabulary import Event, Word

AWAITING: Final = 3
ANSWERED: Final = 4
"""The points at which `Commit` goes on after a window about a card: nothing happened, or an Instant did."""
RULES_OF: Final = {"steal": "RUL-62", "sacrifice": "RUL-63", "destroy": "RUL-63", "turn": "RUL-64"}
"""The rulings on Instants that answer these."""


class Occasion:
    """What is about to happen, and can be answered. Immutable."""

    __slots__ = ("by", "card", "owner", "verb")

    def __init__(self, verb: str, card: CardNo, owner: Seat, by: Seat) -> None:
        self.verb = verb
        """What is done to a card, or "turn"."""
        self.card: CardNo = card
        """The card, or NO_CARD."""
        self.owner: Seat = owner
        """The seat whose card, or whose turn, it is."""
        self.by: Seat = by
        """The seat that does it."""


def verb_on(act: Act, change: Change, seat: Seat) -> str:
    """Return what an act does to a card of a seat: one's own card is sacrificed, another's destroyed."""
    if act.verb != "remove":
        return act.verb
    return "sacrifice" if seat == change.env.you else "destroy"


def occasion(s: State, waiting: Frame | None) -> Occasion | None:
    """Return what a window is about by the frame that waits for it; None if a card is being played."""
    if waiting is None:
        return None
    if isinstance(waiting.word, Turn):
        seat = waiting.env.you
        return Occasion("turn", NO_CARD, seat, seat) if waiting.pc == OPENED else None
    if not isinstance(waiting.word, Commit) or waiting.pc != AWAITING:
        return None
    changes, i, cards, j = waiting.data[:4]
    change: Change = changes[i]
    owner = s.controller(cards[j])
    assert isinstance(change.word, Act)
    return Occasion(verb_on(change.word, change, owner), cards[j], owner, change.env.you)


def open_occasion(s: State) -> Occasion | None:
    """Return what the window that is open belongs to, if no card is being played; also after an Instant."""
    window = s.k
    if window is None or not isinstance(window.word, Window) or not s.rules.catalog.answering:
        return None
    return occasion(s, window.next)


def asked_occasion(s: State) -> Occasion | None:
    """Return the occasion that may be answered now; None if a card or an Instant may be, or nothing."""
    about, window = open_occasion(s), s.k
    return about if window is not None and about is not None and len(window.data[0]) == 1 else None


def holders(s: State) -> Seats:
    """Return the seats that hold an Instant which answers an occasion: one bit a seat."""
    found: Seats = 0
    for card in s.rules.catalog.catching:
        seat = s.where[card] - HANDS
        if 0 <= seat < s.rules.seats:
            found |= 1 << seat
    return found


def is_skipping(s: State) -> bool:
    """Whether seats that can only pass are not asked on an occasion: those that hold no such Instant."""
    return s.rules.silent and not s.rules.has_party


def nobody_answers(s: State) -> bool:
    """Whether a window on an occasion would ask nobody, so that none need be opened."""
    return is_skipping(s) and not holders(s)


def call_off(s: State) -> None:
    """Let the frame that waited for the window go on as after an Instant that took effect."""
    waiting = s.k
    if waiting is not None and isinstance(waiting.word, Commit) and waiting.pc == AWAITING:
        s.k = Frame(waiting.word, ANSWERED, waiting.env, waiting.data, waiting.next)


def answers_to(s: State, seat: Seat, about: Occasion) -> list[CardNo]:
    """Return the Instants of the deck, one of each, with which a seat may respond, whatever it holds."""
    found: list[CardNo] = []
    for card, event in s.rules.catalog.answering:
        respond = s.rules.catalog.cards[card].respond
        assert respond is not None
        if (
            _is_event(s, event, about, seat)
            and _can_receive(s, respond.do, about, seat)
            and not (s.banned >> seat & 1 and traits.is_banned(s, seat, card))
        ):
            found.append(card)
    return found


def _is_event(s: State, event: Event, about: Occasion, seat: Seat) -> bool:
    """Whether it is something that an Instant of a seat answers."""
    if about.verb not in event.verbs or (event.by == "others" and about.by == seat):
        return False
    return about.card == NO_CARD or traits.fits(s, event.of, about.card)


def _can_receive(s: State, do: Word, about: Occasion, seat: Seat) -> bool:
    """Whether a card that an Instant would bring into a seat's stable may enter it, or is in it (RUL-62)."""
    first = do.parts[0] if isinstance(do, Both) else do
    if not isinstance(first, Act) or first.verb != "bring" or about.owner == seat:
        return True
    return traits.may_enter(s, about.card, seat)
