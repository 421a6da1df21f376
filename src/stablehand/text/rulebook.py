"""The rules in words: section by section, each under its id, and the reference card.

The sentence of an id is also the reason a refusal gives. Rulings speak of cards by `{id}`, so that their
names follow the reader's language and layer; `{adult, select, yes {...} other {...}}` is for what only those
read who may know of the 18+ decks.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from stablehand.text.language import PSEUDO
from stablehand.text.message import read
from stablehand.text.pseudo import disguised

if TYPE_CHECKING:
    from collections.abc import Callable

    from stablehand.text.language import Language

ADULT: Final = "adult"
FILES: Final = {"unicorns": ("rules_unicorns", "rulings"), "fairytale": ("rules_fairytale",)}


class Section(NamedTuple):
    """Rules that belong together."""

    id: str
    title: str
    rules: dict[str, str]


class Rulebook:
    """The rules of one game in one language; `name` names a card by its id.

    >>> from stablehand.text.language import language
    >>> Rulebook("fairytale", language("en")).sections[0].id
    'setup'
    """

    def __init__(
        self, game: str, language: Language, name: Callable[[str], str] = str, *, has_adult: bool = True
    ) -> None:
        books = [language.data(file) for file in FILES[game]]
        self._is_pseudo = language.code == PSEUDO
        self._adult = "yes" if has_adult else "no"
        self._name = name
        self.title = self._said(books[0]["title"])
        self.intro = self._said(books[0]["intro"])
        self.sections = [
            Section(section["id"], self._said(section["title"]), section["rules"])
            for book in books
            for section in book["section"]
        ]
        self.reference = [
            (self._said(entry["title"]), self._said(entry["text"])) for entry in books[0]["reference"]
        ]
        self._rules = {rule: text for section in self.sections for rule, text in section.rules.items()}

    def __contains__(self, rule: str) -> bool:
        return rule in self._rules

    def __getitem__(self, rule: str) -> str:
        return self._said(self._rules[rule])

    def _said(self, text: str) -> str:
        message = disguised(read(text)) if self._is_pseudo else read(text)
        slots = message.names() - {ADULT}
        return message.say({card: self._name(card) for card in slots} | {ADULT: self._adult})

    def ids(self) -> list[str]:
        """Return the ids of all rules, in the order of the book."""
        return list(self._rules)
