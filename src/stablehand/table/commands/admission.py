"""Who may sit down: free seats, kicked players, a locked table, and requests to be let in.

Before a game anybody with the invite code may sit down. During a game a newcomer takes over a bot and sees
its cards, so the host must agree, or all players who are present. The host is asked, too, about one more seat
for an address that has several already.
"""

from __future__ import annotations

from hashlib import blake2b
from typing import TYPE_CHECKING, Final, NamedTuple

from stablehand.table import protocol as p
from stablehand.table.commands.display_names import InvalidText, clean_name
from stablehand.table.refusal import Refusal
from stablehand.table.state import facts as f
from stablehand.table.state.signals import Knock, Knocked, KnockEnded, LetInAgreed

if TYPE_CHECKING:
    from stablehand.core.contract import Seat
    from stablehand.table.commands.requests import Sit
    from stablehand.table.state.signals import AnySignal
    from stablehand.table.state.state import TableState
    from stablehand.table.state.volatile import Volatile

KNOCK_TIME: Final = 120_000
"""Milliseconds for which a request to be let in stands."""
MOST_KNOCKS: Final = 4
"""The most requests that may be open at once."""
VISITOR_BYTES: Final = 4
"""Bytes of the hash of an address: few, so that a stored table does not reveal the address."""


class Admission(NamedTuple):
    """What a request for a seat led to."""

    seat: Seat
    is_waiting: bool = False
    """Whether the players are asked first."""


def sit(
    state: TableState, volatile: Volatile, request: Sit, now: int, most: int
) -> tuple[Admission, f.Sat | Knocked]:
    """Return the seat for a request, and what gives it or asks for it; raise Refusal if there is none.

    `most` is how many seats one address may take without asking the host.
    """
    seat = _free_seat(state, request.seat)
    name = checked_name(state, seat, request.name)
    visitor = visitor_hash(state, request.client)
    host = volatile.host_of(state)
    is_hosts = host is not None and not set(request.tokens).isdisjoint(state.seats[host].tokens)
    if not is_hosts:
        if state.is_sent_away(visitor, request.tokens):
            raise Refusal("sent_away")
        if state.is_locked:
            raise Refusal("locked")
        if host is not None and _must_ask(state, host, visitor, most):
            return Admission(seat, is_waiting=True), _knock(volatile, name, seat, request.token, visitor, now)
    return Admission(seat), f.Sat(now, seat, name, request.token, visitor)


def visitor_hash(state: TableState, client: str) -> str:
    """Return what a table keeps of a client's address: enough to tell visitors apart; "" if unknown."""
    if not client:
        return ""
    return blake2b(f"{state.id} {client}".encode(), digest_size=VISITOR_BYTES).hexdigest()


def checked_name(state: TableState, seat: Seat, name: str) -> str:
    """Return a name for the player of a seat. It may be a bot's: then the bot gets another."""
    taken = [one.name for one in state.seats if one.name and one.seat != seat]
    try:
        return clean_name(name, taken)
    except InvalidText as error:
        raise Refusal(f"name_{error.reason}") from error


def let_in(
    state: TableState, volatile: Volatile, seat: Seat, command: p.LetIn, now: int
) -> list[f.AnyFact | AnySignal]:
    """Return what a player's consent leads to: the host's suffices, else all present players must agree."""
    knock = volatile.knocks.get(command.knock)
    if knock is None or knock.until < now:
        raise Refusal("no_knock")
    is_host = volatile.host_of(state) == seat
    if not command.agree:
        if not is_host:
            raise Refusal("not_host")
        return [KnockEnded(command.knock)]
    agreed = knock.agreed | {seat}
    present = {one.seat for one in state.seats if one.is_active and volatile.seats[one.seat].connections}
    if not is_host and not present <= agreed:
        return [LetInAgreed(seat, command.knock)]
    # Before a game any seat is as good as another; in it the players have agreed to this one.
    free = _free_seat(state, knock.seat if state.stage == "playing" else None)
    name = checked_name(state, free, knock.name)
    return [KnockEnded(command.knock), f.Sat(now, free, name, knock.token, knock.visitor)]


def keep_out(
    state: TableState, volatile: Volatile, seat: Seat, command: p.Lock | p.Pardon, now: int
) -> f.Locked | f.Pardoned:
    """Return the fact that locks or opens the table, or allows kicked players back."""
    if volatile.host_of(state) != seat:
        raise Refusal("not_host")
    if isinstance(command, p.Pardon):
        return f.Pardoned(now)
    return f.Locked(now, command.on)


def _free_seat(state: TableState, seat: Seat | None) -> Seat:
    """Return the seat that was asked for, else the first free one; raise Refusal if it is not free."""
    if state.is_closed:
        raise Refusal("closed")
    # Before a game: an empty seat or a bot's. During a game: a bot's whose player has left for good.
    free = [one.seat for one in state.seats if not one.is_player]
    if seat is None:
        if not free:
            raise Refusal("full")
        return free[0]
    if seat not in free:
        raise Refusal("seat_taken" if seat < len(state.seats) else "no_seat", number=seat + 1)
    return seat


def _must_ask(state: TableState, host: Seat, visitor: str, most: int) -> bool:
    """Whether a newcomer needs consent. Those who share the host's address may sit beside the host."""
    if state.stage == "playing":
        return True
    if not visitor or visitor == state.seats[host].visitor:
        return False
    return sum(seat.is_player and seat.visitor == visitor for seat in state.seats) >= most


def _knock(volatile: Volatile, name: str, seat: Seat, token: str, visitor: str, now: int) -> Knocked:
    """Return the signal that asks for a seat. A visitor who asks again replaces the first request."""
    standing = [one for one in volatile.knocks.values() if one.until >= now and one.visitor != visitor]
    if len(standing) >= MOST_KNOCKS:
        raise Refusal("too_many_knocks")
    number = max(volatile.knocks, default=volatile.last_knock) + 1
    return Knocked(Knock(number, name, seat, token, visitor, now + KNOCK_TIME))
