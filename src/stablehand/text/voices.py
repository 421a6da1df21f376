"""The text of any game: a `Voice` for each viewer of a table, and the texts of its decks, cards and rules.

Clients (terminal, server) know the contract of a game and a `Voice`, never a game's own text. Which text
belongs to a game is in its manifest; a game without one gets plain English (`text.plain`). A voice reads
views and events as its viewer sees them, so it cannot reveal more.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, Literal, Protocol

from stablehand.core.registry import manifest
from stablehand.text.language import LANGUAGES, language
from stablehand.text.packs import parted
from stablehand.text.rulebook import RULESET, Rulebook

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from stablehand.core.contract import Json, Seat
    from stablehand.text.packs import Pack
    from stablehand.text.speaker import Player


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of an account: all copies of one card that score the same, the points of each, the reason."""

    card: str
    copies: int
    each: int
    why: str

    @property
    def total(self) -> int:
        """The points of all copies together."""
        return self.copies * self.each


@dataclass(frozen=True, slots=True)
class Account:
    """How a seat's points are counted, from what everybody may see."""

    seat: Seat
    total: int
    words: str
    """The total as text, with the goal if there is one."""
    entries: tuple[Entry, ...]


@dataclass(frozen=True, slots=True)
class Deck:
    """A deck that can be played."""

    id: str
    title: str
    is_adult: bool


@dataclass(frozen=True, slots=True)
class Value:
    """A value of an option; the values of a flag have no text."""

    value: Json
    text: str


@dataclass(frozen=True, slots=True)
class Setting:
    """An option of a table: its text, the values it can have, and the defaults."""

    id: str
    kind: Literal["choice", "flag", "number", "list"]
    """A list is a list of [value, text], several of each."""
    text: str
    values: tuple[Value, ...]
    """Those valid for the number of seats; if there is only one, the option cannot be changed."""
    defaults: dict[str, Json]
    """The default value, by deck."""
    least: int | None = None
    most: int | None = None


class Voice(Protocol):
    """The text for one viewer (None: a spectator) at one table. Make one and keep it: it caches."""

    title: str
    """The name of what is played: game, deck or both."""
    notice: str
    """A notice to show before anything else, for 18+ decks; otherwise ""."""

    # ---- what is asked

    def moment(self, view: Mapping[str, Any]) -> str:
        """Return how far the game is, for instance turn and phase."""
        ...

    def prompt(self, view: Mapping[str, Any]) -> str:
        """Return the question to the viewer, or that there is none."""
        ...

    def option(self, option: Mapping[str, Any], why: str) -> str:
        """Return an option as on a button; `option` is its meaning, `why` that of the decision."""
        ...

    def options(self, decision: Mapping[str, Any]) -> list[str]:
        """Return all options of a view's decision as on buttons, in order; no two texts are equal."""
        ...

    def row(self, view: Mapping[str, Any]) -> tuple[int, list[Mapping[str, Any]]]:
        """Return how many questions like the viewer's follow each other, each a decision of its own.

        If that is more than one: also all options of the row, one for each copy of a card.
        """
        ...

    def answer(self, option: Mapping[str, Any], why: str) -> str:
        """Return what was answered, to follow "answers:"; shorter than a button."""
        ...

    def refusal(self, cards: Sequence[str], rules: Sequence[str]) -> str:
        """Explain why cards cannot be chosen now."""
        ...

    def rules_of(self, view: Mapping[str, Any]) -> tuple[str, ...]:
        """Return the ids of the rules that matter at this moment."""
        ...

    def rule(self, rule: str) -> str:
        """Return the sentence of a rule by its id."""
        ...

    # ---- what happened

    def log(self, event: Mapping[str, Any]) -> str:
        """Return the log line of an event as the viewer saw it (`Event.seen_by`)."""
        ...

    def is_news(self, event: Mapping[str, Any]) -> bool:
        """Return whether the event is shown to players while they play."""
        ...

    def cards_of(self, event: Mapping[str, Any]) -> list[str]:
        """Return the ids of the cards that `log` names, each once."""
        ...

    def account(self, view: Mapping[str, Any]) -> list[Account]:
        """Return how the points of each seat are counted; nothing if that is not known."""
        ...

    def result(self, view: Mapping[str, Any]) -> str:
        """Return who has won; only for a game that is over."""
        ...

    def in_window(self, view: Mapping[str, Any]) -> str:
        """Return the name of the card that an open response window is about; "" if there is none."""
        ...

    # ---- names

    def who(self, seat: Seat) -> Player:
        """Return a seat's player, to be put into a message."""
        ...

    def called(self, seat: Seat) -> str:
        """Return a seat's name; the viewer's is marked as such."""
        ...

    def phase(self, phase: str) -> str:
        """Return the name of a phase."""
        ...

    def name(self, card: str) -> str:
        """Return a card's name by its id."""
        ...

    def named(self, cards: Sequence[str]) -> str:
        """Return the names of cards as a list in a sentence."""
        ...

    def text(self, card: str) -> str:
        """Return the whole text of a card by its id."""
        ...


