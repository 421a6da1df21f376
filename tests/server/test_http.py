"""Tables, cards and rules over HTTP, against a real server."""

from __future__ import annotations

import re
from http.cookies import SimpleCookie
from typing import TYPE_CHECKING, Any

import pytest

from server_guests import BOT, run, serving
from stablehand import Journal
from stablehand.server import client as pages
from stablehand.server import devices
from stablehand.server.clients import GUESSES, Clients, client_of
from stablehand.server.settings import Limits, Settings
from stablehand.server.speech import chosen_layer
from stablehand.table.refusal import Refusal

if TYPE_CHECKING:
    from pathlib import Path

    import httpx

FAIRY = {"name": "Ann", "game": "fairytale", "seats": 2}


def cookies_of(answer: httpx.Response) -> SimpleCookie:
    return SimpleCookie(answer.headers.get("set-cookie", ""))


def problem(answer: httpx.Response, status: int, reason: str) -> dict[str, Any]:
    """Return a refusal that is as refusals are."""
    said: dict[str, Any] = answer.json()
    assert (answer.status_code, said["reason"]) == (status, reason), answer.text
    assert said.keys() == {"reason", "text", "rules"}
    assert said["text"].endswith((".", "!"))
    return said


# ---- opening and joining


def test_whoever_opens_a_table_sits_at_it_by_a_cookie_that_no_page_can_read(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with serving(tmp_path) as house, house.client() as ann:
            answer = await ann.post("/api/tables", json=FAIRY)
            seat = answer.json()
            assert answer.status_code == 201
            assert seat == {"code": seat["code"], "seat": 0, "link": f"{house.url}/t/{seat['code']}"}
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


def test_a_bot_is_told_its_token_and_gets_no_cookie(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with serving(tmp_path) as house, house.client() as ann:
            answer = await ann.post("/api/tables", json=FAIRY, headers=BOT)
            assert re.fullmatch("[0-9a-f]{32}", answer.json()["token"])
            assert "set-cookie" not in answer.headers

    run(scenario)


def test_behind_tls_the_cookie_is_secure_and_the_link_is_the_public_one(tmp_path: Path) -> None:
    async def scenario() -> None:
        base = "https://games.example"
        async with serving(tmp_path, base_url=base) as house, house.client() as ann:
            answer = await ann.post(
                "/api/tables", json=FAIRY, headers={"Host": "games.example", "Origin": base}
            )
            (cookie,) = cookies_of(answer).values()
            assert cookie["secure"]
            assert answer.json()["link"] == f"{base}/t/{answer.json()['code']}"

    run(scenario)


def test_joining_twice_is_joining_once(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with serving(tmp_path) as house, house.client() as bob:
            code = (await house.opened(seats=3)).code
            first = await bob.post(f"/api/tables/{code}/seats", json={"name": "Bob", "seat": 2})
            again = await bob.post(f"/api/tables/{code.upper()}/seats", json={"name": "Bobby"})
            assert (first.status_code, again.status_code) == (201, 200)
            assert first.json() == again.json() == {"code": code, "seat": 2, "link": f"{house.url}/t/{code}"}
            assert "set-cookie" not in again.headers
            seen = (await bob.get(f"/api/tables/{code}")).json()
            assert [chair["name"] for chair in seen["seats"]] == ["Ann", "", "Bob"]

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
def test_who_may_not_sit_down_is_told_why(body: object, status: int, reason: str, tmp_path: Path) -> None:
    async def scenario() -> None:
        async with serving(tmp_path) as house, house.client() as bob:
            code = (await house.opened()).code
            problem(await bob.post(f"/api/tables/{code}/seats", json=body), status, reason)
            assert not bob.cookies

    run(scenario)


def test_a_name_that_is_not_taken_opens_no_table(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with serving(tmp_path) as house, house.client() as ann:
            problem(await ann.post("/api/tables", json=FAIRY | {"name": "host"}), 409, "name_looks_like")
            assert house.office.hall.tables == 0

    run(scenario)


def test_before_joining_one_knows_the_house_rules_and_no_more(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with serving(tmp_path) as house, house.client() as bob:
            options = {"deck": "base_1e", "hand_limit": 9, "window": "collect", "deck_out": "reshuffle"}
            code = (await house.opened("unicorns", options=options)).code
            seen = (await bob.get(f"/api/tables/{code}?lang=en")).json()
            assert [(one["id"], one["value"]) for one in seen["options"]] == [
                ("hand_limit", 9),
                ("deck_out", "reshuffle"),
            ]
            assert seen["options"][0]["text"].startswith("How many cards")
            assert seen["options"][1]["says"].startswith("the discard pile")
            assert seen.keys() == {
                "code", "link", "game", "title", "notice", "is_adult", "stage", "game_number", "seats",
                "options", "house", "you",
            }  # fmt: skip
            assert seen["you"] is None

    run(scenario)


def test_only_public_tables_are_listed_also_after_a_restart(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with serving(tmp_path, public_tables=True) as house, house.client() as bob:
            await house.opened()
            public = await house.opened(seats=3, house={"public": True})
            expected = [(public.code, "fairytale", 3, 2, "lobby")]
            assert [listed(row) for row in (await bob.get("/api/tables")).json()] == expected
        async with serving(tmp_path, public_tables=True) as house, house.client() as bob:
            assert [listed(row) for row in (await bob.get("/api/tables")).json()] == expected
        async with serving(tmp_path / "other") as house, house.client() as ann:
            body = FAIRY | {"house": {"public": True}}
            problem(await ann.post("/api/tables", json=body), 403, "no_public")

    def listed(row: dict[str, Any]) -> tuple[object, ...]:
        return row["code"], row["game"], row["seats"], row["free"], row["stage"]

    run(scenario)


# ---- another device


def test_a_code_takes_ones_seat_to_another_device_once(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with serving(tmp_path) as house, house.client() as laptop, house.client() as phone:
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


def test_who_has_no_seat_gets_no_code(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with serving(tmp_path) as house, house.client() as bob:
            code = (await house.opened()).code
            problem(await bob.post(f"/api/tables/{code}/devices"), 403, "not_yours")
            other = await house.opened(name="Cid")
            headers = {"Authorization": f"Bearer {other.token}"}
            problem(await bob.post(f"/api/tables/{code}/devices", headers=headers), 403, "not_yours")

    run(scenario)


def test_a_code_is_worth_nothing_once_its_seat_is_somebody_elses(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with serving(tmp_path) as house, house.client() as browser:
            host = await house.opened()
            bob = await house.joined(host.code)
            path, proof = f"/api/tables/{host.code}/devices", {"Authorization": f"Bearer {bob.token}"}
            offer = (await browser.post(path, headers=proof)).json()["code"]
            async with host.there():
                assert (await host.say("kick", seat=1))["type"] == "accepted"
            await house.joined(host.code, "Cid")
            problem(await browser.post("/api/devices", json={"code": offer}), 404, "wrong_code")

    run(scenario)


def test_a_code_lapses_and_the_next_one_replaces_it() -> None:
    now = 0.0
    known = devices.Devices(lambda: now)
    first = known.issue("table", "token")
    second = known.issue("table", "token")
    other = known.issue("table", "another token")
    assert known.redeem(first) is None
    promise = known.redeem(second)
    assert promise is not None
    assert (promise.table, promise.token) == ("table", "token")
    now = 60 * devices.MINUTES + 1
    assert known.redeem(other) is None


# ---- journals and pictures


def test_a_journal_can_be_taken_when_the_game_is_over_and_its_shuffle_verifies(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with serving(tmp_path, 1) as house, house.client() as reader:
            ann = await house.opened()
            path = f"/api/tables/{ann.code}/journals"
            problem(await reader.get(f"{path}/1"), 409, "not_over")
            async with ann.there():
                promised = ann.table["proof"]["commitment"]
                await ann.say("start", nonce="a" * 32)
                await ann.play(3)
                assert ann.table["proof"]["key"] is None
                problem(await reader.get(f"{path}/1"), 409, "not_over")
                await ann.play()
                await ann.say("rematch")
                second = (await ann.until(lambda table: table["game_number"] == 2))["proof"]["commitment"]
                await ann.say("start")
                problem(await reader.get(f"{path}/2"), 409, "not_over")
            answer = await reader.get(f"{path}/1")
            assert answer.headers["content-type"] == "application/x-ndjson"
            assert f'filename="stablehand-{ann.code}-1.jsonl"' in answer.headers["content-disposition"]
            journal = Journal.read(answer.content)
            assert journal.proof is not None
            journal.proof.check(journal.seed)
            assert journal.proof.commitment == promised != second
            assert journal.proof.nonces[0] == "a" * 32
            journal.replay()
            for number in (0, 3, 1 << 70):
                problem(await reader.get(f"{path}/{number}"), 404, "no_game")
            problem(await reader.get("/api/tables/bcdfghjk/journals/1"), 404, "no_table")

    run(scenario)


def test_the_link_is_there_as_a_picture(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with serving(tmp_path) as house, house.client() as ann:
            code = (await house.opened()).code
            answer = await ann.get(f"/api/tables/{code}/qr.svg")
            assert answer.headers["content-type"] == "image/svg+xml"
            assert b"<svg" in answer.content
            problem(await ann.get("/api/tables/bcdfghjk/qr.svg"), 404, "no_table")

    run(scenario)


# ---- what can be read


def test_games_cards_and_rules_are_there_in_the_readers_language(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with serving(tmp_path, adult="on") as house, house.client() as reader:
            games = {game["id"]: game for game in (await reader.get("/api/games?lang=pl")).json()}
            assert (games["fairytale"]["least_seats"], games["fairytale"]["most_seats"]) == (2, 5)
            assert (games["unicorns"]["least_seats"], games["unicorns"]["most_seats"]) == (2, 8)
            assert len(games["unicorns"]["decks"]) == 4
            cards = (await reader.get("/api/cards/unicorns/base_2e?lang=ru")).json()
            rhinocorn = next(card for card in cards if card["id"] == "rhinocorn")
            assert re.search("[а-я]", rhinocorn["text"])
            italian = {"Accept-Language": "de, it;q=0.9"}
            rules = (await reader.get("/api/rules/fairytale", headers=italian)).json()
            assert rules["sections"]
            assert rules != (await reader.get("/api/rules/fairytale?lang=en", headers=italian)).json()
            for path in ("/api/cards/unicorns/nope", "/api/cards/nope/base_2e", "/api/rules/nope"):
                problem(await reader.get(path), 404, "no_deck")

    run(scenario)


ADULT = re.compile("nsfw|strip|drink", re.IGNORECASE)


def test_where_there_are_no_adult_decks_nothing_of_them_is_sent(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with serving(tmp_path / "on", adult="on") as house, house.client() as reader:
            found = {}
            for deck in ("nsfw_1e", "nsfw_2e", "base_1e", "base_2e"):
                cards = (await reader.get(f"/api/cards/unicorns/{deck}?lang=en")).json()
                found[deck] = {card["name"] for card in cards}
            names = (found["nsfw_1e"] | found["nsfw_2e"]) - found["base_1e"] - found["base_2e"]
            rules = (await reader.get("/api/rules/unicorns?lang=en")).text
            assert [name for name in names if name in rules]
        async with serving(tmp_path / "off") as house, house.client() as reader:
            for path in ("/api/games", "/api/rules/unicorns", "/api/cards/unicorns/base_1e"):
                said = (await reader.get(f"{path}?lang=en")).text
                assert [name for name in names if name in said] == []
                assert not ADULT.search(said)
            for deck in ("nsfw_1e", "nsfw_2e"):
                absent = await reader.get(f"/api/cards/unicorns/{deck}")
                assert absent.text == (await reader.get("/api/cards/unicorns/nope")).text
            for options in (
                {"deck": "nsfw_1e"}, {"deck": "nope"}, {"ruleset": "nope"}, {"ruleset": "first-nsfw"},
                {"party": "strip"}, {"party": "nope"}, {"nope": 1},
            ):  # fmt: skip
                body = {"name": "Ann", "game": "unicorns", "options": options}
                answer = await reader.post("/api/tables", json=body)
                assert answer.status_code in {403, 409}, answer.text
                assert not ADULT.search(answer.text), answer.text

    run(scenario)


def test_where_families_play_the_adult_decks_are_off_and_names_are_softened(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with serving(tmp_path, family=True, adult="on") as house, house.client() as reader:
            problem(await reader.get("/api/cards/unicorns/nsfw_2e"), 404, "no_deck")

    run(scenario)
    for wanted in ("", "printed", "plain", "softened", "nonsense"):
        assert chosen_layer(wanted, Settings(family=True)) == "softened"
    assert chosen_layer("plain", Settings()) == "plain"
    assert chosen_layer("nonsense", Settings()) == ""


def test_the_api_describes_itself_and_sends_nobody_elsewhere(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with serving(tmp_path) as house, house.client() as reader:
            answer = await reader.get("/api/schema/openapi.json")
            described = answer.json()
            assert {"/api/tables", "/api/tables/{code}/seats", "/api/devices"} <= described["paths"].keys()
            assert "/api/metrics" not in described["paths"]
            for path in ("/api/schema", "/api/schema/swagger", "/api/schema/redoc", "/"):
                text = (await reader.get(path)).text
                assert not re.search(r'(src|href)="(https?:)?//', text)

    run(scenario)


# ---- how it fails


def test_every_error_is_a_sentence_in_the_clients_language(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with serving(tmp_path) as house, house.client() as client:
            said = problem(await client.get("/api/tables/bcdfghjk?lang=ru"), 404, "no_table")
            assert re.search("[а-я]", said["text"])
            italian = {"Accept-Language": "it"}
            english = problem(await client.get("/api/nothing"), 404, "no_page")["text"]
            assert (
                problem(await client.get("/api/nothing", headers=italian), 404, "no_page")["text"] != english
            )
            problem(await client.get("/nothing/../../etc/passwd"), 404, "no_page")
            problem(await client.delete("/api/tables"), 405, "bad_method")
            problem(await client.post("/api/tables", content=b"{"), 400, "bad_request")
            problem(await client.post("/api/tables", content=b"\xff"), 400, "bad_request")
            problem(await client.post("/api/tables", content=b" " * 20_000), 413, "too_big")
            text = problem(await client.post("/api/tables", json=FAIRY | {"seats": "4"}), 400, "bad_request")
            assert "seats" in text["text"]
            body = FAIRY | {"seats": 7}
            assert (
                "2 to 5" in problem(await client.post("/api/tables", json=body), 409, "bad_options")["text"]
            )

    run(scenario)


def test_a_fault_of_ours_is_one_sentence_without_a_trace(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    async def scenario() -> None:
        async with serving(tmp_path) as house, house.client() as client:
            monkeypatch.setattr(type(house.office.hall), "tables", property(lambda _: 1 / 0))
            answer = await client.get("/api/health")
            problem(answer, 500, "failed")
            assert "ZeroDivision" not in answer.text
            monkeypatch.undo()

    run(scenario)
    assert '"fault": "ZeroDivisionError"' in capsys.readouterr().err


def test_health_is_told_and_figures_only_where_they_are_wanted(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with serving(tmp_path / "a") as house, house.client() as watcher:
            assert (await watcher.get("/api/health")).json()["status"] == "ok"
            problem(await watcher.get("/api/metrics"), 404, "no_page")
        async with serving(tmp_path / "b", metrics=True) as house, house.client() as watcher:
            ann = await house.opened()
            async with ann.there():
                text = (await watcher.get("/api/metrics")).text
            assert "\nstablehand_tables 1\n" in text
            assert "\nstablehand_connections 1\n" in text

    run(scenario)


# ---- limits


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


# ---- the client


def test_the_built_client_is_served_and_finds_its_own_way(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    built = tmp_path / "dist"
    (built / "assets").mkdir(parents=True)
    (built / "index.html").write_text("<!doctype html>the client")
    (built / "assets" / "a.js").write_text("1")
    (tmp_path / "secret.txt").write_text("secret")
    monkeypatch.setenv(pages.PLACE, str(built))

    async def scenario() -> None:
        async with serving(tmp_path / "data") as house, house.client() as browser:
            for path in ("/", "/t/abc", "/cards", "/rules", "/replay/x/1"):
                answer = await browser.get(path)
                assert answer.text.endswith("the client")
                assert answer.headers["cache-control"] == "no-cache"
            script = await browser.get("/assets/a.js")
            assert "javascript" in script.headers["content-type"]
            assert "immutable" in script.headers["cache-control"]
            for path in (
                "/secret.txt",
                "/..%2fsecret.txt",
                "/assets/..%2f..%2fsecret.txt",
                "/api",
                "/assets",
            ):
                problem(await browser.get(path), 404, "no_page")

    run(scenario)


def test_without_a_built_client_the_page_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(pages.PLACE, str(tmp_path))

    async def scenario() -> None:
        async with serving(tmp_path / "data") as house, house.client() as browser:
            assert "the browser client is not built" in (await browser.get("/t/abc")).text

    run(scenario)
