"""What a game needs besides its rules to be shown in a terminal: the part `terminal` of its manifest.

The commands `play`, `replay` and `cards` know the contract of a game and a `Screen`. A game without a screen
of its own gets a plain one (`cli.screen.plain`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

from rich.console import Group
from rich.table import Table
from rich.text import Text

from stablehand.cli.errors import CommandError
from stablehand.core.registry import manifest
from stablehand.text import voices

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from rich.console import RenderableType

    from stablehand.cli.reader import Reader
    from stablehand.core.contract import Json, Seat
    from stablehand.text.message import Inflected
    from stablehand.text.rulebook import Rulebook
    from stablehand.text.voices import Voice

V = TypeVar("V", bound="Voice")


class Screen(Protocol):
    """One table as one viewer sees it (None: a spectator). Draws views and events, knows no rules."""

    title: str
    notice: str
    """What whoever sits down should know before anything is shown; mostly nothing."""

    def board(self, view: Mapping[str, Any], *, whole: bool = True) -> RenderableType:
        """Draw the table: every seat's cards and points; not `whole`: without what `choices` draws."""
        ...

    def choices(self, view: Mapping[str, Any]) -> RenderableType:
        """Draw what may be answered, numbered from 1 in the order of the decision's options."""
        ...

    def moment(self, view: Mapping[str, Any]) -> str:
        """Say how far the game is."""
        ...

    def prompt(self, view: Mapping[str, Any]) -> str:
        """Say what the viewer is asked."""
        ...

    def log(self, event: Mapping[str, Any]) -> str:
        """Say an event."""
        ...

    def is_news(self, event: Mapping[str, Any]) -> bool:
        """Whether a player wants to be told while playing."""
        ...

    def rules(self, view: Mapping[str, Any], refusals: Mapping[str, tuple[str, ...]]) -> RenderableType:
        """Draw the rules of the moment, and why cards in sight are not offered."""
        ...

    def refusal(self, card: str, rules: Sequence[str]) -> str:
        """Say why a card may not be chosen now."""
        ...

    def find(self, typed: str) -> str | None:
        """Return the id of the card somebody means."""
        ...

    def card(self, card: str) -> RenderableType:
        """Draw one card with its whole text."""
        ...

    def sight(self, view: Mapping[str, Any]) -> RenderableType:
        """Draw the text of every card the viewer sees."""
        ...

    def points(self, state: Any) -> RenderableType:  # noqa: ANN401 - the state of whichever game it is
        """Draw how everybody's points come about, from what everybody may see."""
        ...

    def result(self, view: Mapping[str, Any]) -> str:
        """Say who has won."""
        ...

    def who(self, seat: Seat) -> Inflected:
        """Name a seat in a sentence."""
        ...

    def named(self, cards: Sequence[str]) -> str:
        """Name cards in a sentence."""
        ...

    def option(self, option: Mapping[str, Any], why: str) -> str:
        """Say what was answered: the meaning of an option, and what asked for it."""
        ...

    def phase(self, phase: str) -> str:
        """Name a phase of the game."""
        ...


class Spoken(Generic[V]):
    """The part of every screen that is only said: what the table's voice says."""

    def __init__(self, voice: V) -> None:
        self.voice = voice
        self.title = voice.title
        self.notice = voice.notice

    def moment(self, view: Mapping[str, Any]) -> str:
        """Say how far the game is."""
        return self.voice.moment(view)

    def prompt(self, view: Mapping[str, Any]) -> str:
        """Say what the viewer is asked."""
        return self.voice.prompt(view)

    def log(self, event: Mapping[str, Any]) -> str:
        """Say an event."""
        return self.voice.log(event)

    def is_news(self, event: Mapping[str, Any]) -> bool:
        """Whether a player wants to be told while playing."""
        return self.voice.is_news(event)

    def refusal(self, card: str, rules: Sequence[str]) -> str:
        """Say why a card may not be chosen now."""
        return self.voice.refusal([card], rules)

    def result(self, view: Mapping[str, Any]) -> str:
        """Say who has won."""
        return self.voice.result(view)

    def who(self, seat: Seat) -> Inflected:
        """Name a seat in a sentence."""
        return self.voice.who(seat)

    def named(self, cards: Sequence[str]) -> str:
        """Name cards in a sentence."""
        return self.voice.named(cards)

    def option(self, option: Mapping[str, Any], why: str) -> str:
        """Say what was answered."""
        return self.voice.answer(option, why)

    def phase(self, phase: str) -> str:
        """Name a phase of the game."""
        return self.voice.phase(phase)

    def rules_of(self, view: Mapping[str, Any], refusals: Mapping[str, tuple[str, ...]]) -> RenderableType:
        """Draw the rules of the moment, and why cards in sight are not offered, those alike together."""
        table = Table.grid(padding=(0, 2))
        table.add_column(style="bold", no_wrap=True)
        table.add_column()
        for rule in self.voice.rules_of(view):
            table.add_row(rule, self.voice.rule(rule))
        alike: dict[tuple[str, ...], list[str]] = {}
        for card, rules in refusals.items():
            alike.setdefault(rules, []).append(card)
        return Group(table, *(Text(self.voice.refusal(cards, rules)) for rules, cards in alike.items()))


class CardList(Protocol):
    """The cards of a deck."""

    title: str
    notice: str

    def cards(self) -> list[dict[str, Json]]:
        """Return all cards as data."""
        ...

    def draw(self, cards: Sequence[dict[str, Json]]) -> RenderableType:
        """Draw cards of this deck."""
        ...


class Terminal(Protocol):
    """How one game is drawn."""

    def screen(
        self,
        names: Sequence[str],
        viewer: Seat | None,
        options: Mapping[str, object],
        reader: Reader,
        *,
        fancy: bool,
    ) -> Screen:
        """Return the screen of a table; `fancy` allows more than ASCII."""
        ...

    def card_list(self, deck: str | None, reader: Reader, *, fancy: bool) -> CardList:
        """Return the cards of a deck, None for the default one; an unknown deck is a ValueError."""
        ...


def screen_for(
    game: str,
    names: Sequence[str],
    viewer: Seat | None,
    options: Mapping[str, object],
    reader: Reader,
    *,
    fancy: bool,
) -> Screen:
    """Return the screen of a game for a reader; `fancy` allows more than ASCII."""
    return _terminal(game).screen(names, viewer, options, reader, fancy=fancy)


def card_list_for(game: str, deck: str | None, reader: Reader, *, fancy: bool) -> CardList:
    """Return the cards of a game's deck, of the default one if `deck` is None."""
    try:
        return _terminal(game).card_list(deck, reader, fancy=fancy)
    except ValueError as error:
        raise CommandError(str(error)) from error


def rulebook_for(game: str, reader: Reader) -> Rulebook:
    """Return the rules of a game in the reader's language."""
    return voices.book(game, reader.lang, reader.layer)


def card_ids(game: str) -> set[str]:
    """Return the ids of all cards of all decks of a game."""
    return voices.card_ids(game)


def nameless(game: str, reader: Reader) -> str:
    """Return what a player who gave no name is called."""
    return voices.nameless(game, reader.lang)


def table_options(game: str, reader: Reader) -> dict[str, object]:
    """Return the options that a table has because of who opens it."""
    return voices.table_options(game, reader.lang)


def _terminal(game: str) -> Terminal:
    own: Terminal | None = manifest(game).load("terminal")
    if own is not None:
        return own
    from stablehand.cli.screen.plain import PlainTerminal  # noqa: PLC0415 - it is built on this module

    return PlainTerminal(game)