class GameText(Protocol):
    """The text of one game in any language: the part `text` of its manifest."""

    def title(self, lang: str) -> str:
        """Return the title of the game."""
        ...

    def voice(
        self,
        names: Sequence[str],
        viewer: Seat | None,
        options: Mapping[str, object],
        lang: str,
        layer: str | Mapping[str, str],
    ) -> Voice:
        """Return the voice for a viewer at a table with these players and options."""
        ...

    def book(self, lang: str, layer: str | Mapping[str, str], *, has_adult: bool) -> Rulebook:
        """Return the rulebook; without `has_adult` it leaves out what only 18+ decks need."""
        ...

    def cards(self, deck: str, lang: str, layer: str | Mapping[str, str]) -> list[dict[str, Json]]:
        """Return the cards of a deck as data, in the deck's order (see `cards` below)."""
        ...

    def decks(self, lang: str) -> list[Deck]:
        """Return the decks; none if there is only one way to play."""
        ...

    def packs(self, lang: str) -> list[Pack]:
        """Return the expansions."""
        ...

    def house_rules(self, lang: str, seats: int) -> list[Setting]:
        """Return every option of a table with this number of seats."""
        ...

    def card_ids(self) -> set[str]:
        """Return the ids of all cards of all decks."""
        ...

    def table_options(self, lang: str) -> dict[str, object]:
        """Return the options that follow from the language of the player who opens a table."""
        ...

    def nameless(self, lang: str) -> str:
        """Return the name of a player who gave none."""
        ...


def voice_for(
    game: str,
    names: Sequence[str],
    viewer: Seat | None,
    options: Mapping[str, object],
    lang: str,
    layer: str | Mapping[str, str] = "",
) -> Voice:
    """Return the voice for a viewer (None: a spectator); `layer` "" is the one that the options choose.

    >>> voice = voice_for("unicorns", ["Ann", "Bob"], 0, {"deck": "base_2e"}, "en")
    >>> voice.option({"verb": "play", "card": "rhinocorn", "owner": 0, "zone": "hand"}, "action")
    'Play Rhinocorn'
    """
    return text_of(game).voice(names, viewer, options, lang, layer)


def title(game: str, lang: str) -> str:
    """Return the title of a game.

    >>> title("fairytale", "en")
    'Fairy Tale'
    """
    return text_of(game).title(lang)


def book(game: str, lang: str, layer: str | Mapping[str, str] = "", *, has_adult: bool = True) -> Rulebook:
    """Return the rulebook of a game; it can name cards of every deck."""
    return text_of(game).book(lang, layer, has_adult=has_adult)


def rulesets(game: str, lang: str = LANGUAGES[0]) -> dict[str, str]:
    """Return the rulesets of a game and their names, the default one first; none if there is only one.

    >>> list(rulesets("unicorns"))
    ['second', 'first', 'first-nsfw']
    """
    for setting in house_rules(game, lang):
        if setting.id == RULESET:
            named = {str(choice.value): choice.text for choice in setting.values}
            first = str(setting.defaults[manifest(game).deck])
            return {first: named[first]} | named
    return {}


