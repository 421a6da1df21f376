"""Completes the OpenAPI description with the error responses, which the framework does not know."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from litestar.openapi.plugins import JsonRenderPlugin

if TYPE_CHECKING:
    from litestar import Request

Spec = dict[str, Any]
"""An OpenAPI description, or a part of it, as its JSON has it."""

JOIN: Final = "/api/tables/{code}/seats"
"""It answers 200 instead of 201 to a player who has a seat already, and 202 if others are asked first."""
_TEXT: Final = {"type": "string"}
_PROBLEM: Final[Spec] = {
    "type": "object",
    "title": "Problem",
    "description": "Why a request was refused: a word for programs, a sentence for people, ids of rules.",
    "properties": {"reason": _TEXT, "text": _TEXT, "rules": {"type": "array", "items": _TEXT}},
    "required": ["reason", "text", "rules"],
}


class DescriptionPlugin(JsonRenderPlugin):
    """Serves the description. It is built when somebody first asks for it: few do, and it takes a while."""

    def render(self, request: Request[Any, Any, Any], openapi_schema: Spec) -> bytes:
        """Return the completed description as JSON."""
        return super().render(request, completed(openapi_schema))


def completed(schema: Spec) -> Spec:
    """Add `Problem` as the schema of all 4XX and 5XX responses, in place."""
    schema["components"]["schemas"]["Problem"] = _PROBLEM
    content = {"application/json": {"schema": {"$ref": "#/components/schemas/Problem"}}}
    for path, item in schema["paths"].items():
        for method in item.keys() & {"get", "post"}:
            responses = item[method].setdefault("responses", {})
            responses.pop("400", None)
            responses["4XX"] = {"description": "The request is refused", "content": content}
            responses["5XX"] = {"description": "The server failed or is busy", "content": content}
            if path == JOIN:
                responses["200"] = responses["202"] = responses["201"]
    return schema
