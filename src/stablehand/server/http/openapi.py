"""Completes the OpenAPI description with the error responses, which the framework does not know."""

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

JOIN: Final = "/api/tables/{code}/seats"
"""It answers 200 instead of 201 to a player who has a seat already, and 202 if others are asked first."""
_TEXT: Final = Schema(type=OpenAPIType.STRING)
_PROBLEM: Final = Schema(
    type=OpenAPIType.OBJECT,
    title="Problem",
    description="Why a request was refused: a word for programs, a sentence for people, ids of rules.",
    properties={"reason": _TEXT, "text": _TEXT, "rules": Schema(type=OpenAPIType.ARRAY, items=_TEXT)},
    required=["reason", "text", "rules"],
)


def describe(app: Litestar) -> None:
    """Add `Problem` as the schema of all 4XX and 5XX responses."""
    schema = app.openapi_schema
    schema.components.schemas["Problem"] = _PROBLEM
    content = {"application/json": OpenAPIMediaType(schema=Reference(ref="#/components/schemas/Problem"))}
    for path, item in (schema.paths or {}).items():
        for operation in filter(None, (item.get, item.post)):
            responses = operation.responses = operation.responses or {}
            responses.pop("400", None)
            responses["4XX"] = OpenAPIResponse(description="The request is refused", content=content)
            responses["5XX"] = OpenAPIResponse(description="The server failed or is busy", content=content)
            if path == JOIN:
                responses["200"] = responses["202"] = responses["201"]
