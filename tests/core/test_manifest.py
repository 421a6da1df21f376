"""Every manifest names parts that can be loaded and that implement their protocol; bad ones are refused."""

from __future__ import annotations

import inspect
from dataclasses import replace
from typing import Any, get_args

import pytest

from stablehand.bots.judge import Judge
from stablehand.cases.adapter import Adapter
from stablehand.cli.screen.screen import Terminal
from stablehand.core import registry
from stablehand.core.contract import Game
from stablehand.core.lesson import Lesson
from stablehand.core.manifest import Manifest, Part
from stablehand.core.registry import manifests
from stablehand.text.language import LANGUAGES, language
from stablehand.text.voices import GameText, Voice, voice_for

PARTS: tuple[Part, ...] = get_args(Part)
PROTOCOLS: dict[Part, type] = {"game": Game, "text": GameText, "judge": Judge, "terminal": Terminal}
EACH_GAME = pytest.mark.parametrize("found", manifests(), ids=lambda found: found.name)
HIGH_CARD = Manifest(name="highcard", title="High Card", game="highcard:GAME")


def missing(protocol: type, part: object) -> list[str]:
    """Return the methods of a protocol that a part does not have, or has with other parameters."""
    wanted = {
        name: method
        for name, method in vars(protocol).items()
        if callable(method) and not name.startswith("_")
    }
    assert wanted, protocol
    return [name for name, method in wanted.items() if not agrees(method, getattr(part, name, None))]


def agrees(wanted: Any, method: Any) -> bool:  # noqa: ANN401 - functions, compiled ones too
    """Return whether a method takes the parameters that the protocol names; a leading underscore is fine."""
    if not callable(method):
        return False
    names = [name.lstrip("_") for name in inspect.signature(method).parameters if name != "self"]
    expected = [name.lstrip("_") for name in inspect.signature(wanted).parameters if name != "self"]
    return names == expected


# ---- the manifests of the package


@EACH_GAME
@pytest.mark.parametrize("part", PARTS)
def test_every_part_of_a_manifest_can_be_loaded(found: Manifest, part: Part) -> None:
    is_needed = part != "window" or found.has_windows
    assert (found.load(part) is not None) == is_needed


@EACH_GAME
@pytest.mark.parametrize("part", PROTOCOLS)
def test_a_part_has_all_methods_of_its_protocol(found: Manifest, part: Part) -> None:
    assert missing(PROTOCOLS[part], found.load(part)) == []


@EACH_GAME
def test_adapters_and_voices_have_all_methods_of_their_protocols(found: Manifest) -> None:
    assert missing(Adapter, found.load("cases")) == []
    assert missing(Voice, voice_for(found.name, ["Ann", "Bob"], None, {}, "en")) == []


@EACH_GAME
def test_the_lesson_part_is_a_lesson(found: Manifest) -> None:
    lesson = found.load("lesson")
    assert isinstance(lesson, Lesson)


@EACH_GAME
def test_the_rules_have_the_name_of_the_manifest(found: Manifest) -> None:
    game = found.load("game")
    assert (game.name, registry.load(found.name)) == (found.name, game)


@EACH_GAME
def test_the_package_has_the_default_deck_and_the_rulebooks(found: Manifest) -> None:
    assert found.deck in {deck.id for deck in found.load("text").decks("en")}
    for code in LANGUAGES:
        for file in found.rulebook:
            assert language(code).data(f"{found.name}/{file}")["section"]


@EACH_GAME
def test_every_rule_id_begins_with_a_prefix_of_its_game(found: Manifest) -> None:
    ids = found.load("text").book("en", "", has_adult=True).ids()
    assert ids
    assert [rule for rule in ids if not rule.startswith(found.rule_prefixes)] == []
    others = [prefix for other in manifests() if other != found for prefix in other.rule_prefixes]
    assert [rule for rule in ids if rule.startswith(tuple(others))] == []


def test_games_are_listed_by_rank_then_by_name() -> None:
    assert manifests() == sorted(manifests(), key=lambda found: (found.rank, found.name))
    assert [found.name for found in manifests()][:2] == ["unicorns", "fairytale"]


# ---- the check itself


def test_a_missing_method_and_other_parameters_are_detected() -> None:
    class Half:
        def values(self, state: object) -> list[float]:
            raise NotImplementedError

        def horizon(self, clock: object) -> int:
            raise NotImplementedError

    assert missing(Judge, Half()) == ["is_settled", "horizon", "reply"]


# ---- bad manifests


def test_a_part_that_a_game_does_not_have_is_none() -> None:
    assert [HIGH_CARD.load(part) for part in PARTS if part != "game"] == [None] * (len(PARTS) - 1)


@pytest.mark.parametrize(
    ("address", "error"),
    [
        ("stablehand.games.unicorn:GAME", ModuleNotFoundError),
        ("stablehand.games.unicorns:GAEM", AttributeError),
    ],
)
def test_a_typo_in_an_address_is_an_error_when_the_part_is_loaded(
    address: str, error: type[Exception]
) -> None:
    with pytest.raises(error, match=r"'stablehand\.games\.unicorns?'"):
        replace(HIGH_CARD, game=address).load("game")


@pytest.mark.parametrize("name", ["", "High Card", "1card", "a" * 21, "high-card", "highcard\n"])
def test_a_bad_name_is_refused(name: str) -> None:
    with pytest.raises(
        ValueError, match=r"^A game's name has 1 to 20 lower-case letters, .*, not "
    ) as refused:
        replace(HIGH_CARD, name=name)
    assert str(refused.value).endswith(f"not {name!r}.")


@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize(
    "address", ["highcard", "highcard.GAME", "highcard:", ":GAME", "high card:GAME", "a:b:c"]
)
def test_a_bad_address_is_refused(part: Part, address: str) -> None:
    with pytest.raises(ValueError, match="address") as refused:
        replace(HIGH_CARD, **{part: address})  # type: ignore[arg-type]  # a part is a field
    assert str(refused.value) == (
        f"The manifest of highcard: {part} must be an address such as 'package.module:NAME', not {address!r}."
    )


def test_a_game_must_have_rules() -> None:
    with pytest.raises(ValueError, match=r"^The manifest of highcard: game must be an address .*, not ''\.$"):
        replace(HIGH_CARD, game="")


def test_an_unknown_game_is_refused_with_a_list_of_all_games() -> None:
    with pytest.raises(ValueError, match=r"^Unknown game 'chess'; choose one of: fairytale, unicorns\.$"):
        registry.manifest("chess")
