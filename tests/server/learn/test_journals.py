"""The journal of a finished game, and the QR code of a table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stablehand import Journal
from support.socket_players import problem, run, serving

if TYPE_CHECKING:
    from pathlib import Path


def test_the_journal_of_a_finished_game_can_be_downloaded_and_verified(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with serving(tmp_path, 1) as server, server.client() as reader:
            ann = await server.opened()
            path = f"/api/tables/{ann.code}/journals"
            problem(await reader.get(f"{path}/1"), 409, "not_over")
            async with ann.connected():
                promised = ann.table["proof"]["commitment"]
                await ann.send("start", nonce="a" * 32)
                await ann.play(3)
                assert ann.table["proof"]["key"] is None
                problem(await reader.get(f"{path}/1"), 409, "not_over")
                await ann.play()
                await ann.send("rematch")
                second = (await ann.until(lambda table: table["game_number"] == 2))["proof"]["commitment"]
                await ann.send("start")
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


def test_without_spectators_only_players_get_journals_and_replays(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with serving(tmp_path, 1) as server, server.client() as stranger:
            house = {"pace": 0, "stand_in": "easy", "spectators": False}
            ann = await server.opened(house=house)
            async with ann.connected():
                await ann.send("start")
                await ann.play()
            proof = {"Authorization": f"Bearer {ann.token}"}
            table = f"/api/tables/{ann.code}"
            for path in ("/journals/1", "/replays/1", "/replays/1/curve", "/replays/1/3"):
                problem(await stranger.get(table + path), 403, "no_spectators")
                assert (await stranger.get(table + path, headers=proof)).status_code == 200
                problem(await stranger.get(table + path), 403, "no_spectators")
            body = {"name": "Zoe", "seat": 0}
            problem(await stranger.post(f"{table}/replays/1/3", json=body), 403, "no_spectators")

    run(scenario)


def test_the_link_to_a_table_is_served_as_a_qr_code(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with serving(tmp_path) as server, server.client() as ann:
            code = (await server.opened()).code
            answer = await ann.get(f"/api/tables/{code}/qr.svg")
            assert answer.headers["content-type"] == "image/svg+xml"
            assert b"<svg" in answer.content
            problem(await ann.get("/api/tables/bcdfghjk/qr.svg"), 404, "no_table")

    run(scenario)
