"""What is planned, and what is put off.

In a step-by-step effect a change is carried out at once. In a link (UU-EFF-4) and before a window (UU-PLAY-4)
it is planned: `plan` grows, and what cannot be chosen yet, because it depends on what an earlier part draws,
returns to that hand or reveals, is put off together with all that follows it (`defer`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from stablehand.unicorns import traits
from stablehand.unicorns.records import STEP, Change, Frame
from stablehand.unicorns.state import HANDS
from stablehand.unicorns.words import (
    Act,
    Draw,
    Procedure,
    Pull,
    Rob,
    Search,
    TradeHands,
)

if TYPE_CHECKING:
    from stablehand.kernel.contract import Seat
    from stablehand.unicorns.records import Env
    from stablehand.unicorns.state import State


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
    """Return the path of what asks."""
    return s.rules.catalog.effects[env.effect].path if env.effect >= 0 else "turn"


def chooses_for(s: State, env: Env) -> bool:
    """Whether "you" is the player who declares: the choices of others are never declared (UU-PLAY-4)."""
    return env.you == s.active


def defer(s: State, f: Frame, *, alone: bool = False) -> None:
    """Put off this frame and the rest of its effect; `alone`: only until its part is carried out."""
    frames = [f]
    while not alone and s.k is not None and not isinstance(s.k.word, Perform):
        frames.append(s.k)
        s.k = s.k.next
    put_off = tuple(Frame(g.word, g.pc, g.env, g.data, None) for g in frames)
    s.plan += (Change(LATER, f.env, stage=int(alone), frames=put_off),)
    s.ok = 1


def _lands(s: State, change: Change, seat: Seat) -> bool:
    """Whether a card that a change takes out of a stable will be in that seat's hand."""
    return any(
        s.rules.catalog.cards[card].lands and s.controller(card) == seat and not traits.is_muted(s, card)
        for card in change.cards
    )


def is_late(s: State, env: Env, seat: Seat) -> bool:
    """Whether an earlier part of this effect, planned and not done, puts cards into that hand."""
    if env.mode == STEP:
        return False
    for change in s.plan[env.base :]:
        match change.word:
            case Draw() | Pull() | Rob() | Search() | TradeHands() if change.env.you == seat:
                return True
            case Act("return", _) if HANDS + s.rules.seats + seat in change.places:
                return True
            case Act("destroy" | "sacrifice" | "remove", _) if _lands(s, change, seat):
                return True
            case _:
                pass
    return False
