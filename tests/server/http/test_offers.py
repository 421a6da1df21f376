"""The permissions of a server, and the options that it lists for each number of seats."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from stablehand import load
from stablehand.server.learn import library
from stablehand.table.commands import offers
from stablehand.table.protocol import House
from stablehand.table.refusal import Refusal
from stablehand.text.language import LANGUAGES
from support.socket_players import run, serving

if TYPE_CHECKING:
    from pathlib import Path

    from stablehand.server.http.schemas import GameListed, OptionListed

GAMES = library.games("en", has_adult=True)
TABLES = [(game.id, seats) for game in GAMES for seats in range(2, 9)]


def at(game: str, seats: int) -> dict[str, OptionListed]:
    """Return the options of a game as a page shows them for a number of seats."""
    listed = next(one for one in library.games("en", has_adult=True) if one.id == game)
    found = [option for option in listed.options if seats in option.seats]
    assert len({option.id for option in found}) == len(found)
    return {option.id: option for option in found}


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_the_options_listed_for_a_number_of_seats_are_those_a_table_accepts(game: str, seats: int) -> None:
    listed = at(game, seats)
    if seats not in offers.seats_of(game):
        assert listed == {}
        return
    known = offers.settings_for(game, "en", seats, has_adult=True)
    assert [(option.id, option.defaults, option.least) for option in listed.values()] == [
        (setting.id, setting.defaults, setting.least) for setting in known
    ]
    for setting in known:
        assert [choice.value for choice in listed[setting.id].values] == [
            choice.value for choice in setting.values
        ]


def test_options_that_depend_on_the_seats_are_listed_only_if_they_apply() -> None:
    def values(game: str, seats: int, option: str) -> list[Any]:
        return [choice.value for choice in at(game, seats)[option].values]

    assert values("unicorns", 2, "two_player") == [False, True]
    assert values("unicorns", 3, "two_player") == [False]
    assert at("unicorns", 2)["two_player"].defaults["base_2e"] is True
    assert values("unicorns", 2, "first_player") == ["random", "vote", "0", "1"]
    assert values("unicorns", 8, "first_player")[-1] == "7"
    assert [at("unicorns", n)["unicorns_to_win"].defaults["base_2e"] for n in (5, 6)] == [7, 6]
    assert values("fairytale", 4, "teams") == [False, True]
    assert values("fairytale", 5, "expert") == [True]


def test_party_rules_make_a_table_adult_with_any_deck() -> None:
    assert not offers.is_adult("unicorns", {"deck": "base_2e", "party": "none"})
    assert offers.is_adult("unicorns", {"deck": "base_2e", "party": "drink"})
    assert offers.is_adult("unicorns", {"deck": "nsfw_2e"})
    with pytest.raises(Refusal, match="adult"):
        offers.check("unicorns", 4, {"party": "drink"}, has_adult=False)


def test_an_adult_expansion_makes_a_table_adult_with_any_deck() -> None:
    """RUL-53."""
    chosen: dict[str, object] = {"deck": "base_2e", "expansions": ["nsfw_expansion"]}
    assert offers.is_adult("unicorns", chosen)
    assert not offers.is_adult("unicorns", {"deck": "base_2e", "expansions": []})
    assert not offers.is_adult("unicorns", {"deck": "base_2e", "expansions": {"nsfw_expansion": 1}})
    offers.check("unicorns", 4, chosen, has_adult=True)
    with pytest.raises(Refusal, match="adult"):
        offers.check("unicorns", 4, chosen, has_adult=False)
    for wrong in (["kids"], [["nsfw_expansion", 1]], {"nsfw_expansion": 1}, "nsfw_expansion"):
        with pytest.raises(Refusal) as refusal:
            offers.check("unicorns", 4, {"expansions": wrong}, has_adult=False)
        assert "nsfw" not in str(refusal.value.words)


def test_expansions_are_listed_with_the_decks_they_go_with() -> None:
    [listed] = [one for one in GAMES if one.id == "unicorns"]
    packs = {pack.id: pack for pack in listed.packs}
    adult, dragons = packs["nsfw_expansion"], packs["dragons"]
    assert (adult.title, adult.cards, adult.is_adult) == ("18+ expansion", 52, True)
    assert adult.decks == ("base_1e", "base_2e")
    assert (dragons.title, dragons.cards, dragons.is_adult) == ("Dragons", 54, False)
    assert dragons.decks == ("base_1e", "base_2e", "nsfw_1e", "nsfw_2e")
    assert all(pack.text.endswith(".") for pack in listed.packs)
    assert {bar.deck: bar.text for bar in adult.bars} == dict.fromkeys(
        ("nsfw_1e", "nsfw_2e"), "A deck for adults already has these cards."
    )
    assert dragons.bars == ()
    for pack in listed.packs:
        assert {bar.deck for bar in pack.bars if bar.deck} == {deck.id for deck in listed.decks} - set(
            pack.decks
        )
        shown = msgspec.json.decode(
            library.cards("unicorns", f"{pack.decks[0]}+{pack.id}", "en", "", has_adult=True)
        )
        assert pack.cover in [card["id"] for card in shown if pack.id in card["packs"]]
    [option] = [one for one in listed.options if one.id == "expansions"]
    assert [one.value for one in option.values] == list(packs)


def test_expansions_are_listed_without_those_and_the_decks_for_adults() -> None:
    [listed] = [one for one in library.games("en", has_adult=False) if one.id == "unicorns"]
    packs = {pack.id: pack.decks for pack in listed.packs}
    assert "nsfw_expansion" not in packs
    assert packs["dragons"] == ("base_1e", "base_2e")
    named = {bar.deck for pack in listed.packs for bar in pack.bars}
    assert not named & {"nsfw_1e", "nsfw_2e"}


def test_a_table_tells_its_expansions() -> None:
    [changed] = library.changed_options("unicorns", 4, {"expansions": ["nsfw_expansion"]}, "en")
    assert (changed.id, changed.says) == ("expansions", "18+ expansion")
    assert library.changed_options("unicorns", 4, {"expansions": []}, "en") == ()


def test_about_returns_what_the_server_allows(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with serving(tmp_path / "usual") as server, server.client() as reader:
            told = (await reader.get("/api/about")).json()
            house = msgspec.to_builtins(House())
            assert told == {
                "is_family": False, "has_public": False, "languages": list(LANGUAGES),
                "game": "unicorns", "house": house, "adult": "off",
            }  # fmt: skip
        kept: dict[str, Any] = {
            "family": True, "public_tables": True, "languages": ("pl", "en"),
            "bot_level": "hard", "adult": "on",
        }  # fmt: skip
        async with serving(tmp_path / "kept", **kept) as server, server.client() as reader:
            told = (await reader.get("/api/about")).json()
            assert told == {
                "is_family": True, "has_public": True, "languages": ["pl", "en"],
                "game": "unicorns", "house": {**house, "stand_in": "hard"}, "adult": "off",
            }  # fmt: skip

    run(scenario)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: str(game.id))
def test_every_preset_can_be_played_and_has_a_name_in_every_language(game: GameListed) -> None:
    assert game.presets
    for preset in game.presets:
        started = []
        for seats in range(game.least_seats, game.most_seats + 1):
            with suppress(ValueError):
                started.append(load(game.id).start(seats, 0, preset.options))
        assert started, preset
        key = f"home.preset.{game.id}.{preset.id}"
        for lang in LANGUAGES:
            assert {key, f"{key}.says"} <= library.words(lang, has_adult=False).keys()
