"""The API against its OpenAPI description: every response is one that the description allows."""

from __future__ import annotations

import asyncio
from collections import Counter
from random import Random
from typing import TYPE_CHECKING, Any, Final

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis.checks import load_all_checks, not_a_server_error
from schemathesis.core.result import Ok
from schemathesis.generation import GenerationMode
from schemathesis.python import asgi
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from stablehand.server.app import create_app
from stablehand.server.live.registry import hashed
from stablehand.server.live.services import Services
from stablehand.server.settings import Limits, Settings
from stablehand.table import protocol as p
from stablehand.table.commands.requests import Sit
from stablehand.table.state.facts import Answered
from support.sizes import SIZE, sized

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


CASES: Final = sized(quick=150, full=2_000, release=20_000)
DESCRIPTION: Final = "/api/schema/openapi.json"
CHECKS: Final = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]
FREE: Final = Limits(tables=1_000_000, tables_per_client_per_hour=1_000_000)
TOKEN: Final = "0123456789abcdef" * 2
HOST: Final = (b"host", b"localhost")

load_all_checks()


class AnyClient:
    """The application with a valid `Host`.

    Each request comes from another address, since a blocked address would get only 429.
    """

    def __init__(self, folder: Path) -> None:
        chosen = Settings(data=folder, metrics=True, public_tables=True, limits=FREE)
        self.finished = asyncio.run(finished_game(Services(chosen, 0)))
        self.services = Services(chosen, 0)
        self.app = create_app(chosen, self.services)
        self.requests = 0

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:  # noqa: ANN401 - ASGI’s own
        if scope["type"] == "http":
            self.requests += 1
            number = self.requests
            headers = [HOST, *(pair for pair in scope["headers"] if pair[0] != b"host")]
            client = (f"10.{number >> 16 & 255}.{number >> 8 & 255}.{number & 255}", 5000)
            scope = {**scope, "headers": headers, "client": client}
        await self.app(scope, receive, send)

    def opened(self, game: str) -> dict[str, Any]:
        """Open a table as a bot does."""
        body = {
            "name": "Ann",
            "game": game,
            "seats": 8 if game == "unicorns" else 5,
            "house": {"public": True},
        }
        with asgi.get_client(self) as client:
            answer = client.post("/api/tables", json=body, headers={"X-Stablehand-Client": "bot"})
        seat: dict[str, Any] = answer.json()
        return seat


async def finished_game(services: Services) -> dict[str, Any]:
    """Play a game to its end; return the code of its table and a token that is valid for a seat."""
    async with services.open():
        actor = await services.registry.open("fairytale", 2, {}, p.House(public=True))
        await actor.admit(Sit("Ann", 0, hashed(TOKEN)))
        table, now = await actor.read(), services.registry.now()
        table.receive(0, p.Start(id="1"), now)
        while table.state.match is not None and not table.state.match.is_over:
            seat, asked = next(iter(table.state.match.pending.items()))
            table.apply(Answered(now, seat, asked.decision.options[0], "bot"))
        await actor.read()  # the round of the actor before this read stores the game
        return {"code": actor.table.state.code, "token": TOKEN}


@pytest.fixture
def api(tmp_path: Path) -> Iterator[AnyClient]:
    yield AnyClient(tmp_path)
    asgi.shutdown_lifespans()


NASTY_TEXT = st.one_of(
    st.text(st.characters(min_codepoint=32, max_codepoint=126), max_size=60).map(str.strip),
    st.sampled_from(
        ["ru", "xx", "*;q=nan", "en;q=-1,pl;q=1e309", "," * 300, "bot", "null", "https://evil.example"]
    ),
)
EXTRAS = st.fixed_dictionaries(
    {},
    optional={
        "Accept-Language": NASTY_TEXT,
        "Authorization": st.one_of(NASTY_TEXT, NASTY_TEXT.map(lambda text: f"Bearer {text}")),
        "Cookie": NASTY_TEXT,
        "X-Stablehand-Client": NASTY_TEXT,
        "Content-Type": st.sampled_from(
            ["application/json", "text/plain", "a/b; charset=nope", "multipart/form-data"]
        ),
    },
)


