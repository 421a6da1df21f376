"""Narrators and card writers for the tests of texts, and random games to describe."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from stablehand import Recorder, load
from stablehand.bots.random import RandomBot
from stablehand.games.unicorns.decks.catalog import DECKS
from stablehand.games.unicorns.state.rules import rules_for
from stablehand.games.unicorns.text.cards import CardWriter
from stablehand.games.unicorns.text.narrator import Narrator
from stablehand.games.unicorns.text.short import ShortCardWriter
from stablehand.text.language import LANGUAGES, language
from stablehand.text.names import Names
from support.unicorn_games import deck_named

if TYPE_CHECKING:
    from collections.abc import Callable

NAMES = ["Ann", "Bob", "Cleo", "Dora", "Emil", "Fay", "Gus", "Hal"]
CATALOGUES = (
    *(
        "unicorns/cards",
        "unicorns/short",
        "unicorns/asked",
        "unicorns/reasons",
        "unicorns/table",
        "fairytale/table",
        "fairytale/page",
    ),
    *("interface", "table", "thoughts", "web"),
)
"""The message files; the files of a game have its name as a prefix."""
SCOPES = ("any", "other")
GAME = load("unicorns")
__all__ = [
    "CATALOGUES",
    "DECKS",
    "GAME",
    "LANGUAGES",
    "NAMES",
    "SCOPES",
    "card_writer",
    "narrator",
    "played",
    "short_writer",
]


def narrator(viewer: int | None = None, seats: int = 4, /, lang: str = "en", **options: object) -> Narrator:
    """Return the narrator of a table of unicorns."""
    return Narrator(_rules(seats, tuple(options.items())), NAMES[:seats], viewer, lang)


@cache
def _rules(seats: int, options: tuple[tuple[str, object], ...]) -> Any:  # noqa: ANN401 - the engine's own
    return rules_for(seats, dict(options))


def card_writer(deck: str, scope: str = "other", lang: str = "en") -> CardWriter:
    """Return the writer of a deck's card texts."""
    return CardWriter(deck_named(deck), scope, language(lang), Names("unicorns", lang))


def short_writer(deck: str, scope: str = "other", lang: str = "en") -> ShortCardWriter:
    """Return the writer of the short forms of a deck's card texts."""
    return ShortCardWriter(deck_named(deck), scope, language(lang), Names("unicorns", lang))


def options_of(seed: int) -> dict[str, object]:
    """Return options that vary with the seed everything that has a text."""
    return {
        "deck": DECKS[seed % 4],
        "party": ("none", "both")[seed // 4 % 2],
        "targets": ("after", "cards", "players")[seed // 2 % 3],
        "first_player": ("random", "vote")[seed // 3 % 2],
    }


def played(seed: int, look: Callable[[Any], None] = lambda _: None) -> tuple[Recorder, Any, int]:
    """Play a random game of some deck, seat count and party; `look` sees the state at each question."""
    seats = 2 + seed % 7
    recorder = Recorder()
    state = GAME.start(seats, seed, options_of(seed), recorder=recorder)
    bots = [RandomBot(seed, seat) for seat in range(seats)]
    while asks := GAME.pending(state):
        look(state)
        option = bots[asks[0].seat]({}, asks[0], lambda _: None)
        GAME.answer(state, asks[0].seat, option, recorder=recorder)
    return recorder, state, seats
