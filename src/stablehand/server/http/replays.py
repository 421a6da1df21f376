"""Routes of the replays: an overview of a finished game, each step of it, and playing on from a step."""

import asyncio
from typing import Annotated, Any

from litestar import Request, Response, get, post
from litestar.di import NamedDependency
from litestar.params import JSONBody, PathParameter, QueryParameter
from msgspec import Struct

from stablehand.core.journal import Journal
from stablehand.server.http.schemas import Name, Seat
from stablehand.server.http.tables import Code, Number, check_name, seated
from stablehand.server.learn.curve import CurveSeen
from stablehand.server.learn.journals import journal, journal_of
from stablehand.server.learn.replays import Knowing, Replay, ReplaySeen, StepSeen
from stablehand.server.live.auth import check_may_see
from stablehand.server.live.registry import hashed, new_token
from stablehand.server.live.services import Services
from stablehand.table.commands.requests import PlayOn
from stablehand.table.protocol import House, Level, SeatNo
from stablehand.table.refusal import Refusal

AnyRequest = Request[Any, Any, Any]
Step = Annotated[int, PathParameter(description="The number of answers before it")]
Whose = Annotated[
    str, QueryParameter(description="Whose knowledge: a seat from 0, `all`, or nobody’s", max_length=3)
]


class NewTurn(Struct, frozen=True, forbid_unknown_fields=True):
    """A request to play on from a step of a game, against bots."""

    name: Name
    seat: SeatNo
    level: Level = "normal"


@get("/api/tables/{code:str}/replays/{number:int}")
async def see_replay(
    request: AnyRequest, code: Code, number: Number, services: NamedDependency[Services]
) -> ReplaySeen:
    """Return the overview of a finished game."""
    replay = await _replay(request, code, number, services)
    return replay.seen(services.language(request))


@get("/api/tables/{code:str}/replays/{number:int}/curve")
async def see_curve(
    request: AnyRequest, code: Code, number: Number, services: NamedDependency[Services]
) -> CurveSeen:
    """Return the chances of each seat over a finished game, and its turning points."""
    replay = await _replay(request, code, number, services)
    async with services.replays.lock:
        curve = await asyncio.to_thread(replay.curve)
    return curve.seen(replay, services.language(request))


@get("/api/tables/{code:str}/replays/{number:int}/{step:int}")
async def see_step(
    request: AnyRequest,
    code: Code,
    number: Number,
    step: Step,
    services: NamedDependency[Services],
    seat: Whose = "",
) -> StepSeen:
    """Return one state of a finished game, as a seat saw it or with everything open."""
    replay = await _replay(request, code, number, services)
    return replay.step(step, _knowing(seat), services.language(request))


@post("/api/tables/{code:str}/replays/{number:int}/{step:int}")
async def play_on(
    request: AnyRequest,
    code: Code,
    number: Number,
    step: Step,
    data: JSONBody[NewTurn],
    services: NamedDependency[Services],
) -> Response[Seat]:
    """Open a table that goes on from a step of a finished game, and take a seat there among bots.

    What the seat could not know is dealt again, since nothing of a finished game is secret.
    """
    check_name(data.name)
    replay = await _replay(request, code, number, services)
    branches = replay.branches(step, data.seat)
    services.address_limits.count("open", services.client(request))
    played = replay.journal
    actor = await services.registry.open(
        played.game, played.seats, played.options, House(stand_in=data.level), services.client(request)
    )
    token = new_token()
    admission = await actor.admit(PlayOn(data.name, data.seat, hashed(token), branches))
    return seated(request, services, actor.table.state.code, admission, token)


async def _replay(request: AnyRequest, code: str, number: int, services: Services) -> Replay:
    code = code.lower()
    check_may_see(request, (await services.actor(request, code)).table.state)
    replay = services.replays.find(code, number)
    if replay is not None:
        return replay
    table = await services.table(request, code)
    names, body = table.state.names(), journal(table.state, number)
    if body is None:
        body = await services.registry.read(table, lambda facts: journal_of(facts, number))
    async with services.replays.lock:
        replay = services.replays.find(code, number)
        if replay is None:
            replay = await asyncio.to_thread(lambda: Replay.of(Journal.read(body), names))
            services.replays.keep(code, number, replay)
    return replay


def _knowing(seat: str) -> Knowing:
    if seat == "all":
        return "all"
    if not seat:
        return None
    if not (seat.isascii() and seat.isdigit()):
        raise Refusal("no_seat", number=seat)
    return int(seat)


HANDLERS = (see_replay, see_curve, see_step, play_on)
