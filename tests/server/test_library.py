"""Games, cards and rules over HTTP, and nothing of the 18+ decks where they are off."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from server_guests import problem, run, serving
from stablehand.server.settings import Settings
from stablehand.server.speech import chosen_layer
from stablehand.text.language import LANGUAGES

if TYPE_CHECKING:
    from pathlib import Path


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


ADULT = re.compile(r"nsfw|strip|drink|18\+", re.IGNORECASE)


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


@pytest.mark.parametrize("lang", LANGUAGES)
def test_nor_is_it_said_in_any_language_that_there_are_such_decks(lang: str, tmp_path: Path) -> None:
    async def scenario() -> None:
        paths = (
            "/api/games",
            "/api/rules/unicorns",
            "/api/cards/unicorns/base_1e",
            "/api/cards/unicorns/base_2e",
        )
        async with serving(tmp_path / "on", adult="on") as house, house.client() as reader:
            assert "18+" in (await reader.get(f"/api/rules/unicorns?lang={lang}")).text
        async with serving(tmp_path / "off") as house, house.client() as reader:
            for path in paths:
                assert "18+" not in (await reader.get(f"{path}?lang={lang}")).text, path
            ann = await house.opened("unicorns", options={"deck": "base_1e"})
            async with ann.there(f"?lang={lang}"):
                told = await ann.say("why", card="rhinocorn")
            assert "18+" not in str((told, ann.table))

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
