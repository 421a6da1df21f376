"""Who speaks in these tests, and random games for them to speak about."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from stablehand import Recorder, load
from stablehand.bots.random import RandomBot
from stablehand.text.language import LANGUAGES, language
from stablehand.text.names import Names
from stablehand.text.unicorn_cards import Scribe
from stablehand.text.unicorns import Narrator
from stablehand.unicorns.catalog import DECKS, catalog
from stablehand.unicorns.options import rules_for

if TYPE_CHECKING:
    from collections.abc import Callable

NAMES = ["Ann", "Bob", "Cleo", "Dora", "Emil", "Fay", "Gus", "Hal"]
CATALOGUES = ("unicorn_cards", "unicorn_table", "fairytale", "interface", "table", "thoughts", "web")
SCOPES = ("any", "other")
GAME = load("unicorns")
__all__ = ["CATALOGUES", "DECKS", "GAME", "LANGUAGES", "NAMES", "SCOPES", "narrator", "played", "scribe"]


def narrator(viewer: int | None = None, seats: int = 4, /, lang: str = "en", **options: object) -> Narrator:
    """Return who speaks at a table of unicorns."""
    return Narrator(_rules(seats, tuple(options.items())), NAMES[:seats], viewer, lang)


@cache
def _rules(seats: int, options: tuple[tuple[str, object], ...]) -> Any:  # noqa: ANN401 - the engine's own
    return rules_for(seats, dict(options))


def scribe(deck: str, scope: str = "other", lang: str = "en") -> Scribe:
    """Return who writes a deck's cards."""
    return Scribe(catalog(deck), scope, language(lang), Names("unicorns", lang))


def options_of(seed: int) -> dict[str, object]:
    """Return a table that differs from seed to seed in all that is said."""
    return {
        "deck": DECKS[seed % 4],
        "party": ("none", "both")[seed // 4 % 2],
        "targets": ("after", "declare")[seed // 2 % 2],
        "first_player": ("random", "vote")[seed // 3 % 2],
    }


def played(seed: int, looks: Callable[[Any], None] = lambda _: None) -> tuple[Recorder, Any, int]:
    """Play a random game of some deck, seat count and party; `looks` sees the state at each question."""
    seats = 2 + seed % 7
    recorder = Recorder()
    state = GAME.start(seats, seed, options_of(seed), recorder=recorder)
    bots = [RandomBot(seed, seat) for seat in range(seats)]
    while asks := GAME.pending(state):
        looks(state)
        option = bots[asks[0].seat]({}, asks[0], lambda _: None)
        GAME.answer(state, asks[0].seat, option, recorder=recorder)
    return recorder, state, seats
