"""What a game says of decks of one's own, and what may be found in one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Protocol

from stablehand.core.decks.files import DeckError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from stablehand.core.decks.merge import Row

WHOLE: Final = -1
"""The offset of a finding that is about a whole field."""
Path = tuple[str | int, ...]


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that is wrong with a deck, or that may be."""

    path: Path
    """Where in the table: () is the deck, ("card", 3, "copies") a field of its fourth card."""
    sentence: str
    offset: int = WHOLE
    """Where in the text of that field."""
    is_warning: bool = False


class FieldError(DeckError):
    """Raised for a field of a card that is wrong somewhere in its text."""

    def __init__(self, key: str, sentence: str, offset: int = WHOLE) -> None:
        super().__init__(sentence)
        self.key = key
        self.offset = offset


class OwnDecks(Protocol):
    """What a game says of decks of one's own: the part `decks` of its manifest."""

    @property
    def game(self) -> str:
        """The name of the game."""
        ...

    @property
    def bases(self) -> Sequence[str]:
        """The decks that can be extended."""
        ...

    @property
    def totals(self) -> Sequence[str]:
        """The fields of the head that count the cards."""
        ...

    @property
    def fixed(self) -> Sequence[str]:
        """The fields of a card that a deck that extends another one cannot change."""
        ...

    def table(self, base: str) -> dict[str, Any]:
        """Return a deck that comes with the game, as its file has it; nobody changes it."""
        ...

    def printed(self) -> Mapping[str, str]:
        """Return the names of all cards that come with the game, by id."""
        ...

    def check_head(self, head: dict[str, Any], where: str) -> None:
        """Raise DeckError for a head that is wrong."""
        ...

    def check_row(self, row: Row, rows: Sequence[Row], head: Mapping[str, Any], where: str) -> None:
        """Raise DeckError for a card that is wrong beside the others, whatever it does."""
        ...

    def normal(self, row: Row) -> Row:
        """Return a card with what it does in its canonical form; raise FieldError if that is no language."""
        ...

    def counted(self, rows: Sequence[Row]) -> dict[str, int]:
        """Return the totals of cards."""
        ...

    def build(self, table: dict[str, Any], own: frozenset[str]) -> object:
        """Return a whole deck as the game plays it; raise DeckError if it cannot be played."""
        ...

    def faults(self, table: dict[str, Any]) -> Iterator[tuple[str, str, str]]:
        """Yield the id of each card that makes no sense in its deck, the field and the sentence."""
        ...

    def doubts(self, table: dict[str, Any], own: frozenset[str]) -> Iterator[tuple[str, str]]:
        """Yield the ids of cards that can be played but look wrong, each with a sentence.

        That a card of `own` says the same as another is such a sentence.
        """
        ...

    def words(self) -> str:
        """Return what a card can be made of, as a text to read."""
        ...

    def template(self, base: str, name: str) -> str:
        """Return the text of a new file that extends a deck."""
        ...
