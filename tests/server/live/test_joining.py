"""Opening tables, taking seats over HTTP, and moving a seat to another device."""

from __future__ import annotations

import re
from hashlib import sha256
from http.cookies import SimpleCookie
from typing import TYPE_CHECKING, Any

import pytest

from stablehand.server.live import pairing
from support.socket_players import BOT, FAIRY, problem, run, serving

if TYPE_CHECKING:
    from pathlib import Path

    import httpx


def cookies_of(answer: httpx.Response) -> SimpleCookie:
    return SimpleCookie(answer.headers.get("set-cookie", ""))


def test_opening_a_table_sets_a_cookie_that_no_page_can_read(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with serving(tmp_path) as server, server.client() as ann:
            answer = await ann.post("/api/tables", json=FAIRY)
            seat = answer.json()
            assert answer.status_code == 201
            assert seat == {"code": seat["code"], "seat": 0, "link": f"{server.url}/t/{seat['code']}"}
            (cookie,) = cookies_of(answer).values()
            assert cookie.key == f"stablehand_{seat['code']}"
            assert re.fullmatch("[0-9a-f]{32}", cookie.value)
            assert (cookie["httponly"], cookie["samesite"].lower(), cookie["path"]) == (True, "strict", "/")
            assert not cookie["secure"]
            assert answer.headers["cache-control"] == "no-store"
            seen = (await ann.get(f"/api/tables/{seat['code']}")).json()
            assert (seen["you"], seen["stage"], seen["seats"][0]["name"]) == (0, "lobby", "Ann")
            assert seen["seats"][0]["is_host"]
            assert seen["seats"][1]["is_free"]

    run(scenario)


def test_a_bot_gets_a_token_in_the_response_and_no_cookie(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with serving(tmp_path) as server, server.client() as ann:
            answer = await ann.post("/api/tables", json=FAIRY, headers=BOT)
            assert re.fullmatch("[0-9a-f]{32}", answer.json()["token"])
            assert "set-cookie" not in answer.headers

    run(scenario)


def test_only_the_hash_of_a_token_is_stored(tmp_path: Path) -> None:
    tokens: list[str] = []

    async def scenario() -> None:
        async with serving(tmp_path) as server, server.client() as bob:
            ann = await server.opened()
            await bob.post(f"/api/tables/{ann.code}/seats", json={"name": "Bob"})
            tokens.extend([ann.token, bob.cookies[f"stablehand_{ann.code}"]])

    run(scenario)
    kept = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    assert b"Bob" in kept
    for token in tokens:
        assert token.encode() not in kept
        assert bytes.fromhex(token) not in kept
        assert sha256(token.encode()).hexdigest().encode() in kept


def test_behind_tls_the_cookie_is_secure_and_the_link_is_the_public_one(tmp_path: Path) -> None:
    async def scenario() -> None:
        base = "https://games.example"
        async with serving(tmp_path, base_url=base) as server, server.client() as ann:
            answer = await ann.post(
                "/api/tables", json=FAIRY, headers={"Host": "games.example", "Origin": base}
            )
            (cookie,) = cookies_of(answer).values()
            assert cookie["secure"]
            assert answer.json()["link"] == f"{base}/t/{answer.json()['code']}"

    run(scenario)


def test_joining_twice_takes_one_seat(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with serving(tmp_path) as server, server.client() as bob:
            code = (await server.opened(seats=3)).code
            first = await bob.post(f"/api/tables/{code}/seats", json={"name": "Bob", "seat": 2})
            again = await bob.post(f"/api/tables/{code.upper()}/seats", json={"name": "Bobby"})
            assert (first.status_code, again.status_code) == (201, 200)
            assert first.json() == again.json() == {"code": code, "seat": 2, "link": f"{server.url}/t/{code}"}
            assert "set-cookie" not in again.headers
            seen = (await bob.get(f"/api/tables/{code}")).json()
            assert [seat["name"] for seat in seen["seats"]] == ["Ann", "", "Bob"]

    run(scenario)


@pytest.mark.parametrize(
    ("body", "status", "reason"),
    [
        ({"name": "Ann"}, 409, "name_looks_like"),
        ({"name": ""}, 409, "name_empty"),
        ({"name": "a" * 25}, 409, "name_too_long"),
        ({"name": "Bob", "seat": 0}, 409, "seat_taken"),
        ({"name": "Bob", "seat": 5}, 404, "no_seat"),
        ({"name": "Bob", "seat": 9}, 400, "bad_request"),
        ({"name": "Bob", "token": "x"}, 400, "bad_request"),
        ({"name": 7}, 400, "bad_request"),
        ({}, 400, "bad_request"),
        ([], 400, "bad_request"),
    ],
)
def test_a_refused_seat_has_a_reason(body: object, status: int, reason: str, tmp_path: Path) -> None:
    async def scenario() -> None:
        async with serving(tmp_path) as server, server.client() as bob:
            code = (await server.opened()).code
            problem(await bob.post(f"/api/tables/{code}/seats", json=body), status, reason)
            assert not bob.cookies

    run(scenario)


def test_a_refused_name_opens_no_table(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with serving(tmp_path) as server, server.client() as ann:
            problem(await ann.post("/api/tables", json=FAIRY | {"name": "host"}), 409, "name_looks_like")
            assert server.services.registry.tables == 0

    run(scenario)


def test_before_joining_a_visitor_sees_only_the_settings(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with serving(tmp_path) as server, server.client() as bob:
            options = {"deck": "base_1e", "hand_limit": 9, "window": "collect", "deck_out": "reshuffle"}
            code = (await server.opened("unicorns", options=options)).code
            seen = (await bob.get(f"/api/tables/{code}?lang=en")).json()
            assert [(one["id"], one["value"]) for one in seen["options"]] == [
                ("hand_limit", 9),
                ("deck_out", "reshuffle"),
            ]
            assert seen["options"][0]["text"].startswith("How many cards")
            assert seen["options"][1]["says"].startswith("the discard pile")
            assert seen.keys() == {
                "code", "link", "game", "title", "notice", "is_adult", "stage", "game_number", "seats",
                "options", "house", "you", "is_locked", "is_asking",
            }  # fmt: skip
            assert seen["you"] is None

    run(scenario)


def test_only_public_tables_are_listed_also_after_a_restart(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with serving(tmp_path, public_tables=True) as server, server.client() as bob:
            await server.opened()
            public = await server.opened(seats=3, house={"public": True})
            expected = [(public.code, "fairytale", 3, 2, "lobby")]
            assert [listed(row) for row in (await bob.get("/api/tables")).json()] == expected
        async with serving(tmp_path, public_tables=True) as server, server.client() as bob:
            assert [listed(row) for row in (await bob.get("/api/tables")).json()] == expected
        async with serving(tmp_path / "other") as server, server.client() as ann:
            body = FAIRY | {"house": {"public": True}}
            problem(await ann.post("/api/tables", json=body), 403, "no_public")

    def listed(row: dict[str, Any]) -> tuple[object, ...]:
        return row["code"], row["game"], row["seats"], row["free"], row["stage"]

    run(scenario)


# ---- another device


def test_a_code_moves_a_seat_to_another_device_once(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with serving(tmp_path) as server, server.client() as laptop, server.client() as phone:
            code = (await laptop.post("/api/tables", json=FAIRY)).json()["code"]
            offer = (await laptop.post(f"/api/tables/{code}/devices")).json()
            assert re.fullmatch("[a-z0-9]{8}", offer["code"])
            assert offer["seconds"] == 300
            taken = await phone.post("/api/devices", json={"code": f" {offer['code'].upper()} "})
            assert (taken.status_code, taken.json()["seat"]) == (201, 0)
            assert phone.cookies[f"stablehand_{code}"] != laptop.cookies[f"stablehand_{code}"]
            for browser in (laptop, phone):
                assert (await browser.get(f"/api/tables/{code}")).json()["you"] == 0
            problem(await phone.post("/api/devices", json={"code": offer["code"]}), 404, "wrong_code")

    run(scenario)


def test_a_client_without_a_seat_gets_no_code(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with serving(tmp_path) as server, server.client() as bob:
            code = (await server.opened()).code
            problem(await bob.post(f"/api/tables/{code}/devices"), 403, "not_yours")
            other = await server.opened(name="Cid")
            headers = {"Authorization": f"Bearer {other.token}"}
            problem(await bob.post(f"/api/tables/{code}/devices", headers=headers), 403, "not_yours")

    run(scenario)


def test_a_kicked_visitor_is_refused_and_a_running_game_is_joined_by_consent(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with serving(tmp_path) as server, server.client() as bob, server.client() as zoe:
            host = await server.opened(seats=3)
            seats, seen = f"/api/tables/{host.code}/seats", f"/api/tables/{host.code}"
            assert (await bob.post(seats, json={"name": "Bob"})).status_code == 201
            async with host.connected():
                assert (await host.send("kick", seat=1))["type"] == "accepted"
                problem(await bob.post(seats, json={"name": "Bob"}), 403, "sent_away")
                bob.cookies.clear()
                problem(await bob.post(seats, json={"name": "Robert"}), 403, "sent_away")
                assert (await host.send("pardon"))["type"] == "accepted"
                assert (await host.send("lock"))["type"] == "accepted"
                problem(await zoe.post(seats, json={"name": "Zoe"}), 403, "locked")
                assert (await host.send("lock", on=False))["type"] == "accepted"
                assert (await host.send("start"))["type"] == "accepted"
                asked = await zoe.post(seats, json={"name": "Zoe"})
                assert (asked.status_code, asked.json()["is_waiting"]) == (202, True)
                shown = (await zoe.get(seen)).json()
                assert (shown["you"], shown["is_asking"]) == (None, True)
                assert (await host.send("let_in", knock=1))["type"] == "accepted"
                shown = (await zoe.get(seen)).json()
                assert (shown["you"], shown["is_asking"]) == (1, False)

    run(scenario)


def test_a_code_is_invalid_once_its_seat_has_another_player(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with serving(tmp_path) as server, server.client() as browser:
            host = await server.opened()
            bob = await server.joined(host.code)
            path, proof = f"/api/tables/{host.code}/devices", {"Authorization": f"Bearer {bob.token}"}
            offer = (await browser.post(path, headers=proof)).json()["code"]
            async with host.connected():
                assert (await host.send("kick", seat=1))["type"] == "accepted"
                assert (await host.send("pardon"))["type"] == "accepted"
            await server.joined(host.code, "Cid")
            problem(await browser.post("/api/devices", json={"code": offer}), 404, "wrong_code")

    run(scenario)


def test_a_code_expires_and_a_new_one_replaces_it() -> None:
    now = 0.0
    known = pairing.PairingCodes(lambda: now)
    first = known.issue("table", "token")
    second = known.issue("table", "token")
    other = known.issue("table", "another token")
    assert known.redeem(first) is None
    promise = known.redeem(second)
    assert promise is not None
    assert (promise.table, promise.token) == ("table", "token")
    now = 60 * pairing.MINUTES + 1
    assert known.redeem(other) is None
