"""Standing orders: in which response windows a seat passes without being asked.

They depend on what everybody can see and never on a hand, so whether a seat is asked reveals nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from stablehand.core.contract import Seat, WindowSubject


@dataclass(frozen=True, slots=True)
class StandingOrders:
    """In which response windows one seat passes without being asked."""

    until_turn: bool = False
    threatened: bool = False
    no_basics: bool = False
    turn: int = 0
    """The turn in which they were given."""

    def passes(self, seat: Seat, subject: WindowSubject | None) -> bool:
        """Whether the seat passes in a window about `subject`; None if the game does not say."""
        if self.until_turn:
            return True
        if subject is None:
            return self.threatened
        if self.no_basics and subject.is_basic:
            return True
        return self.threatened and seat not in subject.against and not subject.is_nearly_won

    def after(self, turn: int, *, is_own: bool) -> StandingOrders:
        """Return what is left of them in a turn; "until my turn" ends when an own turn has begun."""
        if not self.until_turn or turn <= self.turn or not is_own:
            return self
        return StandingOrders(threatened=self.threatened, no_basics=self.no_basics, turn=turn)


NO_ORDERS = StandingOrders()
