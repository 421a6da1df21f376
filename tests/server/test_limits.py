"""How often one client may open, join and guess."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from server_guests import FAIRY, problem, run, serving
from stablehand.server import clients, rate
from stablehand.server.clients import GUESSES, SEATS, Clients, client_of
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


def test_one_client_sits_down_only_so_often(tmp_path: Path) -> None:
    async def scenario() -> None:
        limits = Limits(tables_per_client_per_hour=1)
        async with serving(tmp_path, limits=limits) as house, house.client() as bob:
            path = f"/api/tables/{(await house.opened()).code}/seats"
            for _ in range(SEATS):
                problem(await bob.post(path, json={"name": "Ann"}), 409, "name_looks_like")
            answer = await bob.post(path, json={"name": "Ann"})
            problem(answer, 429, "too_often")
            assert 400 < int(answer.headers["retry-after"]) <= 450

    run(scenario)


def test_of_thousands_of_clients_only_so_many_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (rate, clients):
        monkeypatch.setattr(module, "KNOWN", 3)
    rates, known = rate.Rates(1, 1), Clients(Limits())
    first = rates.of("0")
    for number in range(10):
        rates.of(str(number))
        for _ in range(GUESSES + 1):
            known.guess(str(number))
    assert len(rates._known) == 3
    assert rates.of("0") is not first
    assert len(known._barred) <= 3
    assert known.barred("9")


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
    known = Clients(Limits(), lambda: now)
    for _ in range(GUESSES + 1):
        known.guess("thief")
    with pytest.raises(Refusal):
        known.admit("thief")
    known.admit("somebody else")
    now = 31.0
    known.admit("thief")


def test_clients_are_told_apart_by_their_networks() -> None:
    assert client_of(("2001:db8::1", 1)) == client_of(("2001:db8::ffff", 2))
    assert client_of(("2001:db8::1", 1)) != client_of(("2001:db8:0:1::1", 2))
    assert client_of(("::ffff:192.0.2.1", 1)) == client_of(("192.0.2.1", 2)) != client_of(("192.0.2.2", 2))
    assert client_of(None) == ""
