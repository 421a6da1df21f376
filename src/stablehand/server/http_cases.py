"""Cases over HTTP: which show a rule, each step by step, and each to be tried."""

import asyncio
from typing import Annotated, Any

from litestar import Request, Response, get, post
from litestar.di import NamedDependency
from litestar.params import JSONBody, PathParameter
from msgspec import Meta, Struct

from stablehand.server import case_pages
from stablehand.server.case_pages import CaseListed, CaseSeen
from stablehand.server.http_library import CACHED, Names, Word
from stablehand.server.office import Office
from stablehand.server.problems import strictly
from stablehand.server.speech import chosen_layer
from stablehand.server.trials import LONGEST, Trial, TrialSeen
from stablehand.table.protocol import SeatNo

AnyRequest = Request[Any, Any, Any]
CaseName = Annotated[str, PathParameter(description="A case’s id, with its slashes", max_length=200)]
Number = Annotated[int, Meta(ge=0, le=1 << 31)]


class Tried(Struct, frozen=True, forbid_unknown_fields=True):
    """What has been answered on a board since the beginning, and who plays."""

    seat: SeatNo | None = None
    """The seat that is played, bots on the others; null: all of them."""
    answers: Annotated[
        list[tuple[Number, Number]],
        Meta(max_length=LONGEST, description="Seat and option of each answer, the bots’ too"),
    ] = []


@get("/api/rules/{game:str}/cases")
async def count_cases(game: Word, office: NamedDependency[Office]) -> dict[str, int]:
    """Count the cases that show each rule of a game."""
    return await asyncio.to_thread(case_pages.counted, game, has_adult=office.has_adult)


@get("/api/rules/{game:str}/cases/{rule:str}")
async def list_cases(game: Word, rule: Word, office: NamedDependency[Office]) -> list[CaseListed]:
    """List the cases that show a rule."""
    return await asyncio.to_thread(case_pages.listed, game, rule, has_adult=office.has_adult)


@get("/api/cases/{case:path}")
async def read_case(
    request: AnyRequest, case: CaseName, office: NamedDependency[Office], names: Names = ""
) -> Response[CaseSeen]:
    """Go through a case: the board, then each step with the table after it, all cards open."""
    lang, layer = office.language(request), chosen_layer(names, office.settings)
    name = case.strip("/")
    body: Any = await asyncio.to_thread(case_pages.seen, name, lang, layer, has_adult=office.has_adult)
    return Response(body, media_type="application/json", headers=CACHED)


@post("/api/cases/{case:path}", status_code=200)
async def try_case(
    request: AnyRequest,
    case: CaseName,
    data: JSONBody[Tried],
    office: NamedDependency[Office],
    names: Names = "",
) -> TrialSeen:
    """Play on the board of a case as far as it has been answered, bots around; nothing of it is kept."""
    data = await strictly(request, data)
    # A long trial takes a while to play and to tell again: beside the tables, not before them.
    found = await asyncio.to_thread(case_pages.found, case.strip("/"), has_adult=office.has_adult)
    trial = await asyncio.to_thread(Trial, found, data.seat, data.answers)
    await trial.go_on(office.hall.thinkers, f"trial of {office.client(request)}")
    lang, layer = office.language(request), chosen_layer(names, office.settings)
    return await asyncio.to_thread(trial.seen, lang, layer)


HANDLERS = (count_cases, list_cases, read_case, try_case)
