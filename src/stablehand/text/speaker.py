"""What the texts of all games share: players in a sentence, refusals, numbered options.

A game's narrator derives from `TableSpeaker` and writes its cards, questions and events; its voice
derives from `BaseVoice` and offers them to other packages (`voices.Voice`).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

from stablehand.text.language import language
from stablehand.text.message import Inflected
from stablehand.text.names import Names
from stablehand.text.rulebook import Rulebook

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from stablehand.core.contract import Seat
    from stablehand.text.language import Language

YOU = "you"


@dataclass(frozen=True, slots=True)
class Player(Inflected):
    """A player in a sentence: "you" for the viewer, a name for anybody else, which is never inflected.

    In a message it chooses the branch `you` or `other`.

    >>> [Player("Аня", is_you=you, language=language("ru")).render("dat") for you in (True, False)]
    ['тебе', 'Аня']
    """

    name: str
    is_you: bool
    language: Language

    @property
    def branch(self) -> str:
        """The branch of a message: `you` or `other`."""
        return YOU if self.is_you else "other"

    def render(self, form: str) -> str:
        """Return the name, or "you" in a case."""
        return self.language.words.say("you", form) if self.is_you else self.name

    def __str__(self) -> str:
        return self.render("")


class TableSpeaker(ABC):
    """Writes about one table for one viewer (None: a spectator), in one language."""

    game: ClassVar[str]
    file: ClassVar[str]
    """The catalogue of messages about the table."""

    def __init__(
        self, names: Sequence[str], viewer: Seat | None, lang: str, layer: str | Mapping[str, str]
    ) -> None:
        self.names = tuple(names)
        self.viewer = viewer
        self.language = language(lang)
        self.card_names = Names(self.game, lang, layer)
        self.messages = self.language.catalogue(self.file)
        self._quoted: dict[str, str] = {}

    # ---- cards and rules

    @abstractmethod
    def any_name(self, card: str) -> str:
        """Return a card's name by its id; the card may be of another deck."""

    def quoted(self, card: str) -> str:
        """Return a card's name as it stands in a sentence; the card may be of another deck."""
        if card not in self._quoted:
            self._quoted[card] = self.language.quoted(self.any_name(card))
        return self._quoted[card]

    def named(self, cards: Sequence[str]) -> str:
        """Return the names of cards as a list in a sentence."""
        return self.language.listed([self.quoted(card) for card in cards])

    @property
    def has_adult(self) -> bool:
        """Whether the table plays an 18+ deck or 18+ rules."""
        return False

    @cached_property
    def book(self) -> Rulebook:
        """The rules, with the card names of this table."""
        return Rulebook(self.game, self.language, self.quoted, has_adult=self.has_adult)

    def rule(self, rule: str) -> str:
        """Return the sentence of a rule by its id."""
        return self.book[rule]

    def refusal(self, cards: Sequence[str], rules: Sequence[str]) -> str:
        """Explain why cards cannot be chosen now: each reason once, in a sentence, with its rules' ids."""
        names = self.named(cards)
        if not rules:
            return self.say("refusal.unknown", card=names)
        cited: dict[str, list[str]] = {}
        for rule in rules:
            cited.setdefault(self.reason(rule), []).append(rule)
        reasons = [
            self.say("refusal.reason", sentence=sentence, rule=", ".join(found))
            for sentence, found in cited.items()
        ]
        return self.say("refusal", card=names, reasons=" ".join(reasons))

    def reason(self, rule: str) -> str:
        """Return why a rule forbids a card, in one short sentence: by default the rule itself."""
        return self.rule(rule)

    # ---- around the table

    def who(self, seat: Seat) -> Player:
        """Return a seat's player, to be put into a message."""
        return Player(self.names[seat], seat == self.viewer, self.language)

    def called(self, seat: Seat) -> str:
        """Return a seat's name; the viewer's is marked as such."""
        name = self.names[seat]
        if seat != self.viewer:
            return name
        alone = self.say("called.you_only")
        return alone if name == alone else self.say("called.you", who=name)

    def waiting(self, view: Mapping[str, Any]) -> str:
        """Return the prompt of a viewer who is not asked: who is awaited and for what, or that it is over."""
        if view["over"]:
            return self.say("prompt.over")
        awaited = [self.names[seat] for seat in view["asked"] if seat != self.viewer]
        if not awaited:
            return self.say("prompt.wait.others")
        return self.awaiting(view, self.language.listed(awaited), len(awaited))

    def awaiting(self, _view: Mapping[str, Any], who: str, n: int) -> str:
        """Return that players are awaited; a game adds what for, as far as everybody may know."""
        return self.say("prompt.wait", who=who, n=n)

    def say(self, key: str, /, **words: object) -> str:
        """Return a message of the table with its slots filled in."""
        return self.messages.say(key, **words)


N = TypeVar("N", bound=TableSpeaker)


class BaseVoice(ABC, Generic[N]):
    """A voice whose text comes from a narrator."""

    def __init__(self, narrator: N, title: str, notice: str = "") -> None:
        self.narrator = narrator
        self.title = title
        self.notice = notice
        self.labels = narrator.language.catalogue("options")

    @abstractmethod
    def option(self, option: Mapping[str, Any], why: str) -> str:
        """Return an option as on a button."""

    def options(self, decision: Mapping[str, Any]) -> list[str]:
        """Return all options of a view's decision as on buttons; copies in one place are numbered."""
        said = [self.option(option, decision["why"]) for option in decision["options"]]
        alike, seen = Counter(said), Counter[str]()
        for at, what in enumerate(said):
            if alike[what] > 1:
                seen[what] += 1
                said[at] = self.labels.say("answer.copy", what=what, at=seen[what], n=alike[what])
        return said

    def row(self, _view: Mapping[str, Any]) -> tuple[int, list[Mapping[str, Any]]]:
        """Return how many questions like the viewer's come in a row: by default each stands alone."""
        return 1, []

    def refusal(self, cards: Sequence[str], rules: Sequence[str]) -> str:
        """Explain why cards cannot be chosen now."""
        return self.narrator.refusal(cards, rules)

    def rule(self, rule: str) -> str:
        """Return the sentence of a rule by its id."""
        return self.narrator.rule(rule)

    def who(self, seat: Seat) -> Player:
        """Return a seat's player, to be put into a message."""
        return self.narrator.who(seat)

    def called(self, seat: Seat) -> str:
        """Return a seat's name; the viewer's is marked as such."""
        return self.narrator.called(seat)

    def named(self, cards: Sequence[str]) -> str:
        """Return the names of cards as a list in a sentence."""
        return self.narrator.named(cards)

    def in_window(self, _view: Mapping[str, Any]) -> str:
        """Return "": most games have no response windows."""
        return ""
