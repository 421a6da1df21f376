"""Undo: at once if the answer revealed nothing, otherwise if all other players agree.

Whether something was revealed or drawn is not guessed from the kind of move. What the player could not know
before the answer is dealt again, a few times, and the same answer is given there. If it looks the same to all
in each of these worlds, then it revealed nothing that was hidden from the player, and may be taken back.
What players show of their own hand is theirs to show.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from stablehand.core.contract import IllegalAnswer
from stablehand.core.events import Recorder
from stablehand.table.refusal import Refusal
from stablehand.table.state.facts import Undone
from stablehand.table.state.signals import Agreed, Vote, VoteFailed, VoteOpened
from stablehand.table.state.state import UNDOS

if TYPE_CHECKING:
    from stablehand.core.contract import Seat
    from stablehand.table import protocol as p
    from stablehand.table.state.match import Match
    from stablehand.table.state.state import TableState
    from stablehand.table.state.volatile import Volatile

VOTE_TIME: Final = 30_000
"""Milliseconds in which the other players may agree."""
WORLDS: Final = 12
"""How many possible truths are drawn: in all of them the answer must look the same."""


FEW_WORLDS: Final = 4
"""The same, where only the button for an undo depends on it."""


def is_undo_possible(state: TableState, seat: Seat) -> bool:
    """Whether a player without others to ask may undo the last answer: only if it revealed nothing."""
    match = state.match
    return match is not None and match.once(("undo", seat), lambda: is_free(match, seat, FEW_WORLDS))


def _others(state: TableState, seat: Seat) -> frozenset[Seat]:
    return frozenset(one.seat for one in state.seats if one.is_active and one.seat != seat)


def is_free(match: Match, seat: Seat, worlds: int = WORLDS) -> bool:
    """Whether a seat may take its last own answer back without asking anybody.

    All answers since then are given again in each world. One that cannot be given there, because a bot played
    a card from its hand, has revealed something.
    """
    to = match.last_answer(seat, is_own=True)
    if to is None or to not in match.before:
        return False
    game = match.game
    answers = [match.standing_answer(number) for number in range(to, len(match.standing))]
    audiences = [*range(match.journal.seats), None]
    happened = match.events[match.standing[to].events :]
    told = [[event.seen_by(audience) for event in happened] for audience in audiences]
    seen = game.view(match.state, seat)
    for luck in range(worlds):
        world = game.determinise(match.before[to], seat, luck)
        recorder = Recorder()
        try:
            for answer in answers:
                game.answer(world, answer.seat, answer.option, recorder)
        except IllegalAnswer:
            return False
        if game.view(world, seat) != seen or [recorder.seen_by(who) for who in audiences] != told:
            return False
    return True


def request(
    state: TableState, volatile: Volatile, match: Match, seat: Seat, command: p.Undo, now: int
) -> Undone | VoteOpened:
    """Take back at once, or open a vote; raise Refusal if neither is allowed."""
    to = match.last_answer(seat, is_own=True)
    if not state.house.undo:
        raise Refusal("undo_off")
    if to is None:
        raise Refusal("undo_nothing")
    if state.undos.get((seat, match.turn), 0) >= UNDOS:
        raise Refusal("undo_enough", n=UNDOS)
    if volatile.vote is not None:
        raise Refusal("undo_asked")
    others = _others(state, seat)
    is_last = all(match.standing_answer(number).seat == seat for number in range(to, len(match.standing)))
    if (is_last or not others) and is_free(match, seat):
        return Undone(now, seat, to)
    if not others:
        raise Refusal("undo_revealed")
    return VoteOpened(Vote(seat, to, command.id, others, now + VOTE_TIME))


def consent(
    state: TableState, volatile: Volatile, seat: Seat, command: p.Consent, now: int
) -> Agreed | VoteFailed | Undone:
    """Agree or disagree with the open vote; the last to agree takes back."""
    vote = volatile.vote
    if vote is None or seat not in vote.waiting:
        raise Refusal("no_vote")
    if not command.agree:
        return VoteFailed()
    return granted(state, vote, now, seat) or Agreed(seat)


def granted(state: TableState, vote: Vote, now: int, agreed: Seat | None = None) -> Undone | None:
    """Return what a vote leads to when nobody is left to be asked; players who left meanwhile are not."""
    if any(state.seats[seat].is_active for seat in vote.waiting if seat != agreed):
        return None
    return Undone(now, vote.seat, vote.to, actor=vote.seat, command=vote.command)
