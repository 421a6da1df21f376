"""Players who share a device: one cookie proves all their seats, and no page can read it."""

from __future__ import annotations

import re
from http.cookies import SimpleCookie
from typing import TYPE_CHECKING, Any

import msgspec
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from support.socket_players import RunningServer, run, serving

if TYPE_CHECKING:
    from pathlib import Path

    import httpx

TABLE = {"name": "Ann", "game": "fairytale", "seats": 4}


async def shared(device: httpx.AsyncClient, *names: str) -> str:
    """Open a table for Ann and those who share her device; return its code."""
    code: str = (await device.post("/api/tables", json=TABLE)).json()["code"]
    for name in names:
        answer = await device.post(f"/api/tables/{code}/seats", json={"name": name, "device": "shared"})
        assert answer.status_code == 201, answer.text
    return code


async def heard(
    server: RunningServer, device: httpx.AsyncClient, code: str, query: str
) -> dict[str, Any] | int:
    """Return the first frame of a connection, or its close code."""
    cookie = f"stablehand_{code}={device.cookies.get(f'stablehand_{code}')}"
    headers = {"Cookie": cookie, "Origin": server.url}
    async with connect(server.address(code, query), additional_headers=headers) as socket:
        try:
            frame: dict[str, Any] = msgspec.json.decode(await socket.recv())
        except ConnectionClosed:
            assert socket.close_code is not None
            return socket.close_code
        return frame


def test_one_cookie_proves_the_seats_of_all_who_share_a_device(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with serving(tmp_path) as server, server.client() as device:
            code = await shared(device, "Bob")
            answer = await device.post(f"/api/tables/{code}/seats", json={"name": "Cy", "device": "shared"})
            assert answer.json()["seat"] == 2
            (cookie,) = SimpleCookie(answer.headers["set-cookie"]).values()
            assert re.fullmatch(r"[0-9a-f]{32}(\.[0-9a-f]{32}){2}", cookie.value)
            assert (cookie["httponly"], cookie["samesite"].lower()) == (True, "strict")
            assert (await device.get(f"/api/tables/{code}")).json()["you"] == 0
            assert (await device.get(f"/api/tables/{code}/yours")).json() == [0, 1, 2]
            for query, seat in (("", 0), ("?seat=0", 0), ("?seat=1", 1), ("?seat=2", 2)):
                frame = await heard(server, device, code, query)
                assert isinstance(frame, dict)
                assert frame["you"] == seat

    run(scenario)


@pytest.mark.parametrize("query", ["?seat=3", "?seat=-1", "?seat=x", "?seat=%D9%A0", "?seat=00"])
def test_a_client_gets_only_the_seats_in_its_cookie(query: str, tmp_path: Path) -> None:
    async def scenario() -> None:
        async with serving(tmp_path) as server, server.client() as device, server.client() as stranger:
            code = await shared(device, "Bob")
            await stranger.post(f"/api/tables/{code}/seats", json={"name": "Cy", "device": "shared"})
            assert (await stranger.get(f"/api/tables/{code}/yours")).json() == [2]
            assert await heard(server, device, code, query) == 4403
            assert await heard(server, stranger, code, "?seat=0") == 4403

    run(scenario)


def test_without_sharing_a_client_keeps_its_seat(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with serving(tmp_path) as server, server.client() as device:
            code = await shared(device, "Bob")
            answer = await device.post(f"/api/tables/{code}/seats", json={"name": "Cy"})
            assert (answer.status_code, answer.json()["seat"]) == (200, 0)
            assert "set-cookie" not in answer.headers

    run(scenario)


def test_invalid_tokens_in_a_cookie_are_ignored(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with serving(tmp_path) as server, server.client() as device:
            code = await shared(device, "Bob")
            _, bob = str(device.cookies.get(f"stablehand_{code}")).split(".")
            for value in (f"x.{bob}", f"{'0' * 32}.{bob}", f".{bob}..", f"{bob}.{bob}"):
                headers = {"Cookie": f"stablehand_{code}={value}"}
                async with server.client(headers=headers) as other:
                    assert (await other.get(f"/api/tables/{code}/yours")).json() == [1], value

    run(scenario)


def test_a_cookie_is_read_only_up_to_the_number_of_seats(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with serving(tmp_path) as server, server.client() as device:
            ann = await server.opened()
            for before, seats in ((7, [0]), (8, []), (5000 // 33, [])):
                cookie = ".".join(["0" * 32] * before + [ann.token])
                headers = {"Cookie": f"stablehand_{ann.code}={cookie}"}
                answer = await device.get(f"/api/tables/{ann.code}/yours", headers=headers)
                assert answer.json() == seats, before

    run(scenario)
