"""Which requests are accepted, depending on their `Host` and `Origin`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from stablehand.server.limits.origin import HEADERS
from support.socket_players import BOT, FAIRY, RunningServer, run, serving

if TYPE_CHECKING:
    from pathlib import Path


async def status(server: RunningServer, host: str, origin: str | None = None, **headers: str) -> int:
    """Try to open a table; return the status."""
    async with server.client() as client:
        del client.headers["origin"]
        sent = {"Host": host or server.url.removeprefix("http://"), **headers}
        if origin is not None:
            sent["Origin"] = origin
        return (await client.post("/api/tables", json=FAIRY, headers=sent)).status_code


async def handshake(server: RunningServer, code: str, **headers: str) -> int:
    """Try to open a WebSocket; return the status."""
    try:
        async with connect(server.address(code), additional_headers=headers):
            return 101
    except InvalidStatus as error:
        return error.response.status_code


@pytest.mark.parametrize(
    ("host", "expected"),
    [
        ("", 201),
        ("localhost", 201),
        ("LOCALHOST:8400", 201),
        ("127.0.0.1", 201),
        ("127.1.2.3:99", 201),
        ("[::1]:8400", 201),
        ("evil.example", 421),
        ("localhost.evil.example", 421),
        ("192.0.2.7", 421),
        ("127.0.0.1.evil.example", 421),
        ("evil.example@localhost", 421),
        ("[::1", 421),
        ("/localhost", 421),
    ],
)
def test_the_server_answers_only_requests_for_its_own_names(host: str, expected: int, tmp_path: Path) -> None:
    async def scenario() -> None:
        async with serving(tmp_path) as server:
            assert await status(server, host) == expected

    run(scenario)


def test_a_lan_server_answers_to_addresses_and_a_proxied_one_to_its_public_name(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with serving(tmp_path, lan=True, base_url="https://games.example") as server:
            for host in ("192.0.2.7:8400", "[2001:db8::1]:8400", "games.example", "localhost"):
                assert await status(server, host) == 201
            assert await status(server, "evil.example") == 421

    run(scenario)


@pytest.mark.parametrize(
    ("origin", "expected"),
    [
        (None, 201),
        ("http://{host}", 201),
        ("https://{host}", 201),
        ("https://other.example", 201),
        ("http://other.example", 403),
        ("https://other.example.evil.example", 403),
        ("http://localhost", 403),
        ("http://evil.example", 403),
        ("http://evil.example/{host}", 403),
        ("http://user@{host}", 403),
        ("ftp://{host}", 403),
        ("null", 403),
        ("", 403),
        ("http://[", 403),
    ],
)
def test_only_pages_of_this_server_and_allowed_origins_may_send_changes(
    origin: str | None, expected: int, tmp_path: Path
) -> None:
    async def scenario() -> None:
        async with serving(tmp_path, allowed_origins=("https://other.example",)) as server:
            page = origin and origin.format(host=server.url.removeprefix("http://"))
            assert await status(server, "", page) == expected
            host = await server.opened()
            headers = {} if page is None else {"Origin": page}
            assert await handshake(server, host.code, **headers) == (101 if expected == 201 else 403)

    run(scenario)


def test_a_cookie_counts_only_with_an_origin_of_this_server(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with serving(tmp_path) as server:
            host = await server.opened()
            cookie = f"stablehand_{host.code}={host.token}"
            assert await status(server, "", Cookie=cookie) == 403
            assert await status(server, "", Cookie=cookie, Authorization=f"Bearer {host.token}") == 201
            assert await status(server, "", server.url, Cookie=cookie) == 201
            assert await status(server, "", Cookie="other=1") == 201
            assert await handshake(server, host.code, Cookie=cookie) == 403
            assert await handshake(server, host.code, Cookie=cookie, Origin=server.url) == 101
            address, port = server.address(host.code), server.url.rpartition(":")[2]
            with pytest.raises(InvalidStatus, match="403"):
                async with connect(address.replace("127.0.0.1", "evil.example"), host="127.0.0.1", port=port):
                    pass

    run(scenario)


def test_the_refusal_is_a_sentence_in_the_clients_language(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with serving(tmp_path) as server, server.client() as page:
            foreign = {"Origin": "http://evil.example"}
            english = (await page.post("/api/tables", json=FAIRY, headers=foreign)).json()
            polish = (await page.post("/api/tables?lang=pl", json=FAIRY, headers=foreign)).json()
            assert english["reason"] == polish["reason"] == "foreign_origin"
            assert english["text"] != polish["text"]

    run(scenario)


def test_every_response_has_the_security_headers_and_allows_no_foreign_origin(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with serving(tmp_path) as server, server.client() as page:
            for path in (
                "/",
                "/api/health",
                "/api/nothing",
                "/api/schema/openapi.json",
                "/api/cards/unicorns/base_1e",
            ):
                answer = await page.get(path, headers={"Origin": "http://evil.example"})
                assert answer.status_code in {200, 404}
                assert {name: answer.headers[name] for name in HEADERS} == HEADERS
                assert "access-control-allow-origin" not in answer.headers
                assert "server" not in answer.headers
            refused = await page.get("/", headers={"Host": "evil.example"})
            assert {name: refused.headers[name] for name in HEADERS} == HEADERS
        assert "default-src 'self'" in HEADERS["Content-Security-Policy"]
        assert "frame-ancestors 'none'" in HEADERS["Content-Security-Policy"]
        assert "unsafe" not in HEADERS["Content-Security-Policy"]

    run(scenario)


def test_no_token_is_in_an_address_or_in_the_log(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    async def scenario() -> list[str]:
        async with serving(tmp_path, 1) as server, server.client() as page:
            ann = await server.opened()
            bob = await server.joined(ann.code)
            async with ann.connected(), bob.connected():
                await bob.send("ready")
                await ann.send("start")
                await ann.send("chat", text="Unspeakable")
            answer = await page.post("/api/tables", json=FAIRY)
            token = page.cookies[f"stablehand_{answer.json()['code']}"]
            told = await page.get(f"/api/tables/{ann.code}", headers={"Authorization": f"Bearer {ann.token}"})
            assert told.json()["you"] == 0
            for text in (told.text, answer.text):
                assert token not in text
                assert ann.token not in text
            assert (await page.post("/api/tables", json=FAIRY, headers=BOT)).json()["token"]
            return [ann.token, bob.token, token, ann.code, "Ann", "Unspeakable"]

    secrets: list[str] = []

    async def kept() -> None:
        secrets.extend(await scenario())

    run(kept)
    logged = capsys.readouterr().err
    assert "services_opened" in logged
    assert [secret for secret in secrets if secret in logged] == []
