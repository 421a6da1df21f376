"""The numbers by which stored states name words: each word and filter of a deck, equal ones by one number."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from functools import lru_cache

from stablehand.games.unicorns.decks.catalog import catalog
from stablehand.games.unicorns.vocabulary import CARD, INSTANT, Filter, Procedure, Word, a, discard


class Words:
    """Every word and filter that a frame of a deck can hold."""

    def __init__(self, found: list[object]) -> None:
        """Give numbers to words, in the order in which they were found first."""
        self.words: tuple[object, ...] = tuple(dict.fromkeys(found))
        """By number."""
        self.numbers: dict[object, int] = {word: number for number, word in enumerate(self.words)}
        # Looking a word up hashes all that it is made of. The objects that cards hold are found by `id`.
        self._found = found
        self._texts: dict[int, str] = {id(word): str(self.numbers[word]) for word in found}

    def text(self, word: object) -> str:
        """Return the number of a word as text; raise KeyError for a word that no card has."""
        text = self._texts.get(id(word))
        return str(self.numbers[word]) if text is None else text


@lru_cache(256)  # decks of one's own come and go
def words_of(deck: str, expansions: tuple[str, ...]) -> Words:
    """Return the words of a deck with its expansions; every procedure is one."""
    found: list[object] = [CARD, INSTANT, discard(a(CARD))]
    found += [procedure() for procedure in sorted(Procedure.__subclasses__(), key=lambda cls: cls.__name__)]
    for effect in catalog(deck, expansions).effects:
        _collect(effect.do, found)
    return Words(found)


def _collect(thing: object, found: list[object]) -> None:
    if isinstance(thing, tuple):
        for part in thing:
            _collect(part, found)
    elif is_dataclass(thing) and not isinstance(thing, type):
        if isinstance(thing, Word | Filter):
            found.append(thing)
        for field in fields(thing):
            _collect(getattr(thing, field.name), found)
