"""Games, cards and rules over HTTP, without any trace of the 18+ decks if they are off."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from stablehand.server.http.compression import SMALLEST
from stablehand.server.http.locale import chosen_layer
from stablehand.server.settings import Settings
from stablehand.text.language import LANGUAGES
from support.sizes import slow_after
from support.socket_players import problem, run, serving

if TYPE_CHECKING:
    from pathlib import Path


def test_games_cards_and_rules_are_in_the_language_of_the_request(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with serving(tmp_path, adult="on") as server, server.client() as reader:
            games = {game["id"]: game for game in (await reader.get("/api/games?lang=pl")).json()}
            assert (games["fairytale"]["least_seats"], games["fairytale"]["most_seats"]) == (2, 5)
            assert (games["unicorns"]["least_seats"], games["unicorns"]["most_seats"]) == (2, 8)
            assert len(games["unicorns"]["decks"]) == 4
            assert {game: listed["has_windows"] for game, listed in games.items()} == {
                "fairytale": False,
                "unicorns": True,
            }
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
FROM_18 = re.compile(r"18\+|\+18")
"""What marks the decks for adults in every language; Spanish puts the sign first."""


def test_a_server_without_adult_decks_sends_nothing_of_them(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with serving(tmp_path / "on", adult="on") as server, server.client() as reader:
            found = {}
            decks = ("nsfw_1e", "nsfw_2e", "base_2e+nsfw_expansion", "base_1e", "base_2e")
            for deck in decks:
                cards = (await reader.get(f"/api/cards/unicorns/{deck}?lang=en")).json()
                found[deck] = {card["name"] for card in cards}
            names = set.union(*(found[deck] for deck in decks[:3])) - found["base_1e"] - found["base_2e"]
            assert "Dirty Mind" in names
            rules = (await reader.get("/api/rules/unicorns?lang=en")).text
            assert [name for name in names if name in rules]
        async with serving(tmp_path / "off") as server, server.client() as reader:
            for path in ("/api/games", "/api/rules/unicorns", "/api/cards/unicorns/base_1e"):
                said = (await reader.get(f"{path}?lang=en")).text
                assert [name for name in names if name in said] == []
                assert not ADULT.search(said)
            for deck in decks[:3]:
                absent = await reader.get(f"/api/cards/unicorns/{deck}")
                assert absent.text == (await reader.get("/api/cards/unicorns/nope")).text
            for options in (
                {"deck": "nsfw_1e"}, {"deck": "nope"}, {"ruleset": "nope"}, {"ruleset": "first-nsfw"},
                {"party": "strip"}, {"party": "nope"}, {"nope": 1}, {"expansions": ["nsfw_expansion"]},
                {"expansions": ["nope"]},
            ):  # fmt: skip
                body = {"name": "Ann", "game": "unicorns", "options": options}
                answer = await reader.post("/api/tables", json=body)
                assert answer.status_code in {403, 409}, answer.text
                assert not ADULT.search(answer.text), answer.text

    run(scenario)


def test_cards_of_a_deck_with_an_expansion_say_which_are_of_it(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with serving(tmp_path, adult="on") as server, server.client() as reader:
            cards = (await reader.get("/api/cards/unicorns/base_2e+nsfw_expansion?lang=en")).json()
            assert {(card["deck"], card["pack"]) for card in cards} == {
                ("base_2e", ""),
                ("base_2e", "nsfw_expansion"),
            }
            assert sum(card["copies"] for card in cards if card["pack"]) == 52
            [mind] = [card for card in cards if card["id"] == "dirty_mind"]
            assert mind["facts"] == "Magic · 18+ expansion"
            assert [ruling["id"] for ruling in mind["rulings"]] == ["RUL-52", "RUL-53"]
            for deck in (
                "nsfw_2e+nsfw_expansion", "base_2e+nope", "base_2e+", "+nsfw_expansion", "base_2e+nsfw_1e",
                "base_2e+nsfw_expansion+nsfw_expansion",
            ):  # fmt: skip
                problem(await reader.get(f"/api/cards/unicorns/{deck}"), 404, "no_deck")

    run(scenario)


@pytest.mark.parametrize("lang", slow_after(1, LANGUAGES, "starts two servers for every language"))
def test_a_server_without_adult_decks_does_not_mention_them_in_any_language(
    lang: str, tmp_path: Path
) -> None:
    async def scenario() -> None:
        paths = (
            "/api/games",
            "/api/rules/unicorns",
            "/api/cards/unicorns/base_1e",
            "/api/cards/unicorns/base_2e",
        )
        async with serving(tmp_path / "on", adult="on") as server, server.client() as reader:
            assert FROM_18.search((await reader.get(f"/api/rules/unicorns?lang={lang}")).text)
        async with serving(tmp_path / "off") as server, server.client() as reader:
            for path in paths:
                assert not FROM_18.search((await reader.get(f"{path}?lang={lang}")).text), path
            ann = await server.opened("unicorns", options={"deck": "base_1e"})
            async with ann.connected(f"?lang={lang}"):
                told = await ann.send("why", card="rhinocorn")
            assert not FROM_18.search(str((told, ann.table)))

    run(scenario)


def test_the_rules_are_told_for_a_ruleset_that_the_server_offers(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with serving(tmp_path / "off") as server, server.client() as reader:
            first, second, usual = [
                (await reader.get(f"/api/rules/unicorns?lang=en{more}")).json()
                for more in ("&ruleset=first", "&ruleset=second", "")
            ]
            assert first["chapters"] != second["chapters"] == usual["chapters"]
            assert first["reference"] != second["reference"]
            assert first["sections"] == second["sections"]
            assert [one["id"] for one in usual["chapters"] if one["is_adult"]] == []
            below = {section for chapter in usual["chapters"] for section in chapter["sections"]}
            assert below == {section["id"] for section in usual["sections"]}
            for path in ("unicorns?ruleset=first-nsfw", "unicorns?ruleset=third", "fairytale?ruleset=first"):
                answer = await reader.get(f"/api/rules/{path}")
                problem(answer, 409, "bad_options")
                assert not ADULT.search(answer.text), answer.text
        async with serving(tmp_path / "on", adult="on") as server, server.client() as reader:
            told = (await reader.get("/api/rules/unicorns?lang=en&ruleset=first-nsfw")).json()
            assert [one["id"] for one in told["chapters"] if one["is_adult"]] == ["party"]
            assert "in the mood for love goes first" in str(told["chapters"])

    run(scenario)


def test_a_family_server_has_no_adult_decks_and_softened_names(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with serving(tmp_path, family=True, adult="on") as server, server.client() as reader:
            for deck in ("nsfw_2e", "base_2e+nsfw_expansion"):
                problem(await reader.get(f"/api/cards/unicorns/{deck}"), 404, "no_deck")

    run(scenario)
    for wanted in ("", "printed", "plain", "softened", "nonsense"):
        assert chosen_layer(wanted, Settings(family=True)) == "softened"
    assert chosen_layer("plain", Settings()) == "plain"
    assert chosen_layer("nonsense", Settings()) == ""


def test_the_api_description_loads_nothing_from_other_sites(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with serving(tmp_path) as server, server.client() as reader:
            answer = await reader.get("/api/schema/openapi.json")
            described = answer.json()
            assert {"/api/tables", "/api/tables/{code}/seats", "/api/devices"} <= described["paths"].keys()
            assert "/api/metrics" not in described["paths"]
            for path in ("/api/schema", "/api/schema/swagger", "/api/schema/redoc", "/"):
                text = (await reader.get(path)).text
                assert not re.search(r'(src|href)="(https?:)?//', text)

    run(scenario)


def test_what_is_the_same_for_everybody_is_compressed_and_not_sent_twice(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with serving(tmp_path) as server, server.client() as reader:
            for path in ("/api/words", "/api/games", "/api/cards/unicorns/base_2e", "/api/rules/unicorns"):
                packed = await reader.get(path, headers={"Accept-Encoding": "gzip"})
                plain = await reader.get(path, headers={"Accept-Encoding": "identity"})
                assert packed.headers["content-encoding"] == "gzip"
                assert packed.json() == plain.json()
                assert int(packed.headers["content-length"]) < len(plain.content) / 2
                assert packed.headers["vary"] == "Accept-Language, Accept-Encoding"
                again = await reader.get(path, headers={"If-None-Match": packed.headers["etag"]})
                assert (again.status_code, again.content) == (304, b"")
                polish = await reader.get(
                    f"{path}?lang=pl", headers={"If-None-Match": packed.headers["etag"]}
                )
                assert polish.status_code == 200

    run(scenario)


def test_nothing_of_a_table_is_compressed(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with serving(tmp_path) as server, server.client() as ann:
            seat = (await ann.post("/api/tables", json={"name": "Ann" * 8, "seats": 8})).json()
            path = f"/api/tables/{seat['code']}"
            seen = await ann.get(path, headers={"Accept-Encoding": "gzip, br"})
            assert len(seen.content) > SMALLEST
            assert "content-encoding" not in seen.headers

    run(scenario)
