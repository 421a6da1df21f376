"""How the parts of an effect hang together, as far as its text depends on it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from stablehand.games.unicorns.vocabulary import (
    ANOTHER,
    ANYONE,
    EVERYBODY,
    OTHERS,
    Act,
    All,
    AtLeast,
    Both,
    Count,
    Draw,
    If,
    Look,
    Make,
    May,
    OneOf,
    Pull,
    Recycle,
    Reveal,
    Rob,
    Search,
    SeeHand,
    Some,
    Then,
    TradeHands,
    With,
    Word,
)
from stablehand.text.message import capital

if TYPE_CHECKING:
    from collections.abc import Iterator

    from stablehand.games.unicorns.vocabulary import Condition, Filter

COMPOUND: Final = (Then, Both, Make, May, With, If, Reveal)
OF_A_HAND: Final = (Pull, Rob, SeeHand, TradeHands)


class More(int):
    """How many cards are drawn after everybody has drawn. Compiled words cannot be derived from."""

    __slots__ = ()


def with_more(parts: tuple[Word, ...]) -> list[Word]:
    """Return the parts; what you draw after everybody has drawn is more."""
    said: list[Word] = []
    for part in parts:
        has_drawn = any(
            isinstance(before, Make) and before.who == EVERYBODY and _draws(before) for before in said
        )
        match part:
            case Draw(int(n)) if has_drawn:
                said.append(Draw(More(n)))
            case May(Draw(int(n))) if has_drawn:
                said.append(May(Draw(More(n))))
            case _:
                said.append(part)
    return said


def with_another(do: Word) -> Word:
    """Return what is done after a card was drawn: what is drawn then is more."""
    match do:
        case May(inner):
            return May(with_another(inner))
        case Both(parts):
            return Both(tuple(map(with_another, parts)))
        case Draw(int(n)):
            return Draw(More(n))
        case _:
            return do


def _draws(word: Word) -> bool:
    match word:
        case Make(_, do):
            return _draws(do)
        case Then(_, second):
            return _draws(second)
        case _:
            return isinstance(word, Draw)


def names_its_player(word: With) -> bool:
    """Whether a single verb can name the players it is done to: "PULL a card from another player's hand".

    A longer word cannot: what belongs to each player would read as done once.
    """
    do = word.do
    if isinstance(do, OF_A_HAND):
        return True
    if word.who not in {EVERYBODY, OTHERS} or not isinstance(do, Act) or do.until:
        return False
    of = filter_of(do)
    is_counted = isinstance(do.what, All) or (isinstance(do.what, Some) and isinstance(do.what.n, int))
    return of is not None and is_counted and (of.place == "theirs" or do.to == "their_stable")


def speaks_of_them(word: Word) -> bool:
    """Whether a doing is about a player who was spoken of before it, and about no other one."""
    parts = list(words_in(word))
    return any(map(_is_theirs, parts)) and not any(
        isinstance(part, With) or asks_whom(part) for part in parts
    )


def _is_theirs(part: Word) -> bool:
    if isinstance(part, OF_A_HAND):
        return True
    if not isinstance(part, Act):
        return False
    of = filter_of(part)
    return part.to == "their_stable" or (of is not None and of.place == "theirs")


def filter_of(act: Act) -> Filter | None:
    """Return which cards an act is about; None if it is this card, or the one spoken of."""
    return act.what.of if isinstance(act.what, Some | All) else None


def is_list(word: Word) -> bool:
    """Whether a word is several single verbs, listed with "and"."""
    return isinstance(word, Both) and not any(isinstance(part, COMPOUND) for part in word.parts)


def is_long(word: Word) -> bool:
    """Whether a word is longer than a verb or a list of verbs, so that "then" after it would be unclear."""
    if isinstance(word, With):
        return not names_its_player(word)
    return isinstance(word, (OneOf, *COMPOUND)) and not is_list(word)


def is_verb(word: Word) -> bool:
    """Whether a word is a single verb, said in one piece, so that what follows is about all of it."""
    return not (isinstance(word, (OneOf, *COMPOUND)) or (isinstance(word, Act) and word.until))


def is_joined(word: Word) -> bool:
    """Whether a word is several parts that are joined by "also", because some of them are compound."""
    return isinstance(word, Both) and not is_list(word)


def lists_cards(word: Word) -> bool:
    """Whether a verb has a list of cards, so that an "and" after it needs to be set apart."""
    return isinstance(word, Recycle) and (word.this or word.hand)


def is_also(word: Word, before: Word) -> bool:
    """Whether all players who are made to do a single verb are made to do another one next."""
    if not (isinstance(word, Make) and isinstance(before, Make) and word.who == before.who):
        return False
    return word.who in {EVERYBODY, OTHERS} and is_verb(word.do) and is_verb(before.do)


def is_implied(condition: Condition, do: Word) -> bool:
    """Whether a condition only says that a count is not 0: "if you have 4, DRAW a card for each beyond 3"."""
    match condition, do:
        case AtLeast(n, of), Draw(Count(counted, less)):
            return n == less + 1 and counted in ({of} if of.place else {of, of.yours})
        case _:
            return False


def sentences(parts: list[str]) -> list[str]:
    """Return the parts as sentences of one text: all but the first begin with a capital."""
    return [parts[0], *(capital(part) for part in parts[1:])]


def words_in(word: Word) -> Iterator[Word]:
    """Yield a word and all words inside it, in printed order."""
    yield word
    match word:
        case May(do) | Make(_, do) | With(_, do) | If(_, do):
            yield from words_in(do)
        case Then(first, second):
            yield from words_in(first)
            yield from words_in(second)
        case Both(parts) | OneOf(parts):
            for part in parts:
                yield from words_in(part)
        case Reveal(cases):
            for _, do in cases:
                yield from words_in(do)
        case _:
            pass


def asks_whom(part: Word) -> bool:
    """Whether a word lets its player choose another one."""
    if isinstance(part, Make | With):
        return part.who in {ANYONE, ANOTHER}
    if isinstance(part, Look):
        return part.rest == "give"
    if isinstance(part, Search):
        return part.to == "any_stable"
    return isinstance(part, Act) and part.verb in {"move", "give"} and part.to in {ANYONE, ANOTHER}
