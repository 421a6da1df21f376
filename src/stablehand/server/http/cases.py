"""Routes of the cases: list those of a rule, read one step by step, play on its board."""

from typing import Annotated, Any

import msgspec
from litestar import Request, Response, get, post
from litestar.di import NamedDependency
from litestar.params import JSONBody, PathParameter
from msgspec import Meta, Struct, structs

from stablehand.server.errands.messages import TrialStep
from stablehand.server.http.library import CACHED, Names, Word, json_response, public_json
from stablehand.server.http.locale import chosen_layer
from stablehand.server.learn.cases import CaseListed, CaseSeen
from stablehand.server.learn.trials import LONGEST, TrialSeen
from stablehand.server.limits.costs import HEAVY, LIGHT
from stablehand.server.live.services import Services
from stablehand.table.protocol import SeatNo

AnyRequest = Request[Any, Any, Any]
CaseName = Annotated[str, PathParameter(description="A case’s id, with its slashes", max_length=200)]
Number = Annotated[int, Meta(ge=0, le=1 << 31)]


class Tried(Struct, frozen=True, forbid_unknown_fields=True):
    """All answers on a board so far, and the seat that is played."""

    seat: SeatNo | None = None
    """The seat that is played, with bots on the others; null plays all of them."""
    answers: Annotated[
        list[tuple[Number, Number]],
        Meta(max_length=LONGEST, description="Seat and option of each answer, the bots’ too"),
    ] = []


@get("/api/rules/{game:str}/cases", cost=LIGHT)
async def count_cases(
    request: AnyRequest, game: Word, services: NamedDependency[Services]
) -> Response[dict[str, int]]:
    """Return the number of cases that show each rule of a game."""
    return json_response(
        await services.errand(request, "case_counts", game=game, has_adult=services.has_adult)
    )


@get("/api/rules/{game:str}/cases/{rule:str}", cost=LIGHT)
async def list_cases(
    request: AnyRequest, game: Word, rule: Word, services: NamedDependency[Services]
) -> Response[list[CaseListed]]:
    """List the cases that show a rule."""
    body = await services.errand(request, "case_list", game=game, rule=rule, has_adult=services.has_adult)
    return json_response(body)


@get("/api/cases/{case:path}", cost=HEAVY)
async def read_case(
    request: AnyRequest, case: CaseName, services: NamedDependency[Services], names: Names = ""
) -> Response[CaseSeen]:
    """Return a case: the board, then each step with the table after it, all cards open."""
    lang, layer = services.language(request), chosen_layer(names, services.settings)
    body = await services.errand(
        request, "case", name=case.strip("/"), lang=lang, layer=layer, has_adult=services.has_adult
    )
    return await public_json(request, body, CACHED)


@post("/api/cases/{case:path}", status_code=200, cost=HEAVY)
async def try_case(
    request: AnyRequest,
    case: CaseName,
    data: JSONBody[Tried],
    services: NamedDependency[Services],
    names: Names = "",
) -> Response[TrialSeen]:
    """Play on the board of a case, with the answers so far and bots; nothing of it is stored."""
    pool, client = services.registry.pool, services.client(request)
    words = {
        "name": case.strip("/"),
        "seat": data.seat,
        "lang": services.language(request),
        "layer": chosen_layer(names, services.settings),
        "has_adult": services.has_adult,
    }
    answers, told, asks_bots = tuple(data.answers), None, bool(pool and pool.size)
    while True:
        body = await services.errand(
            request, "trial", answers=answers, told=told, asks_bots=asks_bots, **words
        )
        step = msgspec.json.decode(body, type=TrialStep)
        answers, told = step.answers, step.told
        if step.task is None or pool is None:
            return json_response(bytes(step.seen))
        option = await pool.choose(structs.replace(step.task, table="a trial"), client)
        if option is None:
            asks_bots = False  # one had no choice in time; the others are not asked again
        else:
            answers = (*answers, (step.task.seat, option))


HANDLERS = (count_cases, list_cases, read_case, try_case)
