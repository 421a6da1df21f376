"""Looking at games again over HTTP: what there is, each step of it, and playing on from there."""

from typing import Annotated, Any

from litestar import Request, Response, get, post
from litestar.di import NamedDependency
from litestar.params import JSONBody, PathParameter, QueryParameter
from msgspec import Struct

from stablehand.kernel.journal import Journal
from stablehand.server.bodies import Name, Seat
from stablehand.server.hall import hashed, new_token
from stablehand.server.http_tables import Code, Number, check_name, seated
from stablehand.server.journals import journal, journal_of
from stablehand.server.office import Office
from stablehand.server.problems import strictly
from stablehand.server.replays import Knowing, Replay, ReplaySeen, StepSeen
from stablehand.table import lobby
from stablehand.table.protocol import House, Level, SeatNo
from stablehand.table.refusal import Refusal

AnyRequest = Request[Any, Any, Any]
Step = Annotated[int, PathParameter(description="After so many answers")]
Whose = Annotated[
    str, QueryParameter(description="Whose knowledge: a seat from 0, `all`, or nobody’s", max_length=3)
]


class NewTurn(Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody who wants to play on from a step of a game, against bots."""

    name: Name
    seat: SeatNo
    level: Level = "normal"


@get("/api/tables/{code:str}/replays/{number:int}")
async def see_replay(
    request: AnyRequest, code: Code, number: Number, office: NamedDependency[Office]
) -> ReplaySeen:
    """Tell what a game that is over has to show."""
    replay = await _replay(request, code, number, office)
    return replay.seen(office.language(request))


@get("/api/tables/{code:str}/replays/{number:int}/{step:int}")
async def see_step(
    request: AnyRequest,
    code: Code,
    number: Number,
    step: Step,
    office: NamedDependency[Office],
    seat: Whose = "",
) -> StepSeen:
    """Show one state of a game that is over, as a seat knew it or with everything open."""
    replay = await _replay(request, code, number, office)
    return replay.step(step, _knowing(seat), office.language(request))


@post("/api/tables/{code:str}/replays/{number:int}/{step:int}")
async def play_on(
    request: AnyRequest,
    code: Code,
    number: Number,
    step: Step,
    data: JSONBody[NewTurn],
    office: NamedDependency[Office],
) -> Response[Seat]:
    """Open a table that goes on from a step of a game that is over, and sit down there among bots.

    What the seat could not know is dealt again: the deck and the hands of a game that is over are no secret.
    """
    data = await strictly(request, data)
    check_name(data.name)
    replay = await _replay(request, code, number, office)
    pasts = replay.pasts(step, data.seat)
    office.clients.spend("open", office.client(request))
    played = replay.journal
    keeper = await office.hall.open(played.game, played.seats, played.options, House(stand_in=data.level))
    token = new_token()
    await keeper.do(lambda table, now: lobby.play_on(table, data.seat, data.name, hashed(token), pasts, now))
    return seated(request, office, keeper.table.code, data.seat, token)


async def _replay(request: AnyRequest, code: str, number: int, office: Office) -> Replay:
    code = code.lower()
    keeper = await office.keeper(request, code)
    replay = office.replays.find(code, number)
    if replay is not None:
        return replay
    body = await office.at(request, code, lambda table, _: journal(table, number))
    if body is None:
        body = await office.hall.read(keeper.table, lambda facts: journal_of(facts, number))
    return office.replays.keep(code, number, Replay.of(Journal.read(body), keeper.table.names()))


def _knowing(seat: str) -> Knowing:
    if seat == "all":
        return "all"
    if not seat:
        return None
    if not (seat.isascii() and seat.isdigit()):
        raise Refusal("no_seat", number=seat)
    return int(seat)


HANDLERS = (see_replay, see_step, play_on)
