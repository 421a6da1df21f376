"""The route of the lessons: the answers so far go in, the table comes out."""

import asyncio
from typing import Annotated, Any

from litestar import Request, post
from litestar.di import NamedDependency
from litestar.params import JSONBody
from msgspec import Meta, Struct

from stablehand.server.http.library import Names, Word
from stablehand.server.http.locale import chosen_layer
from stablehand.server.learn.lessons import LONGEST, LessonRun, LessonSeen, lesson_of
from stablehand.server.live.services import Services


class Answers(Struct, frozen=True, forbid_unknown_fields=True):
    """All answers of the learner so far."""

    answers: Annotated[
        list[Annotated[int, Meta(ge=0, le=1 << 31)]],
        Meta(max_length=LONGEST, description="Options, each of the question before it"),
    ] = []


@post("/api/lessons/{game:str}", status_code=200)
async def learn(
    request: Request[Any, Any, Any],
    game: Word,
    data: JSONBody[Answers],
    services: NamedDependency[Services],
    names: Names = "",
) -> LessonSeen:
    """Play a lesson with the answers so far; nothing of it is stored."""
    lesson = lesson_of(game)
    lang, layer = services.language(request), chosen_layer(names, services.settings)
    # To replay a lesson takes a while: in a thread, so that no table waits for it.
    return await asyncio.to_thread(lambda: LessonRun.of(lesson, data.answers).seen(lang, layer))


HANDLERS = (learn,)
