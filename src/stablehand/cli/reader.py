"""Who reads: in which language, and by which names they know the cards.

`--lang` decides; else STABLEHAND_LANG, which is ours and must be right; else the first of LC_ALL, LC_MESSAGES
and LANG that is set, as everywhere: LC_ALL=C is English though LANG says Polish.
"""

from __future__ import annotations

import os
import re
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from stablehand.cli.complaint import Complaint
from stablehand.cli.files import reason
from stablehand.cli.screens import card_ids
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
"""No file of names comes near it; a bigger one is something else."""


@dataclass(frozen=True, slots=True)
class Reader:
    """A language and a layer of names; "" is whatever the table says, else what is printed."""

    lang: str = "en"
    layer: str | Mapping[str, str] = ""

    @property
    def language(self) -> Language:
        """Return the language itself."""
        return language(self.lang)

    def say(self, key: str, /, **values: object) -> str:
        """Say something of the interface."""
        return self.language.catalogue("interface").say(key, **values)


def add_language(parser: argparse.ArgumentParser) -> None:
    """Add `--lang`."""
    parser.add_argument(
        "--lang",
        metavar="LANG",
        help=f"{', '.join(LANGUAGES)}; the usual one is that of {OURS} or of your locale",
    )


def add_names(parser: argparse.ArgumentParser) -> None:
    """Add `--names`."""
    parser.add_argument(
        "--names",
        metavar="LAYER",
        help=f'what cards are called: {", ".join(LAYERS)}, or a TOML file of lines: card_id = "Name"',
    )


def reader_of(args: argparse.Namespace, game: str = "") -> Reader:
    """Return who reads, or complain; names are those of a game's cards."""
    lang = chosen_language(args.lang, os.environ)
    names: str | None = args.names if game else None
    return Reader(lang, "" if names is None else _layer(names, game, lang))


def chosen_language(given: str | None, environ: Mapping[str, str]) -> str:
    """Return the language that was asked for, or the usual one.

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
        raise Complaint(f"{where}There is no language {code!r}; there are {', '.join(LANGUAGES)}.")
    return code


def _layer(names: str, game: str, lang: str) -> str | dict[str, str]:
    """Return a layer by its name, or one that a file brings."""
    if names in LAYERS:
        return names
    path = Path(names)
    try:
        if path.stat().st_size > LARGEST:
            raise Complaint(f"{path} is too big to be a file of names.")
        table: dict[str, object] = tomllib.loads(path.read_text("utf-8"))
    except FileNotFoundError as error:
        raise Complaint(
            f"--names is {', '.join(LAYERS)} or a file, and there is no file {names!r}."
        ) from error
    except OSError as error:
        raise Complaint(f"{path} cannot be read: {reason(error)}.") from error
    except (ValueError, RecursionError) as error:  # not TOML, or not even UTF-8
        raise Complaint(f"{path} is not a TOML file of names: {_first_line(error)}.") from error
    layer = {card: _name(path, card, name, game) for card, name in table.items()}
    _check_that_names_differ(path, layer, game, lang)
    return layer


def _name(path: Path, card: str, name: object, game: str) -> str:
    if card not in card_ids(game):
        raise Complaint(f"{path}: {game} has no card {card!r}.")
    if not isinstance(name, str):
        raise Complaint(f"{path}: the name of {card!r} must be a text, not {name!r:.60}.")
    if not name.strip() or not name.isprintable():
        raise Complaint(f"{path}: the name of {card!r} must have visible characters in one line.")
    return name.strip()


def _check_that_names_differ(path: Path, layer: dict[str, str], game: str, lang: str) -> None:
    """Complain if two cards of a deck would have the same name: nobody could say which they mean."""
    for deck in voices.decks(game):
        called: dict[str, str] = {}
        for row in voices.cards(game, deck.id, lang, layer):
            card, name = str(row["id"]), str(row["name"])
            other = called.setdefault(name.casefold(), card)
            if other != card and (other in layer or card in layer):
                raise Complaint(
                    f"{path}: {other!r} and {card!r} would both be called {name!r}, "
                    "but no two cards of a deck may have the same name."
                )


def _first_line(error: Exception) -> str:
    return str(error).splitlines()[0].rstrip(".") if str(error) else type(error).__name__
