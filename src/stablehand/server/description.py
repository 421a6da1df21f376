"""The API's own description, made true: it says how the server refuses, which the framework does not know."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from litestar.openapi.spec import (
    OpenAPIMediaType,
    OpenAPIResponse,
    OpenAPIType,
    Reference,
    Schema,
)

if TYPE_CHECKING:
    from litestar import Litestar

ALREADY: Final = "/api/tables/{code}/seats"
"""Whoever sits at the table keeps the seat: nothing is created then."""
_TEXT: Final = Schema(type=OpenAPIType.STRING)
_PROBLEM: Final = Schema(
    type=OpenAPIType.OBJECT,
    title="Problem",
    description="Why something was not done: a word for programs, a sentence for people, the game’s rules.",
    properties={"reason": _TEXT, "text": _TEXT, "rules": Schema(type=OpenAPIType.ARRAY, items=_TEXT)},
    required=["reason", "text", "rules"],
)


def describe(app: Litestar) -> None:
    """Put into the description that every refusal is a Problem."""
    schema = app.openapi_schema
    schema.components.schemas["Problem"] = _PROBLEM
    content = {"application/json": OpenAPIMediaType(schema=Reference(ref="#/components/schemas/Problem"))}
    for path, item in (schema.paths or {}).items():
        for operation in filter(None, (item.get, item.post)):
            responses = operation.responses = operation.responses or {}
            responses.pop("400", None)
            responses["4XX"] = OpenAPIResponse(description="It is not done", content=content)
            responses["5XX"] = OpenAPIResponse(description="It cannot be done now", content=content)
            if path == ALREADY:
                responses["200"] = responses["201"]
