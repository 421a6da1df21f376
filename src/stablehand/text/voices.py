"""One way to speak any game: to one viewer, at one table, in one language.

Whoever shows a table (the terminal, the server) knows only the contract of a game and a `Voice`. Another game
adds a module and a line here. A voice reads views and events as its viewer sees them, so it cannot say more.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final, Literal, Protocol

from stablehand.text.language import LANGUAGES, language
from stablehand.text.rulebook import Rulebook

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from stablehand.kernel.contract import Json, Seat
    from stablehand.text.players import Player
    from stablehand.text.voice_speaker import TableSpeaker

_ADDRESSES: Final = {
    "fairytale": "stablehand.text.voice_fairytale",
    "unicorns": "stablehand.text.voice_unicorns",
}


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of an account: all copies of one card that earn the same, what each earns, and why."""

    card: str
    copies: int
    each: int
    why: str

    @property
    def total(self) -> int:
        """Return what the copies earn together."""
        return self.copies * self.each


@dataclass(frozen=True, slots=True)
class Account:
    """How a seat's points come about, from what everybody may see."""

    seat: Seat
    total: int
    words: str
    """The total as it is said, with the goal where there is one."""
    entries: tuple[Entry, ...]


@dataclass(frozen=True, slots=True)
class Deck:
    """A deck that can be played."""

    id: str
    title: str
    is_adult: bool


@dataclass(frozen=True, slots=True)
class Value:
    """A value of an option; a flag's has no words."""

    value: Json
    text: str


@dataclass(frozen=True, slots=True)
class Setting:
    """An option of a table: what it changes, what it can be, and what it is if nobody touches it."""

    id: str
    kind: Literal["choice", "flag", "number", "list"]
    """A list is a list of [value, text], several of each."""
    text: str
    values: tuple[Value, ...]
    """Those that a table of so many seats may choose; one alone cannot be changed."""
    defaults: dict[str, Json]
    """The usual value, by deck."""
    least: int | None = None
    most: int | None = None


class Voice(Protocol):
    """Speaks to one viewer (None: a spectator) at one table. Make one and keep it: it remembers."""

    title: str
    """What is played."""
    notice: str
    """What whoever sits down should know before anything is shown; mostly nothing."""

    # ---- what is asked

    def moment(self, view: Mapping[str, Any]) -> str:
        """Say how far the game is."""
        ...

    def prompt(self, view: Mapping[str, Any]) -> str:
        """Say what the viewer is asked."""
        ...

    def option(self, option: Mapping[str, Any], why: str) -> str:
        """Say what may be answered, as on a button: the meaning of an option, and what asks for it."""
        ...

    def options(self, decision: Mapping[str, Any]) -> list[str]:
        """Say all options of a view's decision, in their order; no two alike."""
        ...

    def row(self, view: Mapping[str, Any]) -> tuple[int, list[Mapping[str, Any]]]:
        """Return how many questions like the viewer's come in a row, though each is of its own.

        If that is more than one: also all options of the row, a card of which there are copies once for each.
        """
        ...

    def answer(self, option: Mapping[str, Any], why: str) -> str:
        """Say what was answered, after "answers:"; shorter than a button."""
        ...

    def refusal(self, cards: Sequence[str], rules: Sequence[str]) -> str:
        """Say why cards may not be chosen now."""
        ...

    def rules_of(self, view: Mapping[str, Any]) -> tuple[str, ...]:
        """Return the ids of the rules that matter at this moment."""
        ...

    def rule(self, rule: str) -> str:
        """Say a rule by its id, in a sentence."""
        ...

    # ---- what happened

    def log(self, event: Mapping[str, Any]) -> str:
        """Say an event as it was seen."""
        ...

    def is_news(self, event: Mapping[str, Any]) -> bool:
        """Whether a player wants to be told while playing."""
        ...

    def cards_of(self, event: Mapping[str, Any]) -> list[str]:
        """Return the ids of the cards that `log` names, each once."""
        ...

    def account(self, view: Mapping[str, Any]) -> list[Account]:
        """Say how everybody's points come about, seat by seat."""
        ...

    def result(self, view: Mapping[str, Any]) -> str:
        """Say who has won; only of a game that is over."""
        ...

    # ---- what is called what

    def who(self, seat: Seat) -> Player:
        """Name a seat in a sentence."""
        ...

    def called(self, seat: Seat) -> str:
        """Name a seat, the viewer's as such."""
        ...

    def phase(self, phase: str) -> str:
        """Name a phase of the game."""
        ...

    def name(self, card: str) -> str:
        """Return a card's name by its id."""
        ...

    def named(self, cards: Sequence[str]) -> str:
        """Name cards in a sentence."""
        ...

    def text(self, card: str) -> str:
        """Return all a card says, by its id."""
        ...


