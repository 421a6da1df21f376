"""Read a card's abilities from text: `When(ENTERS, May(destroy(a(UNICORN))))`.

A recursive descent over the forms of the vocabulary. Nothing of the text is ever executed: a name is looked
up in the forms, and its arguments are checked against their annotations before a word is made of them. Time
and depth are bounded by the length of the text, by MOST_WORDS and by MOST_DEPTH.
"""

from __future__ import annotations

import difflib
from dataclasses import fields
from typing import TYPE_CHECKING, Any, Final, get_args, get_origin

from stablehand.games.unicorns.vocabulary import ANY_CARD, Ability, Cast, Filter, Some, While, Word, a, both
from stablehand.games.unicorns.vocabulary.forms import (
    REQUIRED,
    WHOLE_CARD,
    Argument,
    Form,
    constants,
    described,
    forms,
    refinements,
)
from stablehand.games.unicorns.vocabulary.schema import (
    NotAWord,
    bits_of,
    check,
    fits,
    hints_of,
    is_kinds,
    part_of,
)
from stablehand.games.unicorns.vocabulary.tokens import END, CardTextError, Token, quoted, tokens_of

if TYPE_CHECKING:
    from stablehand.games.unicorns.vocabulary import Abilities

MOST_DEPTH: Final = 20
"""Brackets in brackets; printed cards have at most 8."""
MOST_WORDS: Final = 200
"""Names, numbers and texts of a card; printed cards have at most 25."""
_FIXED: Final = {"True": True, "False": False, "None": None}


def parse(text: str) -> Abilities:
    """Return the abilities that a text says, with commas between them; raise CardTextError for any other.

    >>> parse("When(ENTERS, May(Draw(2))), Lands()")
    (When(moment='enters', do=May(do=Draw(n=2))), Lands())
    >>> parse("Cast(destory(a(UNICORN)))")
    Traceback (most recent call last):
    stablehand.games.unicorns.vocabulary.tokens.CardTextError: line 1, column 6: 'destory' is not a word of the card language; did you mean 'destroy'?
    """  # noqa: E501 - one sentence
    reader = _Reader(text)
    try:
        return reader.abilities()
    except CardTextError:
        raise
    except NotAWord as error:  # a fault in the whole, which has no place of its own
        raise CardTextError(str(error).rstrip("."), text, 0) from error