def rulebook(
    game: str, lang: str, layer: str | Mapping[str, str] = "", *, has_adult: bool = True, ruleset: str = ""
) -> dict[str, Json]:
    """Return the rules as data: title, intro, chapters, sections with their rules, and the reference card.

    Rulings name 18+ cards beside others; the layer `softened` makes that fit for all ages.
    """
    rules = book(game, lang, layer, has_adult=has_adult).under(ruleset)
    return {
        "title": rules.title,
        "intro": rules.intro,
        "chapters": [
            {
                "id": chapter.id,
                "title": chapter.title,
                "text": list(chapter.text),
                "sections": [section.id for section in chapter.sections],
            }
            for chapter in rules.chapters
        ],
        "sections": [
            {
                "id": section.id,
                "title": section.title,
                "rules": [_listed(rules, rule) for rule in section.rules],
            }
            for section in rules.sections
        ],
        "reference": [{"title": title, "text": text} for title, text in rules.reference],
    }


def cards(game: str, deck: str, lang: str, layer: str | Mapping[str, str] = "") -> list[dict[str, Json]]:
    """Return the cards of a deck as data, in the deck's order; "base_2e+dragons" is a deck with an expansion.

    Every card has id, name, name_en, type, type_name (as text), copies, text, rulings (id, text and question
    of each that names it) and deck; a game can add keys of its own.
    """
    rows = text_of(game).cards(deck, lang, layer)
    rules, cited = book(game, lang, layer), _cited(game)
    for row in rows:
        rulings = cited.get(str(row["id"]), ())
        row["rulings"] = [_listed(rules, rule) for rule in rulings]
        row["deck"] = parted(deck)[0]
    return rows


def _listed(rules: Rulebook, rule: str) -> dict[str, Json]:
    return {"id": rule, "text": rules[rule], "question": rules.question(rule)}


@cache
def _cited(game: str) -> dict[str, tuple[str, ...]]:
    """Return the ids of the rules that name each card."""
    named: list[str] = []

    def record(card: str) -> str:
        named.append(card)
        return card

    rules = Rulebook(game, language(LANGUAGES[0]), record)
    cited: dict[str, tuple[str, ...]] = {}
    for rule in rules.ids():
        named.clear()
        assert rules[rule]  # filling it in records the names
        for card in dict.fromkeys(named):
            cited[card] = (*cited.get(card, ()), rule)
    return cited


def decks(game: str, lang: str = LANGUAGES[0]) -> list[Deck]:
    """Return the decks of a game.

    >>> [deck.id for deck in decks("unicorns") if deck.is_adult]
    ['nsfw_1e', 'nsfw_2e']
    """
    return text_of(game).decks(lang)


def packs(game: str, lang: str = LANGUAGES[0]) -> list[Pack]:
    """Return the expansions of a game.

    >>> [pack.id for pack in packs("unicorns") if pack.is_adult]
    ['nsfw_expansion']
    """
    return text_of(game).packs(lang)


def house_rules(game: str, lang: str, seats: int = 4) -> list[Setting]:
    """Return every option of a table with this number of seats, in the order of the game's options."""
    return text_of(game).house_rules(lang, seats)


def card_ids(game: str) -> set[str]:
    """Return the ids of all cards of all decks of a game."""
    return text_of(game).card_ids()


def nameless(game: str, lang: str) -> str:
    """Return the name of a player who gave none."""
    return text_of(game).nameless(lang)


def table_options(game: str, lang: str) -> dict[str, object]:
    """Return the options that follow from the language of the player who opens a table."""
    return text_of(game).table_options(lang)


def text_of(game: str) -> GameText:
    """Return the text of a game: its own, or plain English."""
    own: GameText | None = manifest(game).load("text")
    if own is not None:
        return own
    from stablehand.text.plain import PlainText  # noqa: PLC0415 - it is built on this module

    return PlainText(manifest(game))
