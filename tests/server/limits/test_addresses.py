"""How often one address may open tables, take seats and send wrong codes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from stablehand.server.limits import addresses, budgets
from stablehand.server.limits.addresses import SEATS_PER_TABLE, WRONG_CODES, AddressLimits, client_of
from stablehand.server.settings import Limits
from stablehand.table.refusal import Refusal
from support.socket_players import FAIRY, RunningServer, problem, run, serving

if TYPE_CHECKING:
    from pathlib import Path


def stop_clock(server: RunningServer) -> None:
    """Stop the clock of the limits, so that no bucket refills on a slow machine."""
    server.services.address_limits = AddressLimits(server.services.settings.limits, lambda: 0.0)


def test_an_address_opens_a_limited_number_of_tables_per_hour(tmp_path: Path) -> None:
    async def scenario() -> None:
        limits = Limits(tables_per_client_per_hour=2)
        async with serving(tmp_path, limits=limits) as server, server.client() as ann:
            stop_clock(server)
            for _ in range(2):
                assert (await ann.post("/api/tables", json=FAIRY)).status_code == 201
            answer = await ann.post("/api/tables", json=FAIRY)
            problem(answer, 429, "too_often")
            assert answer.headers["retry-after"] == "1800"

    run(scenario)


def test_an_address_takes_a_limited_number_of_seats_per_hour(tmp_path: Path) -> None:
    async def scenario() -> None:
        limits = Limits(tables_per_client_per_hour=1)
        async with serving(tmp_path, limits=limits) as server, server.client() as bob:
            stop_clock(server)
            path = f"/api/tables/{(await server.opened()).code}/seats"
            for _ in range(SEATS_PER_TABLE):
                problem(await bob.post(path, json={"name": "Ann"}), 409, "name_looks_like")
            answer = await bob.post(path, json={"name": "Ann"})
            problem(answer, 429, "too_often")
            assert answer.headers["retry-after"] == "450"

    run(scenario)


def test_the_number_of_remembered_clients_is_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (budgets, addresses):
        monkeypatch.setattr(module, "MOST_KEYS", 3)
    buckets, limits = budgets.TokenBuckets(1, 1), AddressLimits(Limits())
    first = buckets.get("0")
    for number in range(10):
        buckets.get(str(number))
        for _ in range(WRONG_CODES + 1):
            limits.count_wrong_code(str(number))
    assert len(buckets._buckets) == 3
    assert buckets.get("0") is not first
    assert len(limits._blocked_until) <= 3
    assert limits.blocked_for("9")


def test_a_server_opens_a_limited_number_of_tables(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with serving(tmp_path, limits=Limits(tables=1)) as server, server.client() as ann:
            host = await server.opened()
            async with host.connected():
                problem(await ann.post("/api/tables", json=FAIRY), 503, "server_full")

    run(scenario)


def test_after_many_wrong_codes_an_address_is_not_told_whether_a_code_is_right(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with serving(tmp_path) as server, server.client() as thief, server.client() as ann:
            stop_clock(server)
            code = (await ann.post("/api/tables", json=FAIRY)).json()["code"]
            for _ in range(WRONG_CODES + 1):
                problem(await thief.get("/api/tables/bcdfghjk"), 404, "no_table")
            for path in (f"/api/tables/{code}", "/api/tables/bcdfghjk"):
                answer = await thief.get(path)
                problem(answer, 429, "too_often")
                assert answer.headers["retry-after"] == "30"
                forged = {"Authorization": f"Bearer {'0' * 32}"}
                problem(await thief.get(path, headers=forged), 429, "too_often")
            problem(await thief.post("/api/devices", json={"code": "bcdfghjk"}), 429, "too_often")
            # A player at the same address is not blocked.
            assert (await ann.get(f"/api/tables/{code}")).json()["you"] == 0

    run(scenario)


def test_a_block_ends_after_a_while() -> None:
    now = 0.0
    limits = AddressLimits(Limits(), lambda: now)
    for _ in range(WRONG_CODES + 1):
        limits.count_wrong_code("thief")
    with pytest.raises(Refusal):
        limits.check_not_blocked("thief")
    limits.check_not_blocked("somebody else")
    now = 31.0
    limits.check_not_blocked("thief")


def test_ipv6_clients_are_distinguished_by_their_networks() -> None:
    assert client_of(("2001:db8::1", 1)) == client_of(("2001:db8::ffff", 2))
    assert client_of(("2001:db8::1", 1)) != client_of(("2001:db8:0:1::1", 2))
    assert client_of(("::ffff:192.0.2.1", 1)) == client_of(("192.0.2.1", 2)) != client_of(("192.0.2.2", 2))
    assert client_of(None) == ""
