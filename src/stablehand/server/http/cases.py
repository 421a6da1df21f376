"""Routes of the cases: list those of a rule, read one step by step, play on its board."""

import asyncio
from typing import Annotated, Any

from litestar import Request, Response, get, post
from litestar.di import NamedDependency
from litestar.params import JSONBody, PathParameter
from msgspec import Meta, Struct

from stablehand.server.http.library import CACHED, Names, Word, public_json
from stablehand.server.http.locale import chosen_layer
from stablehand.server.learn import cases
from stablehand.server.learn.cases import CaseListed, CaseSeen
from stablehand.server.learn.trials import LONGEST, Trial, TrialSeen
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


@get("/api/rules/{game:str}/cases")
async def count_cases(game: Word, services: NamedDependency[Services]) -> dict[str, int]:
    """Return the number of cases that show each rule of a game."""
    return await asyncio.to_thread(cases.counted, game, has_adult=services.has_adult)


@get("/api/rules/{game:str}/cases/{rule:str}")
async def list_cases(game: Word, rule: Word, services: NamedDependency[Services]) -> list[CaseListed]:
    """List the cases that show a rule."""
    return await asyncio.to_thread(cases.listed, game, rule, has_adult=services.has_adult)


@get("/api/cases/{case:path}")
async def read_case(
    request: AnyRequest, case: CaseName, services: NamedDependency[Services], names: Names = ""
) -> Response[CaseSeen]:
    """Return a case: the board, then each step with the table after it, all cards open."""
    lang, layer = services.language(request), chosen_layer(names, services.settings)
    name = case.strip("/")
    body: Any = await asyncio.to_thread(cases.seen, name, lang, layer, has_adult=services.has_adult)
    return public_json(request, body, CACHED)


@post("/api/cases/{case:path}", status_code=200)
async def try_case(
    request: AnyRequest,
    case: CaseName,
    data: JSONBody[Tried],
    services: NamedDependency[Services],
    names: Names = "",
) -> TrialSeen:
    """Play on the board of a case, with the answers so far and bots; nothing of it is stored."""
    # To replay a long trial takes a while: in a thread, so that no table waits for it.
    found = await asyncio.to_thread(cases.found, case.strip("/"), has_adult=services.has_adult)
    trial = await asyncio.to_thread(Trial, found, data.seat, data.answers)
    await trial.go_on(services.registry.pool, f"trial of {services.client(request)}")
    lang, layer = services.language(request), chosen_layer(names, services.settings)
    return await asyncio.to_thread(trial.seen, lang, layer)


HANDLERS = (count_cases, list_cases, read_case, try_case)
