"""Routes of the replays: an overview of a finished game, each step of it, and playing on from a step."""

from typing import Annotated, Any, Final

import msgspec
from litestar import Request, Response, get, post
from litestar.di import NamedDependency
from litestar.params import JSONBody, PathParameter, QueryParameter
from msgspec import Struct

from stablehand.core.branch import Branch
from stablehand.core.journal import Journal
from stablehand.server.http.library import json_response
from stablehand.server.http.schemas import Name, Seat
from stablehand.server.http.tables import Code, Number, check_name, seated
from stablehand.server.learn.curve import CurveSeen
from stablehand.server.learn.replays import Knowing, ReplaySeen, StepSeen
from stablehand.server.limits.costs import HEAVY, MEDIUM
from stablehand.server.live.registry import hashed, new_token
from stablehand.server.live.services import Services
from stablehand.table.commands.requests import PlayOn
from stablehand.table.protocol import House, Level, SeatNo
from stablehand.table.refusal import Refusal

AnyRequest = Request[Any, Any, Any]
Step = Annotated[int, PathParameter(description="The number of answers before it")]
MOST_STEPS: Final = 1 << 31
Whose = Annotated[
    str, QueryParameter(description="Whose knowledge: a seat from 0, `all`, or nobody’s", max_length=3)
]


class NewTurn(Struct, frozen=True, forbid_unknown_fields=True):
    """A request to play on from a step of a game, against bots."""

    name: Name
    seat: SeatNo
    level: Level = "normal"


@get("/api/tables/{code:str}/replays/{number:int}", cost=HEAVY)
async def see_replay(
    request: AnyRequest, code: Code, number: Number, services: NamedDependency[Services]
) -> Response[ReplaySeen]:
    """Return the overview of a finished game."""
    played = await _played(request, code, number, services)
    return json_response(await services.errand(request, "replay", lang=services.language(request), **played))


@get("/api/tables/{code:str}/replays/{number:int}/curve", cost=HEAVY)
async def see_curve(
    request: AnyRequest, code: Code, number: Number, services: NamedDependency[Services]
) -> Response[CurveSeen]:
    """Return the chances of each seat over a finished game, and its turning points."""
    played = await _played(request, code, number, services)
    return json_response(await services.errand(request, "curve", lang=services.language(request), **played))


@get("/api/tables/{code:str}/replays/{number:int}/{step:int}", cost=MEDIUM)
async def see_step(
    request: AnyRequest,
    code: Code,
    number: Number,
    step: Step,
    services: NamedDependency[Services],
    seat: Whose = "",
) -> Response[StepSeen]:
    """Return one state of a finished game, as a seat saw it or with everything open."""
    knowing, lang = _knowing(seat), services.language(request)
    played = await _played(request, code, number, services)
    _check_step(step)
    return json_response(
        await services.errand(request, "step", lang=lang, at=step, knowing=knowing, **played)
    )


@post("/api/tables/{code:str}/replays/{number:int}/{step:int}", cost=HEAVY)
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
    played = await _played(request, code, number, services)
    _check_step(step)
    body = await services.errand(request, "branches", at=step, seat=data.seat, **played)
    branches = tuple(Branch.read(one) for one in msgspec.json.decode(body))
    services.address_limits.count("open", services.client(request))
    journal = Journal.read(played["written"])
    house = House(stand_in=data.level)
    actor = await services.open_table(request, journal.game, journal.seats, journal.options, house)
    token = new_token()
    admission = await actor.admit(PlayOn(data.name, data.seat, hashed(token), branches))
    return seated(request, services, actor.table.state.code, admission, token)


async def _played(request: AnyRequest, code: str, number: int, services: Services) -> dict[str, Any]:
    """Return a finished game as errands want it: its journal, and the names of its players."""
    written, names = await services.journal(request, code, number)
    return {"written": written, "names": names}


def _check_step(step: int) -> None:
    """Refuse a number that no game has as a step, and no message can hold."""
    if not 0 <= step < MOST_STEPS:
        raise Refusal("no_step", number=step)


def _knowing(seat: str) -> Knowing:
    if seat == "all":
        return "all"
    if not seat:
        return None
    if not (seat.isascii() and seat.isdigit()):
        raise Refusal("no_seat", number=seat)
    return int(seat)


HANDLERS = (see_replay, see_curve, see_step, play_on)
