"""Commands before and around a game: seats, settings, start, bots, pause and rematch."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal

from stablehand.core.fairness import bot_nonce
from stablehand.core.registry import load
from stablehand.table import protocol as p
from stablehand.table.commands import offers
from stablehand.table.commands.admission import Admission, checked_name, sit
from stablehand.table.commands.requests import AnyRequest, Pair, PlayOn, Sit
from stablehand.table.refusal import Refusal
from stablehand.table.state import facts as f
from stablehand.table.state.signals import ReadySet

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from stablehand.core.contract import Seat
    from stablehand.table.state.signals import AnySignal
    from stablehand.table.state.state import TableState
    from stablehand.table.state.volatile import Volatile


PROBLEM: Final = 300
"""The most characters of a game's own words about a wrong option: they may repeat it."""


@dataclass(frozen=True, slots=True)
class Permissions:
    """What the settings of this server allow."""

    adult: Literal["off", "private", "on"] = "off"
    is_family: bool = False
    has_public: bool = True
    seats_per_client: int = 2
    """How many seats of a table one address may take without asking the host."""
    facts_per_table: int = 50_000
    bytes_per_table: int = 16_000_000

    def has_adult(self, *, is_public: bool) -> bool:
        """Return whether an 18+ deck may be played at a public or private table."""
        return not self.is_family and (self.adult == "on" or (self.adult == "private" and not is_public))


def check(
    game: str, seats: int, options: Mapping[str, object], house: p.House, permissions: Permissions
) -> None:
    """Raise Refusal if the game does not accept these options or this server does not allow them."""
    if house.public and not permissions.has_public:
        raise Refusal("no_public")
    offers.check(game, seats, options, has_adult=permissions.has_adult(is_public=house.public))
    try:
        load(game).start(seats, 0, options)
    except (ValueError, TypeError, OverflowError, RecursionError) as error:
        raise Refusal("bad_options", problem=str(error)[:PROBLEM]) from error


# ---- seats over HTTP


def admit(
    state: TableState, volatile: Volatile, request: AnyRequest, now: int, permissions: Permissions
) -> tuple[Admission, list[f.AnyFact | AnySignal]]:
    """Return the seat for a request and what assigns it or asks for it; raise Refusal if there is none."""
    match request:
        case Sit():
            admission, update = sit(state, volatile, request, now, permissions.seats_per_client)
            return admission, [update]
        case Pair():
            seat = state.seat_of(request.token)
            if seat is None:
                raise Refusal("wrong_code")
            return Admission(seat), [f.Rekeyed(now, seat, request.device)]
        case PlayOn():
            first = Sit(request.name, request.seat, request.token)
            admission, sat = sit(state, volatile, first, now, permissions.seats_per_client)
            branches = tuple(branch.write() for branch in request.branches)
            return admission, [sat, *_begin(state, {admission.seat: ""}, now, branches)]


def rename(state: TableState, seat: Seat, command: p.Rename, now: int) -> f.Renamed:
    """Return the fact that gives a player another name; raise Refusal if the name is not allowed."""
    return f.Renamed(now, seat, checked_name(state, seat, command.name))


# ---- preparing a game


def prepare(
    state: TableState,
    volatile: Volatile,
    seat: Seat,
    command: p.Ready | p.Configure | p.Start | p.Rematch,
    now: int,
    permissions: Permissions,
    entropy: Callable[[int], bytes],
) -> Sequence[f.AnyFact | AnySignal]:
    """Return what a command before or after a game leads to; raise Refusal if it is not allowed."""
    if isinstance(command, p.Rematch):
        if state.stage != "over":
            raise Refusal("not_over")
        _check_host(state, volatile, seat)
        return [f.Again(now, entropy(32).hex())]
    if state.match is not None:
        raise Refusal("started")
    if isinstance(command, p.Ready):
        return [ReadySet(seat, command.on, command.nonce or "")]
    _check_host(state, volatile, seat)
    if isinstance(command, p.Start):
        return _start(state, volatile, seat, command, now)
    configured = _configure(state, command, now, permissions)
    before = (state.game, len(state.seats), state.options, state.house)
    is_same = (configured.game, configured.seats, configured.options, configured.house) == before
    return [] if is_same else [configured]


