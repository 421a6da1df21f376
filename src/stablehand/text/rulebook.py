"""The rules of a game as text, in two depths, and the reference card.

A chapter tells the rule as a player needs it, in the order of a game and for the ruleset that is played;
below it are the details: sections of rules, each with an id. Refusals and the log quote the details. A ruling
is a question and its answer. Rulings name cards by `{id}`, so that the names follow the reader's language and
layer. `{adult, select, yes {...} other {...}}` holds what is shown only to readers of the 18+ decks. What
differs between the rulesets of a game is in `{ruleset, select, first {...} first_nsfw {...} other {...}}`,
and in `{edition, select, first {...} other {...}}` where only what stands before the hyphen matters.
"""

from __future__ import annotations

from copy import copy
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from stablehand.core.registry import manifest
from stablehand.text.language import PSEUDO
from stablehand.text.message import read
from stablehand.text.pseudo import disguised

if TYPE_CHECKING:
    from collections.abc import Callable

    from stablehand.text.language import Language

ADULT: Final = "adult"
RULESET: Final = "ruleset"
EDITION: Final = "edition"


class Section(NamedTuple):
    """Rules that belong together; `rules` maps ids to templates, `questions` those of rulings to theirs."""

    id: str
    title: str
    rules: dict[str, str]
    questions: dict[str, str]


class Chapter(NamedTuple):
    """The rule as a player needs it, in paragraphs, and the sections that hold its details."""

    id: str
    title: str
    text: tuple[str, ...]
    sections: tuple[Section, ...]


class Rulebook:
    """The rules of one game in one language; `name` returns a card's name by its id.

    `book[rule]` is the text of a rule, of a ruling its question and answer; an unknown id is a KeyError. A
    game without a rulebook gets an empty one, and a rulebook without a guide has chapters without text.

    >>> from stablehand.text.language import language
    >>> [chapter.id for chapter in Rulebook("fairytale", language("en")).chapters][:3]
    ['setup', 'round', 'effects']
    """

    def __init__(
        self, game: str, language: Language, name: Callable[[str], str] = str, *, has_adult: bool = True
    ) -> None:
        described = manifest(game)
        books = [language.data(f"{game}/{file}") for file in described.rulebook] or [_blank(described.title)]
        self._is_pseudo = language.code == PSEUDO
        self._values = {ADULT: "yes" if has_adult else "no", RULESET: "", EDITION: ""}
        self._name = name
        self._first = books[0]
        self._chapters = language.data(f"{game}/{described.guide}")["chapter"] if described.guide else []
        self.sections = [
            Section(
                section["id"], self._text(section["title"]), section["rules"], section.get("questions", {})
            )
            for book in books
            for section in book["section"]
        ]
        self._rules = {rule: text for section in self.sections for rule, text in section.rules.items()}
        self._questions = {
            rule: text for section in self.sections for rule, text in section.questions.items()
        }

    def under(self, ruleset: str) -> Rulebook:
        """Return the same book for one ruleset of the game; "" is the default one."""
        book = copy(self)
        chosen = {RULESET: ruleset.replace("-", "_"), EDITION: ruleset.partition("-")[0]}
        book._values = self._values | chosen  # noqa: SLF001 - its own copy
        return book

    @property
    def title(self) -> str:
        """The title of the book."""
        return self._text(self._first["title"])

    @property
    def intro(self) -> str:
        """What the game is about, in a sentence or two."""
        return self._text(self._first["intro"])

    @property
    def chapters(self) -> list[Chapter]:
        """The chapters in the order of a game; together they hold every section once."""
        if not self._chapters:
            return [Chapter(section.id, section.title, (), (section,)) for section in self.sections]
        known = {section.id: section for section in self.sections}
        return [
            Chapter(
                chapter["id"],
                self._text(chapter["title"]),
                tuple(self._text(text) for text in chapter["text"]),
                tuple(known[section] for section in chapter["details"]),
            )
            for chapter in self._chapters
        ]

    @property
    def reference(self) -> list[tuple[str, str]]:
        """The entries of the reference card: title and text."""
        return [(self._text(entry["title"]), self._text(entry["text"])) for entry in self._first["reference"]]

    def __contains__(self, rule: str) -> bool:
        return rule in self._rules

    def __getitem__(self, rule: str) -> str:
        answer = self._text(self._rules[rule])
        return f"{self.question(rule)} {answer}" if rule in self._questions else answer

    def question(self, rule: str) -> str:
        """Return the question that a ruling answers; "" for a rule."""
        return self._text(self._questions.get(rule, ""))

    def _text(self, text: str) -> str:
        message = disguised(read(text)) if self._is_pseudo else read(text)
        slots = message.names() - self._values.keys()
        return message.say({card: self._name(card) for card in slots} | self._values)

    def ids(self) -> list[str]:
        """Return the ids of all rules, in the order of the book."""
        return list(self._rules)


def _blank(title: str) -> dict[str, Any]:
    """Return the rulebook of a game that has no file of rules."""
    return {"title": title, "intro": "", "section": [], "reference": []}