def voice_for(
    game: str,
    names: Sequence[str],
    viewer: Seat | None,
    options: Mapping[str, object],
    lang: str,
    layer: str | Mapping[str, str] = "",
) -> Voice:
    """Return who speaks to a viewer; `layer` is what cards are called, "": as the table's options say.

    >>> voice = voice_for("unicorns", ["Ann", "Bob"], 0, {"deck": "base_2e"}, "en")
    >>> voice.option({"verb": "play", "card": "rhinocorn", "owner": 0, "zone": "hand"}, "action")
    'Play Rhinocorn'
    """
    made: Voice = _module(game).voice(names, viewer, options, lang, layer)
    return made


def book(game: str, lang: str, layer: str | Mapping[str, str] = "", *, has_adult: bool = True) -> Rulebook:
    """Return the rules of a game; rulings speak of cards of every deck."""
    made: Rulebook = _module(game).book(lang, layer, has_adult=has_adult)
    return made


def rulebook(
    game: str, lang: str, layer: str | Mapping[str, str] = "", *, has_adult: bool = True
) -> dict[str, Json]:
    """Return the rules as data: title, intro, sections with their rules, and the reference card.

    Rulings name 18+ cards beside others; the layer `softened` makes that fit for all ages.
    """
    rules = book(game, lang, layer, has_adult=has_adult)
    return {
        "title": rules.title,
        "intro": rules.intro,
        "sections": [
            {
                "id": section.id,
                "title": section.title,
                "rules": [{"id": rule, "text": rules[rule]} for rule in section.rules],
            }
            for section in rules.sections
        ],
        "reference": [{"title": title, "text": text} for title, text in rules.reference],
    }


def cards(game: str, deck: str, lang: str, layer: str | Mapping[str, str] = "") -> list[dict[str, Json]]:
    """Return the cards of a deck as data, in its order: what they are, and what is said of them.

    Every card has id, name, name_en, type, type_name (in words), copies, text, rulings (id and text of each
    that speaks of it) and deck; what else there is, its game says.
    """
    rows: list[dict[str, Json]] = _module(game).cards(deck, lang, layer)
    rules, cited = book(game, lang, layer), _cited(game)
    for row in rows:
        rulings = cited.get(str(row["id"]), ())
        row["rulings"] = [{"id": rule, "text": rules[rule]} for rule in rulings]
        row["deck"] = deck
    return rows


@cache
def _cited(game: str) -> dict[str, tuple[str, ...]]:
    """Return for each card the rules that name it."""
    named: list[str] = []

    def listen(card: str) -> str:
        named.append(card)
        return card

    rules = Rulebook(game, language(LANGUAGES[0]), listen)
    cited: dict[str, tuple[str, ...]] = {}
    for rule in rules.ids():
        named.clear()
        assert rules[rule]  # said aloud, so that the names are heard
        for card in dict.fromkeys(named):
            cited[card] = (*cited.get(card, ()), rule)
    return cited


def decks(game: str, lang: str = LANGUAGES[0]) -> list[Deck]:
    """Return the decks of a game.

    >>> [deck.id for deck in decks("unicorns") if deck.is_adult]
    ['nsfw_1e', 'nsfw_2e']
    """
    made: list[Deck] = _module(game).decks(lang)
    return made


def house_rules(game: str, lang: str, seats: int = 4) -> list[Setting]:
    """Return every option a table of so many seats has, in the order of the game's own list."""
    made: list[Setting] = _module(game).house_rules(lang, seats)
    return made


def card_ids(game: str) -> set[str]:
    """Return the ids of all cards of all decks of a game."""
    ids: set[str] = _module(game).card_ids()
    return ids


def nameless(game: str, lang: str) -> str:
    """Return what a player who gave no name is called, by themselves."""
    speaker: type[TableSpeaker] = _module(game).Narrator
    return language(lang).catalogue(speaker.file).say("called.you_only")


def table_options(game: str, lang: str) -> dict[str, object]:
    """Return the options that a table has because of the language of whoever opens it."""
    options: dict[str, object] = _module(game).table_options(lang)
    return options


def _module(game: str) -> Any:  # noqa: ANN401 - a module
    if game not in _ADDRESSES:
        raise ValueError(f"Nobody can speak of the game {game!r}; there is {', '.join(_ADDRESSES)}.")
    return import_module(_ADDRESSES[game])
