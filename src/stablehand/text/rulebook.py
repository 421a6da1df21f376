"""The rules of a game as text: sections of rules, each with an id, and the reference card.

Refusals quote the same sentences. Rulings name cards by `{id}`, so that the names follow the reader's
language and layer. `{adult, select, yes {...} other {...}}` holds what is shown only to readers of the 18+
decks.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from stablehand.core.registry import manifest
from stablehand.text.language import PSEUDO
from stablehand.text.message import read
from stablehand.text.pseudo import disguised

if TYPE_CHECKING:
    from collections.abc import Callable

    from stablehand.text.language import Language

ADULT: Final = "adult"


class Section(NamedTuple):
    """Rules that belong together; `rules` maps ids to templates."""

    id: str
    title: str
    rules: dict[str, str]


class Rulebook:
    """The rules of one game in one language; `name` returns a card's name by its id.

    `book[rule]` is the sentence of a rule; an unknown id is a KeyError. A game without a rulebook gets an
    empty one.

    >>> from stablehand.text.language import language
    >>> Rulebook("fairytale", language("en")).sections[0].id
    'setup'
    """

    def __init__(
        self, game: str, language: Language, name: Callable[[str], str] = str, *, has_adult: bool = True
    ) -> None:
        described = manifest(game)
        books = [language.data(f"{game}/{file}") for file in described.rulebook] or [_blank(described.title)]
        self._is_pseudo = language.code == PSEUDO
        self._adult = "yes" if has_adult else "no"
        self._name = name
        self.title = self._text(books[0]["title"])
        self.intro = self._text(books[0]["intro"])
        self.sections = [
            Section(section["id"], self._text(section["title"]), section["rules"])
            for book in books
            for section in book["section"]
        ]
        self.reference = [
            (self._text(entry["title"]), self._text(entry["text"])) for entry in books[0]["reference"]
        ]
        self._rules = {rule: text for section in self.sections for rule, text in section.rules.items()}

    def __contains__(self, rule: str) -> bool:
        return rule in self._rules

    def __getitem__(self, rule: str) -> str:
        return self._text(self._rules[rule])

    def _text(self, text: str) -> str:
        message = disguised(read(text)) if self._is_pseudo else read(text)
        slots = message.names() - {ADULT}
        return message.say({card: self._name(card) for card in slots} | {ADULT: self._adult})

    def ids(self) -> list[str]:
        """Return the ids of all rules, in the order of the book."""
        return list(self._rules)


def _blank(title: str) -> dict[str, Any]:
    """Return the rulebook of a game that has no file of rules."""
    return {"title": title, "intro": "", "section": [], "reference": []}
