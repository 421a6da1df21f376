"""The games, decks, options and option values that a table of this server may use.

Without permission for 18+ decks they are neither offered nor named in a refusal.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, Final

from stablehand import load, names
from stablehand.table.refusal import Refusal
from stablehand.text import voices

if TYPE_CHECKING:
    from collections.abc import Mapping

    from stablehand.core.contract import Json
    from stablehand.text.voices import Setting

NEVER: Final = frozenset({"silent"})
"""Options for simulations only: an instant answer reveals that a seat has no choice."""
ADULT_OPTIONS: Final = frozenset({"party", "strip_upgrade"})
ADULT_RULESETS: Final = "ruleset"
"""The option with values that only 18+ decks use."""
MOST_SEATS: Final = range(2, 9)


def check(game: str, seats: int, options: Mapping[str, object], *, has_adult: bool) -> None:
    """Raise Refusal for a game, option or value that is not offered; the message lists what is offered.

    A wrong number of seats and the combination of options are not checked here: the game checks them.
    """
    if game not in names():
        raise Refusal("bad_options", problem=f"Unknown game; choose one of: {', '.join(names())}.")
    if seats not in seats_of(game):
        return
    if not has_adult and (is_adult(game, options) or ADULT_OPTIONS & options.keys()):
        raise Refusal("adult")
    if any(options.get(name) for name in NEVER):
        raise Refusal("no_silent")
    known = {setting.id: setting for setting in settings_for(game, "en", seats, has_adult)}
    for name, value in options.items():
        if name in NEVER:
            continue
        if name not in known:
            raise Refusal("bad_options", problem=f"Unknown option; choose one of: {', '.join(known)}.")
        allowed = [choice.value for choice in known[name].values]
        if known[name].kind == "choice" and _meant(game, seats, name, value, allowed) not in allowed:
            listed = ", ".join(map(str, allowed))
            raise Refusal("bad_options", problem=f"The option {name!r} must be one of {listed}.")


def _meant(game: str, seats: int, name: str, value: object, allowed: list[Json]) -> object:
    """Return the value that the game takes a value for: it may still accept an older name of one."""
    if value not in allowed:
        with suppress(ValueError):
            options = load(game).view(load(game).start(seats, 0, {name: value}), None)["options"]
            return options[name] if isinstance(options, dict) else value
    return value


def is_adult(game: str, options: Mapping[str, object]) -> bool:
    """Return whether the options name an 18+ deck or party rules."""
    has_deck = options.get("deck") in {deck.id for deck in voices.decks(game) if deck.is_adult}
    return has_deck or options.get("party", "none") != "none"


def decks_for(game: str, lang: str, has_adult: bool) -> list[voices.Deck]:
    """Return the decks that may be played, with texts in a language."""
    return [deck for deck in voices.decks(game, lang) if has_adult or not deck.is_adult]


@cache
def settings_for(game: str, lang: str, seats: int, has_adult: bool) -> tuple[Setting, ...]:
    """Return the options that may be set and their values. The result is cached and shared."""
    settings = [one for one in voices.house_rules(game, lang, seats) if one.id not in NEVER]
    if not has_adult:
        settings = [_cut(game, one) for one in settings if one.id not in ADULT_OPTIONS]
    return tuple(settings)


@cache
def seats_of(game: str) -> tuple[int, ...]:
    """Return the numbers of seats that a game can be started with."""
    found = []
    for seats in MOST_SEATS:
        with suppress(ValueError):
            load(game).start(seats)
            found.append(seats)
    return tuple(found)


def _cut(game: str, setting: Setting) -> Setting:
    """Return a setting without the 18+ decks and the values that only they use."""
    adult = {deck.id for deck in voices.decks(game) if deck.is_adult}
    defaults = {deck: value for deck, value in setting.defaults.items() if deck not in adult}
    theirs: set[object] = set(adult)
    if setting.id == ADULT_RULESETS:
        theirs |= {setting.defaults[deck] for deck in adult} - set(defaults.values())
    values = tuple(choice for choice in setting.values if choice.value not in theirs)
    return replace(setting, values=values, defaults=defaults)
