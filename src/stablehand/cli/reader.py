"""The reader of the output: the language, and the names of the cards.

The language is that of `--lang`; else of STABLEHAND_LANG, where an unknown one is an error; else of the first
of LC_ALL, LC_MESSAGES and LANG that is set: LC_ALL=C is English even if LANG is Polish.
"""

from __future__ import annotations

import os
import re
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from stablehand.cli.errors import CommandError
from stablehand.cli.files import reason
from stablehand.cli.screen.screen import card_ids
from stablehand.text import voices
from stablehand.text.language import LANGUAGES, PSEUDO, language
from stablehand.text.names import LAYERS

if TYPE_CHECKING:
    import argparse
    from collections.abc import Mapping

    from stablehand.text.language import Language

OURS: Final = "STABLEHAND_LANG"
LOCALE: Final = ("LC_ALL", "LC_MESSAGES", "LANG")
LARGEST: Final = 1 << 20
"""Bytes; no file of names comes near it."""


@dataclass(frozen=True, slots=True)
class Reader:
    """A language and a layer of names; "" is the layer of the table, or the printed names."""

    lang: str = "en"
    layer: str | Mapping[str, str] = ""

    @property
    def language(self) -> Language:
        """The language as an object."""
        return language(self.lang)

    def say(self, key: str, /, **values: object) -> str:
        """Return a message of the interface in the language."""
        return self.language.catalogue("interface").say(key, **values)


def add_language(parser: argparse.ArgumentParser) -> None:
    """Add `--lang`."""
    parser.add_argument(
        "--lang",
        metavar="LANG",
        help=f"{', '.join(LANGUAGES)}; the default is that of {OURS} or of your locale",
    )


def add_names(parser: argparse.ArgumentParser) -> None:
    """Add `--names`."""
    parser.add_argument(
        "--names",
        metavar="LAYER",
        help=f'what cards are called: {", ".join(LAYERS)}, or a TOML file of lines: card_id = "Name"',
    )


def reader_of(args: argparse.Namespace, game: str = "") -> Reader:
    """Return who reads; raise a CommandError otherwise; names are those of a game's cards."""
    lang = chosen_language(args.lang, os.environ)
    names: str | None = args.names if game else None
    return Reader(lang, "" if names is None else _layer(names, game, lang))


def chosen_language(given: str | None, environ: Mapping[str, str]) -> str:
    """Return the code of the language that was asked for, or the default.

    >>> chosen_language(None, {"LANG": "pl_PL.UTF-8"}), chosen_language(None, {"LC_ALL": "C", "LANG": "pl"})
    ('pl', 'en')
    """
    if given is not None:
        return _known(given)
    if ours := environ.get(OURS):
        return _known(ours, f"{OURS}: ")
    locale = next((environ[name] for name in LOCALE if environ.get(name)), "")
    code = re.split(r"[_.@-]", locale.lower())[0]
    return code if code in LANGUAGES else LANGUAGES[0]


def _known(code: str, where: str = "") -> str:
    if code not in (*LANGUAGES, PSEUDO):
        raise CommandError(f"{where}Unknown language {code!r}; choose one of: {', '.join(LANGUAGES)}.")
    return code


def _layer(names: str, game: str, lang: str) -> str | dict[str, str]:
    """Return the name of a layer, or the names in a file."""
    if names in LAYERS:
        return names
    path = Path(names)
    try:
        if path.stat().st_size > LARGEST:
            raise CommandError(f"{path} is too big to be a file of names.")
        table: dict[str, object] = tomllib.loads(path.read_text("utf-8"))
    except FileNotFoundError as error:
        raise CommandError(
            f"--names is {', '.join(LAYERS)} or a file, and there is no file {names!r}."
        ) from error
    except OSError as error:
        raise CommandError(f"{path} cannot be read: {reason(error)}.") from error
    except (ValueError, RecursionError) as error:  # not TOML, or not even UTF-8
        raise CommandError(f"{path} is not a TOML file of names: {_first_line(error)}.") from error
    layer = {card: _name(path, card, name, game) for card, name in table.items()}
    _check_that_names_differ(path, layer, game, lang)
    return layer


def _name(path: Path, card: str, name: object, game: str) -> str:
    if card not in card_ids(game):
        raise CommandError(f"{path}: {game} has no card {card!r}.")
    if not isinstance(name, str):
        raise CommandError(f"{path}: the name of {card!r} must be a text, not {name!r:.60}.")
    if not name.strip() or not name.isprintable():
        raise CommandError(f"{path}: the name of {card!r} must have visible characters in one line.")
    return name.strip()


def _check_that_names_differ(path: Path, layer: dict[str, str], game: str, lang: str) -> None:
    """Raise a CommandError if two cards of a deck would have the same name, which must be unique."""
    for deck in voices.decks(game):
        called: dict[str, str] = {}
        for row in voices.cards(game, deck.id, lang, layer):
            card, name = str(row["id"]), str(row["name"])
            other = called.setdefault(name.casefold(), card)
            if other != card and (other in layer or card in layer):
                raise CommandError(
                    f"{path}: {other!r} and {card!r} would both be called {name!r}, "
                    "but no two cards of a deck may have the same name."
                )


def _first_line(error: Exception) -> str:
    return str(error).splitlines()[0].rstrip(".") if str(error) else type(error).__name__
