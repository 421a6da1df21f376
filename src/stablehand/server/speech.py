"""In which language a client is spoken to, and by which names it knows the cards."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from stablehand.text.language import PSEUDO
from stablehand.text.names import LAYERS

if TYPE_CHECKING:
    from stablehand.server.settings import Settings

LONGEST: Final = 200
"""Characters of `Accept-Language` that are read."""


def chosen_language(wanted: str, accepted: str, settings: Settings) -> str:
    """Return the language asked for in the address, else the best that the browser names, else the usual.

    >>> from stablehand.server.settings import Settings
    >>> chosen_language("", "de, it;q=0.5, pl-PL;q=0.8", Settings())
    'pl'
    """
    if wanted in settings.languages or wanted == PSEUDO:
        return wanted
    named = sorted(map(_weighed, accepted[:LONGEST].split(",")), key=lambda one: -one[1])
    return next(
        (code for code, weight in named if weight > 0 and code in settings.languages), settings.languages[0]
    )


def chosen_layer(wanted: str, settings: Settings) -> str:
    """Return what cards are called; where families play, only what is fit for all ages."""
    if settings.family:
        return "softened"
    return wanted if wanted in LAYERS else ""


def _weighed(entry: str) -> tuple[str, float]:
    """Return a language of the header and how much it is wanted."""
    tag, _, quality = entry.strip().partition(";")
    try:
        weight = float(quality.strip().removeprefix("q=") or 1)
    except ValueError:
        weight = 0.0
    return tag.strip().lower().partition("-")[0], weight
