"""The route of the lessons: the answers so far go in, the table comes out."""

from typing import Annotated, Any

from litestar import Request, Response, post
from litestar.di import NamedDependency
from litestar.params import JSONBody
from msgspec import Meta, Struct

from stablehand.server.http.library import Names, Word, json_response
from stablehand.server.http.locale import chosen_layer
from stablehand.server.learn.lessons import LONGEST, LessonSeen
from stablehand.server.limits.costs import HEAVY
from stablehand.server.live.services import Services


class Answers(Struct, frozen=True, forbid_unknown_fields=True):
    """All answers of the learner so far."""

    answers: Annotated[
        list[Annotated[int, Meta(ge=0, le=1 << 31)]],
        Meta(max_length=LONGEST, description="Options, each of the question before it"),
    ] = []


@post("/api/lessons/{game:str}", status_code=200, cost=HEAVY)
async def learn(
    request: Request[Any, Any, Any],
    game: Word,
    data: JSONBody[Answers],
    services: NamedDependency[Services],
    names: Names = "",
) -> Response[LessonSeen]:
    """Play a lesson with the answers so far; nothing of it is stored."""
    lang, layer = services.language(request), chosen_layer(names, services.settings)
    body = await services.errand(
        request, "lesson", game=game, answers=tuple(data.answers), lang=lang, layer=layer
    )
    return json_response(body)


HANDLERS = (learn,)
