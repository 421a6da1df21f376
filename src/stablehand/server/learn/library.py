"""The games, decks, cards, rules and messages of this server.

Where 18+ decks are not allowed, nothing of them is returned: no deck, card, option or value, and no rule that
names one of their cards.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any, Final

import msgspec

from stablehand import names
from stablehand.core.registry import manifest
from stablehand.server.http.schemas import (
    BarListed,
    Changed,
    DeckListed,
    GameListed,
    OptionListed,
    PackListed,
    PresetListed,
    ValueListed,
)
from stablehand.table.commands.offers import (
    ADULT_OPTIONS,
    check,
    decks_for,
    packs_for,
    seats_of,
    settings_for,
)
from stablehand.table.refusal import Refusal
from stablehand.text import voices
from stablehand.text.language import LANGUAGES
from stablehand.text.packs import AND, PACKS
from stablehand.text.page import page_words
from stablehand.text.rulebook import RULESET

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from stablehand.core.manifest import Manifest
    from stablehand.text.packs import Pack
    from stablehand.text.voices import Setting

ADULT_SECTIONS: Final = frozenset({"party"})
ADULT_WORDS: Final = ("home.adults", "home.gate", "party.", "rules.adults")
"""Prefixes of the keys of messages that only servers with 18+ decks return."""


def games(lang: str, *, has_adult: bool) -> list[GameListed]:
    """Return every game with its decks and options."""
    return [_game(manifest(name), lang, has_adult=has_adult) for name in names()]


def games_json(lang: str, *, has_adult: bool) -> bytes:
    """Return the same as JSON."""
    return _games_json(tuple(names()), lang, has_adult=has_adult)


@lru_cache(64)
def _games_json(known: Sequence[str], lang: str, *, has_adult: bool) -> bytes:
    del known  # a game that is added makes another list
    return msgspec.json.encode(games(lang, has_adult=has_adult))


def _game(described: Manifest, lang: str, *, has_adult: bool) -> GameListed:
    game, seats = described.name, seats_of(described.name)
    return GameListed(
        id=game,
        title=voices.book(game, lang).title,
        least_seats=min(seats),
        most_seats=max(seats),
        decks=tuple(
            DeckListed(deck.id, deck.title, deck.is_adult) for deck in decks_for(game, lang, has_adult)
        ),
        packs=tuple(_listed_pack(pack) for pack in packs_for(game, lang, has_adult)),
        options=_options(game, lang, has_adult=has_adult),
        default_deck=described.deck,
        rule_prefixes=described.rule_prefixes,
        has_lesson=bool(described.lesson),
        presets=tuple(PresetListed(name, dict(options)) for name, options in described.presets),
        has_windows=described.has_windows,
        rank=described.rank,
    )


def _listed_pack(pack: Pack) -> PackListed:
    return PackListed(
        id=pack.id,
        title=pack.title,
        text=pack.text,
        cards=pack.cards,
        is_adult=pack.is_adult,
        decks=pack.decks,
        bars=tuple(BarListed(bar.deck, bar.pack, bar.text) for bar in pack.bars),
        cover=pack.cover,
    )


@lru_cache(256)
def cards(game: str, deck: str, lang: str, layer: str, *, has_adult: bool) -> bytes:
    """Return the cards of a deck with expansions as JSON; raise Refusal if one is unknown or not allowed."""
    if game not in names() or not _is_offered(game, deck, has_adult=has_adult):
        raise Refusal("no_deck")
    hidden = frozenset() if has_adult else _adult_rules(game)
    rows = voices.cards(game, deck, lang, layer)
    for row in rows:
        rulings: Any = row["rulings"]
        row["rulings"] = [ruling for ruling in rulings if ruling["id"] not in hidden]
    return msgspec.json.encode(rows)


def _is_offered(game: str, deck: str, *, has_adult: bool) -> bool:
    """Return whether a deck may be played with its expansions, each named once."""
    base, *chosen = deck.split(AND)
    known = {pack.id: pack for pack in packs_for(game, LANGUAGES[0], has_adult)}
    return (
        base in {one.id for one in decks_for(game, LANGUAGES[0], has_adult)}
        and len(chosen) == len(set(chosen))
        and all(name in known and base in known[name].decks for name in chosen)
        and not any(bar.pack in chosen for name in chosen for bar in known[name].bars)
    )


@lru_cache(128)
def rules(game: str, lang: str, layer: str, *, has_adult: bool, ruleset: str = "") -> bytes:
    """Return the rules of a game as JSON; raise Refusal if the game or its ruleset is not offered."""
    if game not in names():
        raise Refusal("no_deck")
    if ruleset:
        check(game, min(seats_of(game)), {RULESET: ruleset}, has_adult=has_adult)
    book: dict[str, Any] = voices.rulebook(game, lang, layer, has_adult=has_adult, ruleset=ruleset)
    for part in (*book["chapters"], *book["sections"]):
        part["is_adult"] = part["id"] in ADULT_SECTIONS
    if not has_adult:
        hidden = _adult_rules(game)
        for section in book["sections"]:
            section["rules"] = [rule for rule in section["rules"] if rule["id"] not in hidden]
        for depth in ("chapters", "sections"):
            book[depth] = [one for one in book[depth] if not one["is_adult"]]
    return msgspec.json.encode(book)


@cache
def words(lang: str, *, has_adult: bool) -> dict[str, Any]:
    """Return the messages of the browser pages by key, parsed as `text.page` describes."""
    return {
        key: message
        for key, message in page_words(lang).items()
        if has_adult or not key.startswith(ADULT_WORDS)
    }


@cache
def words_json(lang: str, *, has_adult: bool) -> bytes:
    """Return the same as JSON."""
    return msgspec.json.encode(words(lang, has_adult=has_adult))


def changed_options(game: str, seats: int, options: Mapping[str, object], lang: str) -> tuple[Changed, ...]:
    """Return the options of a table that differ from the defaults of its deck."""
    settings = voices.house_rules(game, lang, seats)
    deck = str(options.get("deck", _default_deck(game)))
    return tuple(
        Changed(setting.id, setting.text, value, _said(setting, value))
        for setting in settings
        if setting.id != "deck"
        and setting.id in options
        and (value := _plain(options[setting.id])) != setting.defaults[deck]
    )


@cache
def _adult_rules(game: str) -> frozenset[str]:
    """Return the ids of rules about cards that only 18+ decks and expansions have."""
    lang = LANGUAGES[0]
    decks = [(deck.id, deck.is_adult) for deck in voices.decks(game)]
    packs = [(f"{pack.decks[0]}{AND}{pack.id}", pack.is_adult) for pack in voices.packs(game)]
    harmless = {
        row["id"]
        for deck, is_adult in (*decks, *packs)
        if not is_adult
        for row in voices.cards(game, deck, lang)
    }
    found: set[str] = set()
    for deck, is_adult in (*decks, *packs):
        for row in voices.cards(game, deck, lang) if is_adult else ():
            rulings: Any = row["rulings"]
            if row["id"] not in harmless:
                found |= {ruling["id"] for ruling in rulings}
    return frozenset(found)


def _default_deck(game: str) -> str:
    """Return the default deck of a game; "" for a game without decks."""
    return manifest(game).deck


@cache
def _options(game: str, lang: str, *, has_adult: bool) -> tuple[OptionListed, ...]:
    """Return the options of a game, each once for every form that it has by the number of seats."""
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
        is_adult=setting.id in ADULT_OPTIONS,
    )


def _said(setting: Setting, value: object) -> str:
    if setting.id == PACKS and isinstance(value, list):
        return ", ".join(choice.text for choice in setting.values if choice.value in value)
    return next((choice.text for choice in setting.values if choice.value == value), "")


def _plain(value: object) -> Any:  # noqa: ANN401 - JSON
    return msgspec.to_builtins(value)
