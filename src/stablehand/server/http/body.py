"""Parsing of JSON request bodies: once, strictly, from the bytes into the struct that a handler asks for."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from litestar.dto import AbstractDTO

from stablehand.table.depth import is_too_deep
from stablehand.table.refusal import Refusal

if TYPE_CHECKING:
    from litestar._openapi.schema_generation import SchemaCreator
    from litestar.dto._backend import DTOBackend
    from litestar.openapi.spec import Reference, Schema
    from litestar.typing import FieldDefinition


class StrictBody(AbstractDTO[msgspec.Struct]):
    """Decodes the body of every handler that has a parameter `data`; pass it to the application as `dto`.

    Litestar would parse the JSON first and then convert it leniently, so that "4" passes for a number.
    """

    def decode_bytes(self, value: bytes) -> msgspec.Struct:
        """Return the struct; raise Refusal if the body is no JSON or does not fit the struct."""
        field = self.asgi_connection.route_handler.parsed_data_field
        assert field is not None, "a DTO decodes only for handlers with a parameter `data`"
        if is_too_deep(value):
            raise Refusal("bad_request", problem="It is nested too deeply.")
        try:
            body: msgspec.Struct = msgspec.json.decode(value, type=field.annotation)
        except msgspec.DecodeError as error:
            raise Refusal("bad_request", problem=f"{str(error)[:200]}.") from error
        except (UnicodeDecodeError, RecursionError) as error:
            problem = "It is nested too deeply." if isinstance(error, RecursionError) else "It is not UTF-8."
            raise Refusal("bad_request", problem=problem) from error
        return body

    @classmethod
    def create_for_field_definition(
        cls,
        field_definition: FieldDefinition,
        handler_id: str,
        backend_cls: type[DTOBackend] | None = None,
    ) -> None:
        """Prepare nothing: there is no model between the bytes and the struct."""

    @classmethod
    def create_openapi_schema(
        cls, field_definition: FieldDefinition, handler_id: str, schema_creator: SchemaCreator
    ) -> Reference | Schema:
        """Return the schema of the struct itself."""
        del handler_id
        return schema_creator.for_field_definition(field_definition)