SENSIBLE: Final[dict[str, list[Any]]] = {
    "game": ["unicorns", "fairytale"],
    "deck": ["base_1e", "base_2e", "fairy_tale", "nsfw_1e"],
    "case": ["fairytale/end-tie-is-shared", "unicorns/rulings/rul-04-the-hand-limit-is-the-end"],
    "rule": ["UU-EFF-2", "FT-END-2"],
    "number": [1, 1, 1, 2],
    "step": [0, 1, 7],
    "seat": [0, 1],
    "seats": [2, 3],
    "options": [{}, {"hand_size": 3}],
    "house": [None, {"public": True}],
    "language": ["pl", None],
}
"""Sensible values for most requests; random values alone would not get past the parser."""
PEOPLE: Final = ("Bob", "Ольга", "Zoë", "Iñaki", "李小龍", "Łucja")


def test_every_response_is_one_that_the_description_allows(api: AnyClient) -> None:
    schema = schemathesis.openapi.from_asgi(DESCRIPTION, api)
    operations = [found.ok() for found in schema.get_all_operations() if isinstance(found, Ok)]
    assert len(operations) > 10
    tables = [api.opened("fairytale"), api.opened("unicorns"), api.finished, api.finished]
    cases = 0
    for operation in operations:
        statuses = try_out(api, operation, tables, CASES // len(operations) + 1)
        print(operation.label, dict(sorted(statuses.items())))  # noqa: T201 - shown with a failure
        is_done = any(status < 300 for status in statuses)
        assert is_done or SIZE == "quick", f"no request to {operation.label} succeeded"
        cases += statuses.total()
    assert cases >= CASES


def try_out(api: AnyClient, operation: Any, tables: list[dict[str, Any]], cases: int) -> Counter[int]:  # noqa: ANN401 - schemathesis’ own
    """Send a number of requests to one operation; return the count of each status."""
    statuses: Counter[int] = Counter()
    modes = [GenerationMode.POSITIVE]
    if operation.body or len(operation.path_parameters) or len(operation.query):
        modes.append(GenerationMode.NEGATIVE)
    made = st.one_of([operation.as_strategy(mode) for mode in modes])

    @settings(max_examples=cases, derandomize=True, suppress_health_check=list(HealthCheck), deadline=None)
    @given(case=made, extras=EXTRAS, seed=st.integers(0, 1 << 32))
    def ask(case: Any, extras: dict[str, str], seed: int) -> None:  # noqa: ANN401 - schemathesis’ own
        rng = Random(seed)  # noqa: S311 - no secrets
        headers = make_sensible(case, api, tables, rng)
        if rng.random() < 0.5:
            headers = headers | extras
        response = case.call(headers=headers)
        statuses[response.status_code] += 1
        case.validate_response(response, checks=CHECKS)
        if response.status_code >= 400:
            problem = response.json()
            assert set(problem) == {"reason", "text", "rules"}, problem
            assert problem["reason"].isidentifier()
            assert problem["text"]

    ask()
    return statuses


def make_sensible(case: Any, api: AnyClient, tables: list[dict[str, Any]], rng: Random) -> dict[str, str]:  # noqa: ANN401 - schemathesis’ own
    """Replace most values of a request by sensible ones; return sensible headers."""
    table = api.finished if "replays" in case.path and rng.random() < 0.85 else rng.choice(tables)
    sensible = {name: rng.choice(values) for name, values in SENSIBLE.items()}
    sensible |= {"code": table["code"], "name": f"{rng.choice(PEOPLE)} {rng.randrange(10_000)}"}
    parameters = case.path_parameters or {}
    for name in [name for name in parameters if name in sensible and rng.random() < 0.85]:
        parameters[name] = sensible[name]
    if isinstance(case.body, dict) and rng.random() < 0.85:
        if case.path == "/api/devices":
            sensible["code"] = api.services.pairing_codes.issue(table["code"], hashed(table["token"]))
        known = {name: sensible[name] for name in case.body if name in sensible and rng.random() < 0.95}
        case.body = {**case.body, **known}
    return {"Authorization": f"Bearer {table['token']}"} if rng.random() < 0.3 else {}