class _Reader:
    def __init__(self, text: str) -> None:
        self.text = text
        self.tokens = tokens_of(text)
        self.next = 0
        self.words = 0
        self.depth = 0

    # ---- the whole

    def abilities(self) -> Abilities:
        if self.token.kind == END:
            raise self.error(self.token, f"an ability is missing: write {described(Ability)}")
        is_whole = self.token.text == WHOLE_CARD
        if is_whole:
            self.take()
            self.expect("(")
        found = []
        while not self.is_sign(")") and self.token.kind != END:
            found.append(self.checked(Argument("", Ability), ""))
            if not self.accept(","):
                break
        if is_whole:
            self.expect(")")
        if self.token.kind != END:
            raise self.error(self.token, f"expected a comma or the end, but found {self.token.shown}")
        check(tuple(found))
        return tuple(found)

    # ---- values

    def checked(self, argument: Argument, of: str) -> Any:  # noqa: ANN401 - any word, or anything a word holds
        """Return the value that comes next, which must fit an argument of a form."""
        first = self.token
        value = self.value(argument.hint)
        if not fits(value, argument.hint):
            found = self.text[first.at : self.end_of_last]
            expected = described(argument.hint)
            told = (
                f"{of} takes {expected} as its {argument.name!r}, not"
                if of
                else f"expected {expected}, but found"
            )
            raise self.error(first, f"{told} {quoted(found)}{_nearly(value, found, argument.hint)}")
        return value

    def value(self, hint: Any) -> Any:  # noqa: ANN401 - any annotation, any value
        first = self.token
        found = self.refined(hint)
        while self.is_sign("|"):
            sign = self.take()
            other = self.refined(hint)
            if not (_is_kinds_only(found) and _is_kinds_only(other)):
                raise self.error(
                    sign,
                    "| stands between kinds of cards only, such as UPGRADE | DOWNGRADE; "
                    "a place comes after brackets: (UPGRADE | DOWNGRADE).yours",
                )
            found = found | other
        if isinstance(found, Filter) and not 0 < found.kinds <= ANY_CARD:
            raise self.error(first, "a filter needs a kind of card")
        return found

    def refined(self, hint: Any) -> Any:  # noqa: ANN401 - the same
        found = self.atom(hint)
        while self.is_sign("."):
            self.take()
            name = self.take()
            if not isinstance(found, Filter) or name.text not in refinements():
                told = f"only a filter has a place, such as UNICORN.{next(iter(refinements()))}"
                if isinstance(found, Filter):
                    told = f"after the dot comes one of {', '.join(refinements())}, not {name.shown}"
                raise self.error(name, told + _meant(name.text, refinements()))
            if found.place and refinements()[name.text]:
                raise self.error(name, f"the filter has a place already, {found.place!r}")
            found = getattr(found, name.text)
        return found

    def atom(self, hint: Any) -> Any:  # noqa: ANN401 - the same
        token = self.take()
        self.words += 1
        if self.words > MOST_WORDS:
            raise self.error(token, f"a card has at most {MOST_WORDS} words")
        if token.kind == "number":
            return int(token.text)
        if token.kind == "text":
            return token.text[1:-1]
        if token.text == "(":
            return self.bracket(token, hint)
        if token.kind == "name":
            return self.named(token, hint)
        raise self.error(token, f"expected {described(hint)}, but found {token.shown}")

    def bracket(self, opening: Token, hint: Any) -> Any:  # noqa: ANN401 - the same
        """Return a list in brackets where one is meant, else the value in them."""
        self.deepen(opening)
        if get_origin(hint) is not tuple:
            found = self.value(hint)
            self.close(opening)
            return found
        parts: list[Any] = []
        has_comma = True
        while has_comma and not self.is_sign(")"):
            parts.append(self.checked(Argument("", self.part(hint, len(parts))), ""))
            has_comma = self.accept(",")
        self.close(opening)
        if len(parts) == 1 and not has_comma:
            raise self.error(self.last, "a list of one has a comma before its closing bracket")
        return tuple(parts)

    def part(self, hint: Any, number: int) -> Any:  # noqa: ANN401 - the same
        """Return the annotation of a part of a list."""
        parts = get_args(hint)
        if Ellipsis not in parts and number >= len(parts):
            raise self.error(self.token, f"expected ')', but found {self.token.shown}")
        return part_of(hint, number)

    def named(self, token: Token, hint: Any) -> Any:  # noqa: ANN401 - the same
        """Return what a name stands for."""
        name = token.text
        if name in _FIXED:
            return _FIXED[name]
        if name in constants():
            if self.is_sign("("):
                raise self.error(self.token, f"{name!r} stands alone, without brackets")
            return constants()[name]
        form = forms().get(name) if name != WHOLE_CARD else None
        if form is None:
            known = [*(forms().keys() - {WHOLE_CARD}), *constants(), *_FIXED]
            more = _meant(name, sorted(known)) or f"; expected {described(hint)}"
            raise self.error(token, f"{name!r} is not a word of the card language{more}")
        if not self.is_sign("("):
            raise self.error(token, f"{name!r} needs brackets: {form.usage}")
        return self.call(form, token)

    # ---- arguments

    def call(self, form: Form, token: Token) -> Any:  # noqa: ANN401 - the same
        opening = self.take()
        self.deepen(opening)
        given: dict[str, Any] = {}
        rest: list[Any] = []
        while not self.is_sign(")"):
            argument = self.argument(form, given)
            if argument.is_rest:
                rest.append(self.checked(argument, form.name))
            elif is_kinds(form.name, argument.name):
                given[argument.name] = self.kinds()
            else:
                given[argument.name] = self.checked(argument, form.name)
            if not self.accept(","):
                break
        self.close(opening)
        for argument in form.arguments:
            if argument.name not in given and argument.default is REQUIRED and not argument.is_rest:
                raise self.error(token, f"{form.name} lacks {argument.name}: write {form.usage}")
        return form.build(*rest, **given)

    def argument(self, form: Form, given: dict[str, Any]) -> Argument:
        """Return which argument comes next: the one that is named, or the first that is not given yet."""
        token = self.token
        if token.kind == "name" and self.tokens[self.next + 1].text == "=":
            self.take()
            self.take()
            found = next((one for one in form.arguments if one.name == token.text and not one.is_rest), None)
            if found is None:
                names = [one.name for one in form.arguments]
                more = _meant(token.text, names)
                raise self.error(token, f"{form.name} has no {token.text!r}: write {form.usage}{more}")
        else:
            found = next((one for one in form.arguments if one.name not in given), None)
            if found is None:
                several = any(one.hint is Word for one in form.arguments)
                more = f"; several things to do are {both.__name__}(…, …)" if several else ""
                raise self.error(token, f"{form.name} takes no more than {form.usage}{more}")
        if found.name in given:
            raise self.error(token, f"{form.name} has {found.name!r} twice")
        return found

    def kinds(self) -> int:
        """Return kinds of cards that are named one by one, as `Filter` has them."""
        first = self.token
        value = self.value(tuple[str, ...])
        try:
            return bits_of(list(value) if isinstance(value, tuple) else value)
        except NotAWord as error:
            raise self.error(first, str(error).rstrip(".")) from error

    # ---- tokens

    @property
    def token(self) -> Token:
        """The next token."""
        return self.tokens[self.next]

    @property
    def last(self) -> Token:
        """The token before."""
        return self.tokens[self.next - 1]

    @property
    def end_of_last(self) -> int:
        return self.last.at + len(self.last.text)

    def take(self) -> Token:
        token = self.token
        if token.kind != END:
            self.next += 1
        return token

    def is_sign(self, sign: str) -> bool:
        return self.token.kind == "sign" and self.token.text == sign

    def accept(self, sign: str) -> bool:
        if found := self.is_sign(sign):
            self.take()
        return found

    def expect(self, sign: str) -> None:
        if not self.accept(sign):
            raise self.error(self.token, f"expected {sign!r}, but found {self.token.shown}")

    def deepen(self, opening: Token) -> None:
        self.depth += 1
        if self.depth > MOST_DEPTH:
            raise self.error(opening, f"brackets stand in at most {MOST_DEPTH} others")

    def close(self, opening: Token) -> None:
        self.depth -= 1
        if not self.accept(")"):
            column = opening.at - (self.text.rfind("\n", 0, opening.at) + 1) + 1
            raise self.error(
                self.token,
                f"expected ',' or the ')' that closes the bracket of column {column}, "
                f"but found {self.token.shown}",
            )

    def error(self, token: Token, message: str) -> CardTextError:
        return CardTextError(message, self.text, token.at)


def _nearly(value: object, found: str, hint: Any) -> str:  # noqa: ANN401 - any annotation
    """Return what was probably meant by a value that does not fit."""
    if isinstance(value, Filter) and fits(Some(1, value), hint):
        return f"; did you mean {a.__name__}({found})?"
    for maker in (Cast, While):
        if hint is Ability and fits(value, hints_of(maker)[fields(maker)[0].name]):
            return f"; did you mean {maker.__name__}({found})?"
    if get_origin(hint) is tuple and Ellipsis in get_args(hint) and fits(value, part_of(hint, 0)):
        return f"; did you mean ({found},)?"
    return ""


def _is_kinds_only(found: object) -> bool:
    return isinstance(found, Filter) and found == Filter(found.kinds)


def _meant(name: str, known: Any) -> str:  # noqa: ANN401 - any names
    near = difflib.get_close_matches(name[:60], list(known), n=1, cutoff=0.7)
    lower = [one for one in known if one.casefold().rstrip("_") == name.casefold().rstrip("_")]
    found = lower or near
    return f"; did you mean {found[0]!r}?" if found else ""
