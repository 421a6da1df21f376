"""Who speaks at any table: to whom, in which language, and what every game says alike."""

from __future__ import annotations

from abc import ABC, abstractmethod
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

from stablehand.text.language import language
from stablehand.text.names import Names
from stablehand.text.players import Player
from stablehand.text.rulebook import Rulebook

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from stablehand.kernel.contract import Seat


class TableSpeaker(ABC):
    """Speaks to one viewer (None: a spectator) at one table, whose seats have names, in a language."""

    game: ClassVar[str]
    file: ClassVar[str]
    """The catalogue in which the game is talked about."""

    def __init__(
        self, names: Sequence[str], viewer: Seat | None, lang: str, layer: str | Mapping[str, str]
    ) -> None:
        self.names = tuple(names)
        self.viewer = viewer
        self.language = language(lang)
        self.card_names = Names(self.game, lang, layer)
        self.messages = self.language.catalogue(self.file)

    # ---- cards and rules

    @abstractmethod
    def quoted(self, card: str) -> str:
        """Return a card's name as it stands in a sentence, by its id."""

    def named(self, cards: Sequence[str]) -> str:
        """Name cards in a sentence."""
        return self.language.listed([self.quoted(card) for card in cards])

    @property
    def has_adult(self) -> bool:
        """Whether what is played here is for adults."""
        return False

    @cached_property
    def book(self) -> Rulebook:
        """The rules, with the names this table calls its cards."""
        return Rulebook(self.game, self.language, self.quoted, has_adult=self.has_adult)

    def rule(self, rule: str) -> str:
        """Say a rule by its id, in a sentence."""
        return self.book[rule]

    def refusal(self, cards: Sequence[str], rules: Sequence[str]) -> str:
        """Say why cards may not be chosen now."""
        names = self.named(cards)
        if not rules:
            return self.say("refusal.unknown", card=names)
        reasons = [self.say("refusal.reason", sentence=self.rule(rule), rule=rule) for rule in rules]
        return self.say("refusal", card=names, reasons=" ".join(reasons))

    # ---- around the table

    def who(self, seat: Seat) -> Player:
        """Name a seat in a sentence."""
        return Player(self.names[seat], seat == self.viewer, self.language)

    def called(self, seat: Seat) -> str:
        """Name a seat, the viewer's as such."""
        name = self.names[seat]
        if seat != self.viewer:
            return name
        alone = self.say("called.you_only")
        return alone if name == alone else self.say("called.you", who=name)

    def say(self, key: str, /, **words: object) -> str:
        """Fill in a message."""
        return self.messages.say(key, **words)
