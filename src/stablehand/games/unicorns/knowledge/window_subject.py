"""What the open response window is about, judged from public knowledge: standing orders look at it."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from stablehand.core.contract import WindowSubject
from stablehand.games.unicorns.knowledge.announced import frames
from stablehand.games.unicorns.knowledge.counts import unicorns
from stablehand.games.unicorns.knowledge.occasions import open_occasion
from stablehand.games.unicorns.resolution.machine import Window
from stablehand.games.unicorns.resolution.plan import targets
from stablehand.games.unicorns.state.records import NO_CARD, NOBODY
from stablehand.games.unicorns.turn import aiming
from stablehand.games.unicorns.turn.play import Play
from stablehand.games.unicorns.vocabulary import (
    ANOTHER,
    ANYONE,
    Act,
    Both,
    Cast,
    If,
    Look,
    Make,
    May,
    OneOf,
    Reveal,
    Some,
    Then,
    When,
    Whenever,
    With,
)

if TYPE_CHECKING:
    from stablehand.core.contract import Seat
    from stablehand.games.unicorns.decks.definition import Definition
    from stablehand.games.unicorns.knowledge.occasions import Occasion
    from stablehand.games.unicorns.state.records import Frame
    from stablehand.games.unicorns.state.state import State
    from stablehand.games.unicorns.turn.window import Pile
    from stablehand.games.unicorns.vocabulary import Abilities, Word

_OWN = ("sacrifice", "discard", "bring", "take", "bury")
"""Verbs that touch only what is one's own, or nobody's."""


def window_subject(s: State) -> WindowSubject | None:
    """Return what the open response window is about; None if there is none."""
    about = open_occasion(s)
    if about is not None:
        assert s.k is not None
        return _about(s, about, s.k.data[0])
    pile: Pile = ()
    for frame in frames(s):
        if isinstance(frame.word, Window) and frame.pc > 0 and not pile:
            pile = frame.data[0]
        elif isinstance(frame.word, Play) and pile:
            return _subject(s, frame, pile)
    return None


def _about(s: State, about: Occasion, pile: Pile) -> WindowSubject:
    """Return the subject of a window about a theft, a loss or a turn, or about an Instant played there.

    A loss or theft is against the player whose card it is, an Instant against whoever wants it to happen.
    """
    if len(pile) > 2:
        against, card = {pile[-2][1]}, pile[-1][0]
    elif len(pile) == 2:
        against, card = {about.by}, pile[-1][0]
    else:
        against, card = {about.owner} - ({about.by} if about.verb == "turn" else set()), NO_CARD
    is_nearly_won = unicorns(s, about.by) >= s.rules.unicorns_to_win - 1
    name = "" if card == NO_CARD else s.rules.catalog.cards[card].id
    return WindowSubject(about.by, False, frozenset(against), is_nearly_won, name)


def _subject(s: State, played: Frame, pile: Pile) -> WindowSubject:
    player = played.env.you
    card = s.rules.catalog.cards[played.data[0]]
    against = {pile[-2][1]} if len(pile) > 1 else _against(s, played, card)
    goal = s.rules.unicorns_to_win
    return WindowSubject(
        player,
        card.type == "basic",
        frozenset(against),
        unicorns(s, player) >= goal - 1,
        s.rules.catalog.cards[pile[-1][0]].id,
    )


def _against(s: State, played: Frame, card: Definition) -> set[Seat]:
    """Return the other seats that the card is declared against, or that its player may choose later."""
    _, to, plan = played.data[:3]
    player = played.env.you
    others = set(s.rules.others[player])
    found: set[Seat] = set()
    if card.type == "downgrade":
        found |= others if to == NOBODY else {to}
    if card.cast and s.rules.targets == "cards":
        cards, players = targets(s, plan, player)
        found |= {*players, *(s.controller(target) for target in cards)}
    elif named := aiming.players(s, played.data[3] if len(played.data) > 3 else ()):
        found |= set(named)
    elif reaches_others(card.abilities):
        found |= others
    return found & others


@cache
def reaches_others(abilities: Abilities) -> bool:
    """Whether a card's text lets its player choose another player, or another player's card or stable."""
    return any(_reaches(one.do) for one in abilities if isinstance(one, Cast | When | Whenever))


def _reaches(word: Word) -> bool:
    match word:
        case Act(_, _, "anyone" | "another") | Look(rest="give"):
            return True
        case Act(verb, Some(_, of)):
            return verb not in _OWN and of.place in {"", "theirs", "others"}
        case Make(who, _) | With(who, _) if who in {ANYONE, ANOTHER}:
            return True
        case May(do) | If(_, do) | With(_, do):
            return _reaches(do)
        case Then(first, second):
            return _reaches(first) or _reaches(second)
        case Both(parts) | OneOf(parts):
            return any(map(_reaches, parts))
        case Reveal(cases):
            return any(_reaches(do) for _, do in cases)
        case _:
            return False
