"""docs/bot-api.md names every route, field and reason that the OpenAPI description has."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

import pytest

from stablehand.server.app import create_app
from stablehand.server.http.errors import STATUSES
from stablehand.server.live.services import Services
from stablehand.server.settings import Limits, Settings
from support.paths import ROOT

DOCUMENT = (ROOT / "docs" / "bot-api.md").read_text("utf-8")
ROW = re.compile(r"^\| `(GET|POST) (/api/\S+)` \|(.*?)\|.+\|$", re.MULTILINE)
SHORT = {"number": "N"}
"""How a path parameter is written in the document, if not by its name in capitals."""
SOCKET_ONLY = {"no_spectators", "not_host"}
"""Reasons that only the WebSocket uses."""


@cache
def described() -> dict[tuple[str, str], dict[str, Any]]:
    """Return every request with the fields of its body, from the OpenAPI description."""
    schema = create_app(Settings(metrics=True), Services(Settings(), 0)).openapi_schema.to_schema()
    found = {}
    for path, item in schema["paths"].items():
        address = re.sub(r"\{(\w+)\}", lambda part: SHORT.get(part[1], part[1].upper()), path)
        for method, operation in item.items():
            body = operation.get("requestBody", {}).get("content", {}).get("application/json", {})
            name = body.get("schema", {}).get("$ref", "").rpartition("/")[2]
            fields = schema["components"]["schemas"][name]["properties"] if name else {}
            found[method.upper(), address] = fields
    return found


def test_the_document_names_exactly_the_requests_of_the_description() -> None:
    rows = [(method, path) for method, path, _ in ROW.findall(DOCUMENT)]
    assert sorted(rows) == sorted(described())


@pytest.mark.parametrize("request_", sorted(described()), ids=" ".join)
def test_the_document_names_every_field_of_a_body(request_: tuple[str, str]) -> None:
    (body,) = [body for method, path, body in ROW.findall(DOCUMENT) if (method, path) == request_]
    assert set(re.findall(r"`(\w+)`", body)) == set(described()[request_])


def test_the_document_names_every_reason_with_a_status() -> None:
    told = {}
    for statuses, reasons in re.findall(r"^\| (\d{3}(?:, \d{3})*) \| (.+) \|$", DOCUMENT, re.MULTILINE):
        for reason in re.findall(r"`(\w+)`", reasons):
            told[reason] = statuses.split(", ")
    for reason, status in STATUSES.items():
        assert reason in SOCKET_ONLY or str(status) in told.get(reason, ()), reason


def test_the_document_names_the_default_limits() -> None:
    limits = Limits()
    assert f"{limits.messages_per_second} messages a second, {limits.burst} at once" in DOCUMENT
    assert f"a message of more than {limits.message_bytes // 1024} KiB" in DOCUMENT
