"""What a server offers over HTTP: its manners, and what a table of so many seats may choose."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from server_guests import run, serving
from stablehand.server import library
from stablehand.table import offers
from stablehand.table.refusal import Refusal

if TYPE_CHECKING:
    from pathlib import Path

    from stablehand.server.bodies import OptionListed

TABLES = [(game.id, seats) for game in library.games("en", has_adult=True) for seats in range(2, 9)]


def at(game: str, seats: int) -> dict[str, OptionListed]:
    """Return the options of a game as a page shows them for so many seats."""
    listed = next(one for one in library.games("en", has_adult=True) if one.id == game)
    found = [option for option in listed.options if seats in option.seats]
    assert len({option.id for option in found}) == len(found)
    return {option.id: option for option in found}


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_what_is_listed_for_so_many_seats_is_just_what_such_a_table_takes(game: str, seats: int) -> None:
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


def test_options_that_depend_on_the_seats_can_be_chosen_where_they_mean_something() -> None:
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


def test_party_rules_make_a_table_one_for_adults_whatever_its_deck() -> None:
    assert not offers.is_adult("unicorns", {"deck": "base_2e", "party": "none"})
    assert offers.is_adult("unicorns", {"deck": "base_2e", "party": "drink"})
    assert offers.is_adult("unicorns", {"deck": "nsfw_2e"})
    with pytest.raises(Refusal, match="adult"):
        offers.check("unicorns", 4, {"party": "drink"}, has_adult=False)


def test_a_server_says_what_it_allows(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with serving(tmp_path / "usual") as house, house.client() as reader:
            told = (await reader.get("/api/about")).json()
            assert told == {"is_family": False, "has_public": False, "languages": ["en", "ru", "pl", "it"]}
        kept: dict[str, Any] = {"family": True, "public_tables": True, "languages": ("pl", "en")}
        async with serving(tmp_path / "kept", **kept) as house, house.client() as reader:
            told = (await reader.get("/api/about")).json()
            assert told == {"is_family": True, "has_public": True, "languages": ["pl", "en"]}

    run(scenario)
