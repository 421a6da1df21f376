"""The language of a response, and the layer of card names."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from stablehand.text.language import PSEUDO
from stablehand.text.names import LAYERS

if TYPE_CHECKING:
    from stablehand.server.settings import Settings

LONGEST: Final = 200
"""Characters of `Accept-Language` that are read."""


def chosen_language(wanted: str, accepted: str, settings: Settings) -> str:
    """Return the language of `?lang=`, else the best of `Accept-Language`, else the first of the settings.

    >>> from stablehand.server.settings import Settings
    >>> chosen_language("", "de, it;q=0.5, pl-PL;q=0.8", Settings())
    'pl'
    """
    if wanted in settings.languages or wanted == PSEUDO:
        return wanted
    named = sorted(map(_weighted, accepted[:LONGEST].split(",")), key=lambda one: -one[1])
    return next(
        (code for code, weight in named if weight > 0 and code in settings.languages), settings.languages[0]
    )


def chosen_layer(wanted: str, settings: Settings) -> str:
    """Return the layer of card names; "softened" on a family server, "" if the wanted one is unknown."""
    if settings.family:
        return "softened"
    return wanted if wanted in LAYERS else ""


def _weighted(entry: str) -> tuple[str, float]:
    """Return a language of the header and its quality, 0.0 if that cannot be read."""
    tag, _, quality = entry.strip().partition(";")
    try:
        weight = float(quality.strip().removeprefix("q=") or 1)
    except ValueError:
        weight = 0.0
    return tag.strip().lower().partition("-")[0], weight
