"""Lessons over HTTP: the answers so far go in, the table comes out."""

import asyncio
from typing import Annotated, Any, Final

from litestar import Request, post
from litestar.di import NamedDependency
from litestar.params import JSONBody
from msgspec import Meta, Struct

from stablehand.server import lesson_fairytale, lesson_unicorns
from stablehand.server.http_library import Names, Word
from stablehand.server.lessons import LONGEST, Course, Lesson, LessonSeen
from stablehand.server.office import Office
from stablehand.server.problems import strictly
from stablehand.server.speech import chosen_layer
from stablehand.table.refusal import Refusal

LESSONS: Final[dict[str, Lesson]] = {
    lesson.game: lesson for lesson in (lesson_unicorns.LESSON, lesson_fairytale.LESSON)
}


class Answers(Struct, frozen=True, forbid_unknown_fields=True):
    """What the learner has answered since the beginning."""

    answers: Annotated[
        list[Annotated[int, Meta(ge=0, le=1 << 31)]],
        Meta(max_length=LONGEST, description="Options, each of the question before it"),
    ] = []


@post("/api/lessons/{game:str}", status_code=200)
async def learn(
    request: Request[Any, Any, Any],
    game: Word,
    data: JSONBody[Answers],
    office: NamedDependency[Office],
    names: Names = "",
) -> LessonSeen:
    """Play a lesson again as far as it has been answered; nothing of it is kept."""
    data = await strictly(request, data)
    if game not in LESSONS:
        raise Refusal("no_page")
    lang, layer = office.language(request), chosen_layer(names, office.settings)
    # Playing and telling a lesson again takes a while: beside the tables, not before them.
    return await asyncio.to_thread(lambda: Course.of(LESSONS[game], data.answers).seen(lang, layer))


HANDLERS = (learn,)
