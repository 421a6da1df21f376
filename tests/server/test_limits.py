"""How often one client may open, join and guess."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from server_guests import FAIRY, problem, run, serving
from stablehand.server.clients import GUESSES, Clients, client_of
from stablehand.server.settings import Limits
from stablehand.table.refusal import Refusal

if TYPE_CHECKING:
    from pathlib import Path


def test_one_client_opens_only_so_many_tables_an_hour(tmp_path: Path) -> None:
    async def scenario() -> None:
        limits = Limits(tables_per_client_per_hour=2)
        async with serving(tmp_path, limits=limits) as house, house.client() as ann:
            for _ in range(2):
                assert (await ann.post("/api/tables", json=FAIRY)).status_code == 201
            answer = await ann.post("/api/tables", json=FAIRY)
            problem(answer, 429, "too_often")
            assert 1700 < int(answer.headers["retry-after"]) <= 1800

    run(scenario)


def test_a_server_has_only_so_many_tables(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with serving(tmp_path, limits=Limits(tables=1)) as house, house.client() as ann:
            await house.opened()
            problem(await ann.post("/api/tables", json=FAIRY), 503, "hall_full")

    run(scenario)


def test_whoever_guesses_at_codes_is_soon_told_nothing(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with serving(tmp_path) as house, house.client() as thief, house.client() as ann:
            code = (await ann.post("/api/tables", json=FAIRY)).json()["code"]
            for _ in range(GUESSES + 1):
                problem(await thief.get("/api/tables/bcdfghjk"), 404, "no_table")
            for path in (f"/api/tables/{code}", "/api/tables/bcdfghjk"):
                answer = await thief.get(path)
                problem(answer, 429, "too_often")
                assert 1 <= int(answer.headers["retry-after"]) <= 30
                forged = {"Authorization": f"Bearer {'0' * 32}"}
                problem(await thief.get(path, headers=forged), 429, "too_often")
            problem(await thief.post("/api/devices", json={"code": "bcdfghjk"}), 429, "too_often")
            # A player from the same address is not shut out.
            assert (await ann.get(f"/api/tables/{code}")).json()["you"] == 0

    run(scenario)


def test_patience_wins_guesses_back() -> None:
    now = 0.0
    clients = Clients(Limits(), lambda: now)
    for _ in range(GUESSES + 1):
        clients.guess("thief")
    with pytest.raises(Refusal):
        clients.admit("thief")
    clients.admit("somebody else")
    now = 31.0
    clients.admit("thief")


def test_clients_are_told_apart_by_their_networks() -> None:
    assert client_of(("2001:db8::1", 1)) == client_of(("2001:db8::ffff", 2))
    assert client_of(("2001:db8::1", 1)) != client_of(("2001:db8:0:1::1", 2))
    assert client_of(("::ffff:192.0.2.1", 1)) == client_of(("192.0.2.1", 2)) != client_of(("192.0.2.2", 2))
    assert client_of(None) == ""
