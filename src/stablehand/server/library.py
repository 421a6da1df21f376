"""What can be played and read here.

Where 18+ decks are not allowed, nothing of them comes out: no deck, card, option or value, and no rule that
names one of their cards.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any, Final

import msgspec

from stablehand import load, names
from stablehand.server.bodies import Changed, DeckListed, GameListed, OptionListed, ValueListed
from stablehand.table.offers import decks_for, seats_of, settings_for
from stablehand.table.refusal import Refusal
from stablehand.text import voices
from stablehand.text.language import LANGUAGES
from stablehand.text.page import page_words

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from stablehand.text.voices import Setting

ADULT_SECTIONS: Final = frozenset({"party"})
ADULT_WORDS: Final = ("home.adults", "home.gate", "party.", "rules.adults")
"""How the keys of messages begin that only adults get to see."""


def games(lang: str, *, has_adult: bool) -> list[GameListed]:
    """Return every game, with its decks and what a table may choose."""
    return [
        GameListed(
            game,
            voices.book(game, lang).title,
            min(seats := seats_of(game)),
            max(seats),
            tuple(
                DeckListed(deck.id, deck.title, deck.is_adult) for deck in decks_for(game, lang, has_adult)
            ),
            _options(game, lang, has_adult=has_adult),
        )
        for game in names()
    ]


@lru_cache(256)
def cards(game: str, deck: str, lang: str, layer: str, *, has_adult: bool) -> bytes:
    """Return the cards of a deck as JSON."""
    if game not in names() or deck not in {known.id for known in decks_for(game, lang, has_adult)}:
        raise Refusal("no_deck")
    hidden = frozenset() if has_adult else _adult_rules(game)
    rows = voices.cards(game, deck, lang, layer)
    for row in rows:
        rulings: Any = row["rulings"]
        row["rulings"] = [ruling for ruling in rulings if ruling["id"] not in hidden]
    return msgspec.json.encode(rows)


@lru_cache(128)
def rules(game: str, lang: str, layer: str, *, has_adult: bool) -> bytes:
    """Return the rules of a game as JSON."""
    if game not in names():
        raise Refusal("no_deck")
    book: dict[str, Any] = voices.rulebook(game, lang, layer, has_adult=has_adult)
    if not has_adult:
        hidden = _adult_rules(game)
        for section in book["sections"]:
            section["rules"] = [rule for rule in section["rules"] if rule["id"] not in hidden]
        book["sections"] = [one for one in book["sections"] if one["id"] not in ADULT_SECTIONS]
    return msgspec.json.encode(book)


@cache
def words(lang: str, *, has_adult: bool) -> dict[str, str]:
    """Return what the pages in the browser say, by key."""
    return {
        key: message
        for key, message in page_words(lang).items()
        if has_adult or not key.startswith(ADULT_WORDS)
    }


def changed_options(game: str, seats: int, options: Mapping[str, object], lang: str) -> tuple[Changed, ...]:
    """Return how a table differs from the book of its deck."""
    settings = voices.house_rules(game, lang, seats)
    deck = str(options.get("deck", _usual_deck(game)))
    return tuple(
        Changed(setting.id, setting.text, value, _said(setting, value))
        for setting in settings
        if setting.id != "deck"
        and setting.id in options
        and (value := _plain(options[setting.id])) != setting.defaults[deck]
    )


@cache
def _adult_rules(game: str) -> frozenset[str]:
    """Return the rules that name cards which only 18+ decks have."""
    lang = LANGUAGES[0]
    decks = voices.decks(game)
    harmless = {row["id"] for deck in decks if not deck.is_adult for row in voices.cards(game, deck.id, lang)}
    found: set[str] = set()
    for deck in decks:
        for row in voices.cards(game, deck.id, lang) if deck.is_adult else ():
            rulings: Any = row["rulings"]
            if row["id"] not in harmless:
                found |= {ruling["id"] for ruling in rulings}
    return frozenset(found)


@cache
def _usual_deck(game: str) -> str:
    """Return the deck that is played if nobody says."""
    view: Any = load(game).view(load(game).start(min(seats_of(game))), None)
    return str(view["options"]["deck"])


@cache
def _options(game: str, lang: str, *, has_adult: bool) -> tuple[OptionListed, ...]:
    """Return the options of a game, in each form that they have at tables of some number of seats."""
    forms: dict[str, list[tuple[Setting, list[int]]]] = {}
    for seats in seats_of(game):
        for setting in settings_for(game, lang, seats, has_adult):
            known = forms.setdefault(setting.id, [])
            numbers = next((numbers for form, numbers in known if form == setting), None)
            if numbers is None:
                known.append((setting, [seats]))
            else:
                numbers.append(seats)
    return tuple(_listed(form, numbers) for known in forms.values() for form, numbers in known)


def _listed(setting: Setting, seats: Sequence[int]) -> OptionListed:
    return OptionListed(
        id=setting.id,
        kind=setting.kind,
        text=setting.text,
        values=tuple(ValueListed(choice.value, choice.text) for choice in setting.values),
        defaults=setting.defaults,
        least=setting.least,
        most=setting.most,
        seats=tuple(seats),
    )


def _said(setting: Setting, value: object) -> str:
    return next((choice.text for choice in setting.values if choice.value == value), "")


def _plain(value: object) -> Any:  # noqa: ANN401 - JSON
    return msgspec.to_builtins(value)
