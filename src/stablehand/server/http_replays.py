"""Looking at games again over HTTP: what there is, and each step of it."""

from typing import Annotated, Any

from litestar import Request, get
from litestar.di import NamedDependency
from litestar.params import PathParameter, QueryParameter

from stablehand.kernel.journal import Journal
from stablehand.server.http_tables import Code, Number
from stablehand.server.journals import journal, journal_of
from stablehand.server.office import Office
from stablehand.server.replays import Knowing, Replay, ReplaySeen, StepSeen
from stablehand.table.refusal import Refusal

AnyRequest = Request[Any, Any, Any]
Step = Annotated[int, PathParameter(description="After so many answers")]
Whose = Annotated[
    str, QueryParameter(description="Whose knowledge: a seat from 0, `all`, or nobody’s", max_length=3)
]


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


HANDLERS = (see_replay, see_step)
