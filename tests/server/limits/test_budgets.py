"""Every route and command has a cost, and nobody may ask for more than their share (product, promise 7)."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING, get_args

import pytest
from uvicorn.protocols.http.h11_impl import H11Protocol

import support.attackers as bad
from stablehand.server.app import create_app
from stablehand.server.http.errors import STATUSES
from stablehand.server.limits import budgets, costs, doors
from stablehand.server.limits.budgets import BURST_SECONDS, NETWORK_FACTOR, WorkBudget, network_of
from stablehand.server.limits.transport import LimitedHttp
from stablehand.server.limits.turnstile import AT_ONCE, Turnstile
from stablehand.server.settings import Limits, Settings
from stablehand.table import protocol as p
from support import attack_routes
from support.socket_players import problem, run, serving, together

if TYPE_CHECKING:
    from pathlib import Path

ANN = "192.0.2.1"
BOB = "192.0.2.2"


def test_every_route_declares_its_cost() -> None:
    app = create_app(Settings(metrics=True))
    declared = {
        (method, route.path_format)
        for route in app.routes
        for handler in getattr(route, "route_handlers", [getattr(route, "route_handler", None)])
        if handler.opt.get(doors.COST, 0) > 0
        for method in getattr(handler, "http_methods", {"WEBSOCKET"})
    }
    described = {
        (method, path)
        for path, item in (app.openapi_schema.paths or {}).items()
        for method in ("GET", "POST", "PUT", "DELETE", "PATCH")
        if getattr(item, method.lower()) is not None
    }
    assert len(described) > 20
    assert described - declared == set(), "give the route a cost, as `cost=MEDIUM`"
    assert ("WEBSOCKET", "/api/tables/{code}/socket") in declared


def test_every_command_has_a_cost() -> None:
    assert set(costs.COMMANDS) == set(get_args(p.AnyCommand))
    assert min(costs.COMMANDS.values()) >= costs.LIGHT


def test_every_route_and_command_is_attacked() -> None:
    for method, path in attack_routes.routes():
        attack_routes.filled(method, path, {"code": "bcdfghjk"})
    assert sorted(attack_routes.COMMANDS) == attack_routes.commands()


# ---- budgets


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def test_a_client_may_spend_its_budget_at_once_and_then_as_it_is_refilled() -> None:
    clock = Clock()
    budget = WorkBudget(10, 1000, clock)
    assert budget.spend(ANN, 10 * BURST_SECONDS) == 0
    assert budget.spend(ANN, 5) == pytest.approx(0.5)
    assert budget.spend(BOB, 5) == 0
    clock.now += 0.5
    assert budget.spend(ANN, 5) == 0


def test_what_is_refused_is_not_counted() -> None:
    budget = WorkBudget(10, 1000, Clock())
    budget.spend(ANN, 10 * BURST_SECONDS)
    assert len({budget.spend(ANN, 5) for _ in range(10)}) == 1


def test_when_all_ask_for_too_much_those_who_asked_for_little_are_served() -> None:
    budget = WorkBudget(10, 10, Clock())
    greedy = [f"192.0.2.{number}" for number in range(10, 20)]
    for one in greedy:
        for _ in range(round(10 * BURST_SECONDS)):
            budget.spend(one, 1)
    assert all(budget.spend(one, 1) > 0 for one in greedy)
    assert budget.spend(ANN, 1) == 0


def test_when_all_ask_for_too_much_those_who_asked_for_much_wait_though_their_own_budget_has_some_left() -> (
    None
):
    clock = Clock()
    budget = WorkBudget(10, 10, clock)
    most = 10 * BURST_SECONDS
    eve, mallory = "192.0.2.10", "192.0.2.11"
    assert [budget.spend(one, 0.6 * most) for one in (eve, mallory)] == [0, 0]
    assert budget.spend(eve, 1) > 0, "together they have asked for more than there is"
    assert budget.spend(ANN, 1) == 0
    clock.now += BURST_SECONDS
    assert budget.spend(eve, 1) == 0


def test_networks_of_ipv6_have_a_looser_budget() -> None:
    budget = WorkBudget(10, 100_000, Clock())
    houses = [f"2001:db8:1:{number}::/64" for number in range(9)]
    served = [budget.spend(house, 10 * BURST_SECONDS) == 0 for house in houses]
    assert served.count(True) == NETWORK_FACTOR
    assert budget.spend("2001:db8:2:1::/64", 10 * BURST_SECONDS) == 0
    assert network_of("not an address") == network_of(":") == ""


def test_a_request_over_budget_is_refused_with_the_time_to_wait(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(budgets, "LONGEST_PAUSE", 0.01)

    async def scenario() -> None:
        limits = Limits(work_per_client=1)
        async with serving(tmp_path, limits=limits) as server, server.client() as ann:
            while (answer := await ann.get("/api/about")).status_code == 200:
                pass
            problem(answer, STATUSES["too_often"], "too_often")
            assert int(answer.headers["retry-after"]) >= 1
            assert "content-security-policy" in answer.headers
            problem(await ann.post("/nowhere"), STATUSES["too_often"], "too_often")

    run(scenario)


def test_a_route_costs_more_than_the_least(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(budgets, "LONGEST_PAUSE", 0.01)

    async def scenario() -> None:
        limits = Limits(work_per_client=6)  # at once 24 milliseconds: heavy work once, light work oftener
        async with serving(tmp_path, limits=limits) as server, server.client() as ann:
            first = await ann.post("/api/lessons/fairytale", json={})
            assert first.status_code == 200, first.text
            assert (await ann.get("/api/about")).status_code == 200
            problem(await ann.post("/api/lessons/fairytale", json={}), 429, "too_often")

    run(scenario)


def test_commands_over_budget_are_refused_and_others_are_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(budgets, "LONGEST_PAUSE", 0.01)

    async def scenario() -> None:
        async with together(tmp_path, limits=Limits(burst=1000, messages_per_second=1000)) as (
            server,
            ann,
            _,
        ):
            server.services.command_budget.spend("127.0.0.1", 1e9)
            said = [await ann.send("chat", text="Neigh") for _ in range(30)]
            assert {reply.get("reason") for reply in said} <= {"too_fast", None}
            assert any(reply.get("reason") == "too_fast" for reply in said)

    run(scenario)


def test_each_kind_of_command_has_its_own_cost(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(budgets, "LONGEST_PAUSE", 0.01)
    allowed = costs.HEAVY + 2 * costs.LIGHT

    async def scenario() -> None:
        async with serving(tmp_path) as server:
            ann = await server.opened()
            server.services.command_budget = WorkBudget(allowed / BURST_SECONDS, 1000, Clock())
            async with ann.connected():
                said = [await ann.send("configure", seats=seats) for seats in (3, 4)]
                assert [reply.get("reason") for reply in said] == [None, "too_fast"]
                said = [await ann.send("more_time") for _ in range(3)]
                assert [reply["reason"] for reply in said] == ["not_playing", "not_playing", "too_fast"]

    run(scenario)


# ---- the turnstile


def test_a_few_requests_of_a_client_are_let_in_and_the_others_take_their_turn() -> None:
    turnstile, let_in = Turnstile(2), []
    turns = [lambda number=number: let_in.append(number) for number in range(6)]
    assert [turnstile.enter(ANN, turn) for turn in turns] == [True, True, False, False, False, False]
    assert turnstile.enter(BOB, turns[0])
    turnstile.give_up(ANN, turns[3])
    for _ in range(5):
        turnstile.leave(ANN)
    turnstile.leave(BOB)
    assert let_in == [2, 4, 5]
    assert not turnstile._inside
    assert not turnstile._waiting


def test_a_request_that_ends_as_it_is_let_in_leaves_its_place_to_the_next() -> None:
    async def scenario() -> None:
        door = doors.Doors(None, WorkBudget(1e6, 1e6))  # type: ignore[arg-type]  # nothing is served
        for _ in range(AT_ONCE):
            await door._enter(ANN)
        gone, early, following = (asyncio.create_task(door._enter(ANN)) for _ in range(3))
        await asyncio.sleep(0)  # all three wait
        early.cancel()
        door._turnstile.leave(ANN)
        gone.cancel()  # it was let in a moment ago, and has not run since
        await asyncio.gather(gone, early, return_exceptions=True)
        async with asyncio.timeout(60):
            await following

    asyncio.run(scenario())


def test_what_waits_for_its_turn_is_not_even_parsed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    received, parsed = list[object](), set[object]()
    all_here, may_go, visitors = asyncio.Event(), asyncio.Event(), 20
    receive, parse, spend = LimitedHttp.data_received, H11Protocol.data_received, WorkBudget.spend_or_wait

    def receives(self: LimitedHttp, data: bytes) -> None:
        receive(self, data)
        received.append(self)
        look()

    def parses(self: H11Protocol, data: bytes) -> None:
        parsed.add(self)
        parse(self, data)
        look()

    def look() -> None:
        if len(received) >= visitors and len(parsed) >= AT_ONCE:
            all_here.set()

    async def waits(budget: WorkBudget, client: str, cost: float) -> float:
        await may_go.wait()
        return await spend(budget, client, cost)

    monkeypatch.setattr(LimitedHttp, "data_received", receives)
    monkeypatch.setattr(H11Protocol, "data_received", parses)
    monkeypatch.setattr(WorkBudget, "spend_or_wait", waits)

    async def scenario() -> None:
        async with serving(tmp_path) as server:
            port = int(server.url.rpartition(":")[2])
            lines = [await bad.line(port) for _ in range(visitors)]
            for one in lines:
                await one.send(b"GET /api/about HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
            await all_here.wait()
            assert len(parsed) == AT_ONCE
            may_go.set()
            assert all([(await one.rest()).startswith(b"HTTP/1.1 200") for one in lines])
            for one in lines:
                one.end()

    run(scenario)


def test_a_hundred_connections_are_worked_on_a_few_at_a_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    inside: list[int] = []
    counted = {"now": 0}
    spend = WorkBudget.spend_or_wait

    async def slow(budget: WorkBudget, client: str, cost: float) -> float:
        counted["now"] += 1
        inside.append(counted["now"])
        try:
            await asyncio.sleep(0)
            return await spend(budget, client, cost)
        finally:
            counted["now"] -= 1

    monkeypatch.setattr(WorkBudget, "spend_or_wait", slow)

    async def scenario() -> None:
        limits = Limits(work_per_client=1_000_000, work_in_all=1_000_000)
        async with serving(tmp_path, limits=limits) as server:
            port = int(server.url.rpartition(":")[2])
            lines = [await bad.line(port) for _ in range(100)]
            for one in lines:
                await one.send(b"GET /api/about HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
            answers = [await one.rest() for one in lines]
            assert all(answer.startswith(b"HTTP/1.1 200") for answer in answers)
            for one in lines:
                one.end()
                with suppress(OSError):
                    await one.writer.wait_closed()
        assert max(inside) <= AT_ONCE

    run(scenario)
