"""docs/bot-api.md against what the server says of itself: every request, and all that may be sent."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from stablehand.server.app import create_app
from stablehand.server.office import Office
from stablehand.server.problems import STATUSES
from stablehand.server.settings import Limits, Settings

DOCUMENT = (Path(__file__).parents[2] / "docs" / "bot-api.md").read_text("utf-8")
ROW = re.compile(r"^\| `(GET|POST) (/api/\S+)` \|(.*?)\|.+\|$", re.MULTILINE)
SHORT = {"number": "N"}
"""How a part of an address is called in the document, if not by its own name in capitals."""
AT_THE_SOCKET = {"no_spectators", "not_host"}
"""Reasons that no request over HTTP is refused for."""


def described() -> dict[tuple[str, str], dict[str, Any]]:
    """Return every request with the fields of its body, from the server's own description."""
    schema = create_app(Settings(metrics=True), Office(Settings(), 0)).openapi_schema.to_schema()
    found = {}
    for path, item in schema["paths"].items():
        address = re.sub(r"\{(\w+)\}", lambda part: SHORT.get(part[1], part[1].upper()), path)
        for method, operation in item.items():
            body = operation.get("requestBody", {}).get("content", {}).get("application/json", {})
            name = body.get("schema", {}).get("$ref", "").rpartition("/")[2]
            fields = schema["components"]["schemas"][name]["properties"] if name else {}
            found[method.upper(), address] = fields
    return found


def test_the_document_names_every_request_and_no_other() -> None:
    rows = [(method, path) for method, path, _ in ROW.findall(DOCUMENT)]
    assert sorted(rows) == sorted(described())


@pytest.mark.parametrize("request_", sorted(described()), ids=" ".join)
def test_the_document_names_all_that_may_be_sent(request_: tuple[str, str]) -> None:
    (body,) = [body for method, path, body in ROW.findall(DOCUMENT) if (method, path) == request_]
    assert set(re.findall(r"`(\w+)`", body)) == set(described()[request_])


def test_the_document_names_every_reason_that_has_a_status_of_its_own() -> None:
    told = {}
    for statuses, reasons in re.findall(r"^\| (\d{3}(?:, \d{3})*) \| (.+) \|$", DOCUMENT, re.MULTILINE):
        for reason in re.findall(r"`(\w+)`", reasons):
            told[reason] = statuses.split(", ")
    for reason, status in STATUSES.items():
        assert reason in AT_THE_SOCKET or str(status) in told.get(reason, ()), reason


def test_the_limits_that_a_bot_meets_are_the_usual_ones() -> None:
    limits = Limits()
    assert f"{limits.messages_per_second} messages a second, {limits.burst} at once" in DOCUMENT
    assert f"a message of more than {limits.message_bytes // 1024} KiB" in DOCUMENT
