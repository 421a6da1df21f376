"""Before and around the game: who sits where, what is played, who may decide that."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from stablehand.kernel.fairness import bot_nonce
from stablehand.kernel.shelf import load
from stablehand.table import facts as f
from stablehand.table import offers
from stablehand.table import protocol as p
from stablehand.table.chairs import BOT_NAMES
from stablehand.table.manners import Unmannerly, clean_name
from stablehand.table.pacing import GRACE
from stablehand.table.refusal import Refusal

if TYPE_CHECKING:
    from collections.abc import Mapping

    from stablehand.kernel.contract import Seat
    from stablehand.kernel.past import Past
    from stablehand.table.table import Table


@dataclass(frozen=True, slots=True)
class Policy:
    """What this server allows."""

    adult: Literal["off", "private", "on"] = "off"
    is_family: bool = False
    has_public: bool = True

    def has_adult(self, *, is_public: bool) -> bool:
        """Whether an 18+ deck may be played at a public or private table."""
        return not self.is_family and (self.adult == "on" or (self.adult == "private" and not is_public))


def check(game: str, seats: int, options: Mapping[str, object], house: p.House, policy: Policy) -> None:
    """Refuse what cannot be played, or not here."""
    if house.public and not policy.has_public:
        raise Refusal("no_public")
    offers.check(game, seats, options, has_adult=policy.has_adult(is_public=house.public))
    try:
        load(game).start(seats, 0, options)
    except ValueError as error:
        raise Refusal("bad_options", problem=str(error)) from error


def place(table: Table, name: str, seat: Seat | None) -> tuple[Seat, str]:
    """Return the seat a newcomer takes and their name as it is shown."""
    if table.is_closed:
        raise Refusal("closed")
    # Before a game an empty seat or a bot's; once it has begun, a bot's whose player is gone for good.
    empty = [chair.seat for chair in table.chairs if not chair.is_player]
    if seat is None:
        if not empty:
            raise Refusal("full")
        seat = empty[0]
    elif seat not in empty:
        raise Refusal("seat_taken" if seat < len(table.chairs) else "no_seat", number=seat + 1)
    taken = [chair.name for chair in table.chairs if chair.name and chair.seat != seat]
    try:
        return seat, clean_name(name, [*taken, *BOT_NAMES])
    except Unmannerly as error:
        raise Refusal(f"name_{error.reason}") from error


def receive(table: Table, seat: Seat, command: p.Ready | p.Configure | p.Start | p.Rematch, now: int) -> None:
    """Prepare a game."""
    if isinstance(command, p.Rematch):
        if table.stage != "over":
            raise Refusal("not_over")
        _host_only(table, seat)
        table.happen(f.Again(now, table.entropy(32).hex()))
        return
    if table.match is not None:
        raise Refusal("started")
    if isinstance(command, p.Ready):
        table.happen(f.Readied(now, seat, command.on, command.nonce or ""))
        return
    _host_only(table, seat)
    if isinstance(command, p.Start):
        _start(table, seat, command, now)
    else:
        _configure(table, command, now)


def _configure(table: Table, command: p.Configure, now: int) -> None:
    game = table.game if command.game is None else command.game
    seats = len(table.chairs) if command.seats is None else command.seats
    options = table.options if command.options is None and game == table.game else command.options or {}
    house = table.house if command.house is None else command.house
    check(game, seats, options, house, table.policy)
    if any(chair.is_player for chair in table.chairs[seats:]):
        raise Refusal("too_many_players", number=seats)
    table.happen(f.Configured(now, game, seats, dict(options), house))


def _start(table: Table, seat: Seat, command: p.Start, now: int) -> None:
    waiting = [c.name for c in table.chairs if c.is_active and not c.is_ready and c.seat != seat]
    if waiting:
        raise Refusal("not_ready", who=", ".join(waiting))
    table.happen(f.Readied(now, seat, on=True, nonce=command.nonce or ""))
    _begin(table, now)


def play_on(table: Table, seat: Seat, name: str, token: str, pasts: tuple[Past, ...], now: int) -> None:
    """Seat a player at a new table and bots around, and begin at once: in the middle of a game gone by."""
    table.sit(name, seat, token, now)
    _begin(table, now, tuple(past.write() for past in pasts))


def _begin(table: Table, now: int, pasts: tuple[p.Data, ...] = ()) -> None:
    """Put bots on empty seats, and deal."""
    for chair in table.chairs:
        if chair.is_empty:
            table.happen(f.Seated(now, chair.seat, table.house.stand_in))
    nonces = tuple(chair.nonce or bot_nonce(table.key, chair.seat) for chair in table.chairs)
    table.happen(f.Started(now, nonces, pasts))


def arrange(
    table: Table, seat: Seat, command: p.Bot | p.Kick | p.Leave | p.Return | p.Pause, now: int
) -> None:
    """Let bots come and go, and players too."""
    match command:
        case p.Bot():
            _bot(table, seat, command, now)
        case p.Kick():
            _host_only(table, seat)
            if command.seat >= len(table.chairs) or not table.chairs[command.seat].is_player:
                raise Refusal("no_player", number=command.seat + 1)
            if command.seat == seat:
                raise Refusal("kick_self")
            table.happen(f.Stood(now, command.seat))
        case p.Leave():
            if table.match is None:
                table.happen(f.Stood(now, seat))
            else:
                table.happen(f.Seated(now, seat, table.house.stand_in))
        case p.Return():
            if table.chairs[seat].level is None:
                raise Refusal("not_away")
            table.happen(f.Seated(now, seat, None))
        case p.Pause():
            _host_only(table, seat)
            if table.stage != "playing" or table.is_paused == command.on:
                raise Refusal("pause_already" if command.on else "pause_not")
            table.happen(f.Paused(now, command.on))


def _bot(table: Table, seat: Seat, command: p.Bot, now: int) -> None:
    if command.seat >= len(table.chairs):
        raise Refusal("no_seat", number=command.seat + 1)
    chair = table.chairs[command.seat]
    if chair.is_active:
        is_gone = chair.gone_at is not None and now - chair.gone_at >= GRACE
        if table.match is None or not is_gone or command.level is None:
            raise Refusal("seat_taken", number=command.seat + 1)
    else:
        _host_only(table, seat)
        if command.level is None and (table.match is not None or chair.level is None):
            raise Refusal("bot_needed" if table.match is not None else "no_bot", number=command.seat + 1)
    table.happen(f.Seated(now, command.seat, command.level))


def _host_only(table: Table, seat: Seat) -> None:
    if table.host != seat:
        raise Refusal("not_host")
