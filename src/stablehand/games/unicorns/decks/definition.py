"""One card of a catalog: its printing, and its abilities grouped by what triggers them."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from stablehand.games.unicorns.cards.rulings import RULINGS
from stablehand.games.unicorns.vocabulary import (
    ANY_UNICORN,
    KINDS,
    PERMANENT,
    Abilities,
    Cast,
    Each,
    Event,
    Instead,
    Lands,
    May,
    Moment,
    Needs,
    Respond,
    Trait,
    When,
    Whenever,
    While,
    Word,
    Worth,
)


@dataclass(frozen=True)
class Effect:
    """An ability that can be triggered."""

    number: int
    path: str
    do: Word

    @property
    def is_optional(self) -> bool:
        """Whether it asks before it does anything (UU-EFF-2)."""
        return isinstance(self.do, May)


class Definition:
    """A card as its deck prints it, its abilities grouped by what triggers them."""

    def __init__(self, row: dict[str, Any], abilities: Abilities, effects: list[Effect]) -> None:
        self.id: str = row["id"]
        self.name: str = row["name"]
        self.printed: str = row.get("printed", self.name)
        self.names: dict[str, str] = row.get("names", {})
        self.type: str = row["type"]
        self.kind = KINDS[self.type]
        self.is_unicorn = bool(self.kind & ANY_UNICORN)
        self.is_baby = self.type == "baby"
        self.copies: int = row["copies"]
        self.pack: str = row.get("pack", "")
        """The expansion that it is of; "" if it is of the base deck."""
        self.tags: tuple[str, ...] = tuple(row.get("tags", ()))
        self.confidence: str = row.get("confidence", "high")
        self.is_for_two: bool = row.get("two_player", True)
        self.abilities = abilities
        ability = row.get("ability", self.id)
        name = ability if isinstance(ability, str) else self.id
        self.rulings: tuple[str, ...] = RULINGS.get(name, ("UU-TYPE-2",))
        self.moments: dict[Moment, tuple[Effect, ...]] = {}
        self.each: tuple[tuple[Each, Effect], ...] = ()
        self.whenever: tuple[tuple[Whenever, Effect], ...] = ()
        self.instead: tuple[tuple[Instead, Effect], ...] = ()
        self.cast: Effect | None = None
        self.respond: Effect | None = None
        self.is_final = False
        self.answers: Event | None = None
        """What it answers instead of a card being played."""
        self.needs: Needs | None = None
        self.lands = False
        self.traits: tuple[Trait, ...] = ()
        self.worth = 1
        self.is_plain = self.kind & PERMANENT and not any(isinstance(ability, Needs) for ability in abilities)
        """Whether it can be played unless a card in a stable forbids it."""
        for number, ability in enumerate(abilities):
            self._sort(ability, f"{self.id}/{number}", effects)
        self.entering = self.moments.get("enters", ())
        self.dying = self.moments.get("dies", ())
        self.destroyed = self.moments.get("is_destroyed", ())
        self.leaving = self.moments.get("leaves", ())
        self.is_parting = bool(self.dying or self.destroyed or self.leaving)
        """Whether it does something when it leaves a stable."""
        self.beginning = self.moments.get("turn_begins", ())

    def _sort(self, ability: Any, path: str, effects: list[Effect]) -> None:  # noqa: ANN401 - checked by the match
        def effect(do: Word) -> Effect:
            effects.append(Effect(len(effects), path, do))
            return effects[-1]

        match ability:
            case When(moment, do):
                self.moments[moment] = (*self.moments.get(moment, ()), effect(do))
            case Each(_, do):
                self.each += ((ability, effect(do)),)
            case Whenever(_, do):
                self.whenever += ((ability, effect(do)),)
            case Instead(_, _, do):
                self.instead += ((ability, effect(do)),)
            case Cast(do):
                self.cast = effect(do)
            case Respond(do, is_final, to):
                self.respond, self.is_final, self.answers = effect(do), is_final, to
            case Needs():
                self.needs = ability
            case Lands():
                self.lands = True
            case While(Worth(n)):
                self.worth = n
            case While(trait):
                self.traits += (trait,)
            case _:
                raise AssertionError(f"{path} is not an ability the rules know: {ability!r}")

    def letters(self, lang: str) -> int:
        """Count the letters of the name in a language, for UU-END-5: the printed one, else our translation.

        Text in brackets only distinguishes Baby Unicorns and is not printed on the card.
        """
        name = self.names.get(lang) or translated(lang).get(self.id) or self.printed
        return sum(letter.isalpha() for letter in name.partition("(")[0])


@cache
def translated(lang: str) -> dict[str, str]:
    """Return our translations of card names, by id; empty for a language without translations."""
    folder = files("stablehand.games.unicorns").joinpath("decks", "names")
    names: dict[str, str] = {}
    for file in (folder.joinpath(f"{lang}.toml"), folder.joinpath("packs", f"{lang}.toml")):
        if file.is_file():
            names |= tomllib.loads(file.read_text("utf-8")).get("ours", {})
    return names
