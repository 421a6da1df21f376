"""Planned and deferred parts of effects.

In a stepwise effect a change is carried out at once. In a link (UU-EFF-4) and before a window (UU-PLAY-4) it
is added to `plan`. A choice that depends on what an earlier part draws, returns to that hand or reveals is
deferred together with everything after it (`defer`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from stablehand.games.unicorns.knowledge import traits
from stablehand.games.unicorns.state.records import NOBODY, STEP, Change, Frame
from stablehand.games.unicorns.state.state import HANDS
from stablehand.games.unicorns.state.zones import is_public
from stablehand.games.unicorns.vocabulary import (
    Act,
    Draw,
    Look,
    Procedure,
    Pull,
    Rob,
    Search,
    SeeHand,
    TradeHands,
)

if TYPE_CHECKING:
    from stablehand.games.unicorns.state.records import CardNo, Env, Seat
    from stablehand.games.unicorns.state.state import State


class Commit(Procedure):
    """Carry out changes that have been chosen."""

    __slots__ = ()


class Later(Procedure):
    """Go on with an effect in the next link."""

    __slots__ = ()


class Perform(Procedure):
    """An effect from its beginning (0) to its end (1)."""

    __slots__ = ()


COMMIT: Final = Commit()
LATER: Final = Later()
PERFORM: Final = Perform()


def why(s: State, env: Env) -> str:
    """Return the path of the effect that asks, or "turn"."""
    return s.rules.catalog.effects[env.effect].path if env.effect >= 0 else "turn"


def chooses_for(s: State, env: Env) -> bool:
    """Whether "you" is the player who declares: the choices of others are never declared (UU-PLAY-4)."""
    return env.you == s.active


def defer(s: State, f: Frame, *, alone: bool = False) -> None:
    """Defer this frame and the rest of its effect; with `alone`, only this frame, until its part is due."""
    frames = [f]
    while not alone and s.k is not None and not isinstance(s.k.word, Perform):
        frames.append(s.k)
        s.k = s.k.next
    deferred = tuple(Frame(g.word, g.pc, g.env, g.data, None) for g in frames)
    s.plan += (Change(LATER, f.env, stage=int(alone), frames=deferred),)
    s.ok = 1


def _lands(s: State, change: Change, seat: Seat) -> bool:
    """Whether a card that a change takes out of a stable will be in that seat's hand."""
    return any(
        s.rules.catalog.cards[card].lands and s.controller(card) == seat and not traits.is_muted(s, card)
        for card in change.cards
    )


def _brings(change: Change, seat: Seat) -> bool:
    """Whether a look at the deck, whose cards are chosen, puts any of them into that hand."""
    word = change.word
    assert isinstance(word, Look)
    return change.stage == 1 and ((word.take > 0 and change.env.you == seat) or change.to == seat)


def is_late(s: State, env: Env, seat: Seat) -> bool:
    """Whether an earlier part of this effect, planned and not done, puts cards into that hand."""
    if env.mode == STEP:
        return False
    for change in s.plan[env.base :]:
        match change.word:
            case Draw() | Pull() | Rob() | Search(to="hand") | TradeHands() if change.env.you == seat:
                return True
            case Act("return", _) if HANDS + s.rules.seats + seat in change.places:
                return True
            case Act("give", _, "boss" | "left") if change.to == seat:
                return True
            case Look() if _brings(change, seat):
                return True
            case Act("destroy" | "sacrifice" | "remove", _) if _lands(s, change, seat):
                return True
            case _:
                pass
    return False


def targets(s: State, plan: tuple[Change, ...], caster: Seat) -> tuple[list[CardNo], list[Seat]]:
    """Return the cards and the players that are the targets of declared choices (UU-PLAY-4).

    Only public targets are included: a card chosen from a hand stays secret until it is shown.
    """
    cards: list[CardNo] = []
    players: list[Seat] = []
    for change in plan:
        cards += [card for card in change.cards if is_public(s, s.where[card])]
        match change.word:
            case Act("move" | "give"):
                players.append(change.to)
            case Pull() | Rob() | SeeHand() | TradeHands():
                players.append(change.to)
            case Later():
                players += [frame.env.you for frame in change.frames[:1] if frame.env.you != caster]
            case _:
                pass
    return list(dict.fromkeys(cards)), [player for player in dict.fromkeys(players) if player != NOBODY]
