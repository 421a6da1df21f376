"""Taking back: at once while nobody can have learnt anything, else if everybody agrees.

Whether something was revealed or drawn is not guessed from the kind of move. What the player could not know
before the answer is dealt again, a few times; the same answer is given there. If it looks the same to all in
each of these worlds, then it told nobody anything that was hidden from the player, and may be taken back.
What players show of their own hand is theirs to show.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from stablehand.kernel.events import Recorder

if TYPE_CHECKING:
    from stablehand.kernel.contract import Seat
    from stablehand.table.match import Match

WORLDS: Final = 12
"""Something hidden would have to come out alike in all of them to pass unnoticed."""


@dataclass(slots=True)
class Voting:
    """A wish to take back that needs the others' consent."""

    seat: Seat
    to: int
    command: str
    waiting: set[Seat]
    until: int


def last_answer(match: Match, seat: Seat) -> int | None:
    """Return the number of a seat's last answer that stands, from 0."""
    standing = match.standing
    return next((at for at in reversed(range(len(standing))) if standing[at].seat == seat), None)


def is_free(match: Match, seat: Seat) -> bool:
    """Whether a seat may take its last answer back without asking anybody."""
    standing = match.standing
    if not standing or standing[-1].seat != seat or match.before is None:
        return False
    game, option = match.game, standing[-1].option
    audiences = [*range(match.journal.seats), None]
    happened = match.events[match.marks[-1] :]
    told = [[event.seen_by(audience) for event in happened] for audience in audiences]
    seen = game.view(match.state, seat)
    for luck in range(WORLDS):
        world = game.determinise(match.before, seat, luck)
        recorder = Recorder()
        game.answer(world, seat, option, recorder)
        if game.view(world, seat) != seen or [recorder.seen_by(who) for who in audiences] != told:
            return False
    return True
