"""The games, decks, options and option values that a table of this server may use.

Without permission for 18+ decks they are neither offered nor named in a refusal.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, Final

from stablehand import load, names
from stablehand.core.decks.written import is_own
from stablehand.table.commands.display_names import RULE_LENGTH, is_clean_rule
from stablehand.table.refusal import Refusal
from stablehand.text import voices
from stablehand.text.packs import PACKS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from stablehand.core.contract import Json
    from stablehand.text.packs import Pack
    from stablehand.text.voices import Setting

NEVER: Final = frozenset({"silent"})
"""Options for simulations only: an instant answer reveals that a seat has no choice."""
ADULT_OPTIONS: Final = frozenset({"party", "strip_upgrade"})
ADULT_RULESETS: Final = "ruleset"
"""The option with values that only 18+ decks use."""
MOST_SEATS: Final = range(2, 9)
MOST_RULES: Final = 20
"""The most parts of an option that is a list."""


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
        _check_kind(known[name], value)
        allowed = [choice.value for choice in known[name].values]
        if known[name].kind == "choice" and _meant(game, seats, name, value, allowed) not in allowed:
            listed = ", ".join(map(str, allowed))
            raise Refusal("bad_options", problem=f"The option {name!r} must be one of {listed}.")


def _check_kind(setting: Setting, value: object) -> None:
    """Raise Refusal for a value of the wrong type."""
    name = setting.id
    match setting.kind:
        case "flag" if not isinstance(value, bool):
            raise Refusal("bad_options", problem=f"The option {name!r} must be true or false.")
        case "number" if isinstance(value, bool) or not isinstance(value, int):
            raise Refusal("bad_options", problem=f"The option {name!r} must be a whole number.")
        case "choice" if not isinstance(value, str | int | float | None):
            listed = ", ".join(str(choice.value) for choice in setting.values)
            raise Refusal("bad_options", problem=f"The option {name!r} must be one of {listed}.")
        case "list":
            _check_list(setting, value)
        case _:
            pass


def _check_list(setting: Setting, value: object) -> None:
    """Raise Refusal unless a value is a short list of the values of a setting, each perhaps with a text.

    A text is shown to everybody, so it is a clean line.
    """
    name, allowed = setting.id, [choice.value for choice in setting.values]
    if value and not allowed:
        raise Refusal("bad_options", problem=f"The option {name!r} must be an empty list.")
    if not isinstance(value, list | tuple) or len(value) > MOST_RULES:
        raise Refusal("bad_options", problem=f"The option {name!r} must be a list of at most {MOST_RULES}.")
    for one in value:
        word, text = (one[0], one[1]) if isinstance(one, list | tuple) and len(one) == 2 else (one, "-")
        if not isinstance(word, str) or word not in allowed or not isinstance(text, str):
            listed = ", ".join(map(str, allowed))
            problem = f"Each part of the option {name!r} must be one of {listed}, perhaps with a text."
            raise Refusal("bad_options", problem=problem)
        if not is_clean_rule(text):
            problem = f"A text of {name!r} must be one line of at most {RULE_LENGTH} visible characters."
            raise Refusal("bad_options", problem=problem)


def _meant(game: str, seats: int, name: str, value: object, allowed: list[Json]) -> object:
    """Return the value that the game takes a value for: it may still accept an older name of one.

    A deck of one's own is none of the values, and reading a stranger's would be much work for nothing.
    """
    if value not in allowed and not is_own(value):
        with suppress(ValueError):
            options = load(game).view(load(game).start(seats, 0, {name: value}), None)["options"]
            return options[name] if isinstance(options, dict) else value
    return value


def is_adult(game: str, options: Mapping[str, object]) -> bool:
    """Return whether the options name an 18+ deck or expansion (RUL-53), or party rules."""
    has_deck = options.get("deck") in [deck.id for deck in voices.decks(game) if deck.is_adult]
    chosen = options.get(PACKS)
    names = chosen if isinstance(chosen, list | tuple) else ()
    has_pack = any(pack.id in names for pack in voices.packs(game) if pack.is_adult)
    return has_deck or has_pack or options.get("party", "none") != "none"


def decks_for(game: str, lang: str, has_adult: bool) -> list[voices.Deck]:
    """Return the decks that may be played, with texts in a language."""
    return [deck for deck in voices.decks(game, lang) if has_adult or not deck.is_adult]


def packs_for(game: str, lang: str, has_adult: bool) -> list[Pack]:
    """Return the expansions that may be played, with texts in a language; they name no others."""
    decks = {deck.id for deck in decks_for(game, lang, has_adult)}
    packs = [pack for pack in voices.packs(game, lang) if has_adult or not pack.is_adult]
    named = {"", *decks, *(pack.id for pack in packs)}
    return [
        replace(
            pack,
            decks=tuple(deck for deck in pack.decks if deck in decks),
            bars=tuple(bar for bar in pack.bars if {bar.deck, bar.pack} <= named),
        )
        for pack in packs
    ]


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
    """Return a setting without the 18+ decks and expansions, and the values that only they use."""
    adult = {deck.id for deck in voices.decks(game) if deck.is_adult}
    defaults = {deck: value for deck, value in setting.defaults.items() if deck not in adult}
    theirs: set[object] = set(adult)
    if setting.id == ADULT_RULESETS:
        theirs |= {setting.defaults[deck] for deck in adult} - set(defaults.values())
    if setting.id == PACKS:
        theirs |= {pack.id for pack in voices.packs(game) if pack.is_adult}
    values = tuple(choice for choice in setting.values if choice.value not in theirs)
    return replace(setting, values=values, defaults=defaults)