def _configure(state: TableState, command: p.Configure, now: int, permissions: Permissions) -> f.Configured:
    game = state.game if command.game is None else command.game
    seats = len(state.seats) if command.seats is None else command.seats
    options = state.options if command.options is None and game == state.game else command.options or {}
    house = state.house if command.house is None else command.house
    check(game, seats, options, house, permissions)
    if any(seat.is_player for seat in state.seats[seats:]):
        raise Refusal("too_many_players", number=seats)
    return f.Configured(now, game, seats, dict(options), house)


def _start(state: TableState, volatile: Volatile, host: Seat, command: p.Start, now: int) -> list[f.AnyFact]:
    """Return the facts of a start. Nobody waits for a player who is away: a bot plays until they return."""
    others = [one for one in state.seats if one.is_active and one.seat != host]
    unready = [one for one in others if not volatile.is_ready(state, one.seat)]
    waiting = [one.name for one in unready if not volatile.seats[one.seat].is_away]
    if waiting:
        raise Refusal("not_ready", who=", ".join(waiting))
    nonce = command.nonce or ""
    ready = f.Readied(now, host, on=True, nonce=nonce)
    absent = [f.Seated(now, one.seat, state.house.stand_in, stands_in=True) for one in unready]
    own = {one.seat: volatile.nonce_of(state, one.seat) for one in others}
    return [ready, *absent, *_begin(state, {**own, host: nonce or volatile.nonce_of(state, host)}, now)]


def _begin(
    state: TableState, own: Mapping[Seat, str], now: int, branches: tuple[p.Data, ...] = ()
) -> list[f.AnyFact]:
    """Return the facts that put bots on the empty seats and start the game.

    `own` are the seats of players, with their nonces, as they will be once the facts before are applied.
    """
    bots = [
        f.Seated(now, seat.seat, state.house.stand_in)
        for seat in state.seats
        if seat.is_empty and seat.seat not in own
    ]
    nonces = tuple(own.get(seat.seat, seat.nonce) or bot_nonce(state.key, seat.seat) for seat in state.seats)
    return [*bots, f.Started(now, nonces, branches, load(state.game).rules_version)]


# ---- who plays


def arrange(
    state: TableState,
    volatile: Volatile,
    seat: Seat,
    command: p.Bot | p.Kick | p.Leave | p.Return | p.Pause,
    now: int,
) -> f.AnyFact:
    """Return the fact of a command that changes who plays, or pauses; raise Refusal if it is not allowed."""
    match command:
        case p.Bot():
            return _bot(state, volatile, seat, command, now)
        case p.Kick():
            _check_host(state, volatile, seat)
            if command.seat >= len(state.seats) or not state.seats[command.seat].is_player:
                raise Refusal("no_player", number=command.seat + 1)
            if command.seat == seat:
                raise Refusal("kick_self")
            return f.Stood(now, command.seat, is_kicked=True)
        case p.Leave():
            if state.match is None:
                return f.Stood(now, seat)
            return f.Seated(now, seat, state.house.stand_in)
        case p.Return():
            if state.seats[seat].level is None:
                raise Refusal("not_away")
            return f.Seated(now, seat, None)
        case p.Pause():
            _check_host(state, volatile, seat)
            if state.stage != "playing" or state.is_paused == command.on:
                raise Refusal("pause_already" if command.on else "pause_not")
            return f.Paused(now, command.on)


def _bot(state: TableState, volatile: Volatile, seat: Seat, command: p.Bot, now: int) -> f.Seated:
    if command.seat >= len(state.seats):
        raise Refusal("no_seat", number=command.seat + 1)
    target = state.seats[command.seat]
    if target.is_active:
        is_away = volatile.seats[command.seat].is_away
        if state.match is None or not is_away or command.level is None:
            raise Refusal("seat_taken", number=command.seat + 1)
        return f.Seated(now, command.seat, command.level, stands_in=True)
    _check_host(state, volatile, seat)
    if command.level is None and (state.match is not None or target.level is None):
        raise Refusal("bot_needed" if state.match is not None else "no_bot", number=command.seat + 1)
    return f.Seated(now, command.seat, command.level)


def _check_host(state: TableState, volatile: Volatile, seat: Seat) -> None:
    if volatile.host_of(state) != seat:
        raise Refusal("not_host")
