"""Deck files on the command line: finding the game of one, reading it, and what is wrong with it."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from stablehand.cli.errors import CommandError
from stablehand.cli.files import reason
from stablehand.core.decks.contract import Finding
from stablehand.core.decks.examine import Examined, examine
from stablehand.core.decks.files import DeckError
from stablehand.core.decks.merge import EXTENDS, GAME
from stablehand.core.decks.places import Places
from stablehand.core.decks.tables import short_tables
from stablehand.core.decks.written import LARGEST, read_file
from stablehand.core.registry import manifests
from stablehand.text import voices

if TYPE_CHECKING:
    from stablehand.core.decks.contract import OwnDecks

ENDING: Final = ".toml"


class DeckFile(NamedTuple):
    """A deck file that could be read as TOML."""

    path: Path
    text: str
    table: dict[str, Any]
    game: str
    decks: OwnDecks


def is_file(deck: str) -> bool:
    """Return whether the name of a deck is that of a file."""
    return deck.endswith(ENDING) or "/" in deck or os.sep in deck


def named_deck(deck: str, game: str | None) -> tuple[str, str]:
    """Return the game and the value of the option `deck` for a deck or its file; raise CommandError."""
    if not is_file(deck):
        having = [one.name for one in manifests() if deck in [its.id for its in voices.decks(one.name)]]
        return game or (having[0] if having else manifests()[-1].name), deck
    file = read_deck(Path(deck))
    if game not in {None, file.game}:
        raise CommandError(f"{deck} is a deck of {file.game}, not of {game}.")
    found = examine(file.decks, file.table)
    if found.faults:
        number = len(found.faults)
        others = (
            f" There are {number} faults: 'stablehand deck check {deck}' tells them." if number > 1 else ""
        )
        raise CommandError(f"{told(file, found.faults[0])}{others}")
    return file.game, found.text


def read_deck(path: Path) -> DeckFile:
    """Read a deck file; raise CommandError if it is none of any game."""
    try:
        if path.stat().st_size > 4 * LARGEST:
            raise CommandError(f"{path} is too big to be a deck.")
        text = path.read_text("utf-8")
        table = read_file(text, str(path))
    except OSError as error:
        raise CommandError(f"{path} cannot be read: {reason(error)}.") from error
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        raise CommandError(f"{path}:{line}: this is not UTF-8 text.") from error
    except DeckError as error:
        raise CommandError(f"{path}: {error}") from error
    game = _game_of(path, table)
    return DeckFile(path, text, table, game, own_decks(game))


def own_decks(game: str) -> OwnDecks:
    """Return what a game says of decks of one's own; raise CommandError if it has none."""
    found = next((one for one in manifests() if one.name == game), None)
    decks: OwnDecks | None = found.load("decks") if found else None
    if decks is None:
        known = ", ".join(one.name for one in manifests() if one.decks)
        raise CommandError(f"No deck of one's own is for {game!r}; choose one of: {known}.")
    return decks


def findings(file: DeckFile) -> tuple[Examined, list[Finding]]:
    """Return all that is wrong with a deck, in the order of the file, whatever the number of players."""
    found = examine(file.decks, file.table)
    all_found = list(found.findings)
    if found.text:
        short = short_tables(file.game, found.text)
        all_found += [Finding((), sentence, is_warning=True) for sentence in short.sentences]
        if not short.seats:
            all_found.append(Finding((), "nobody can play this deck, with any number of players."))
    places = Places(file.text)
    return found, sorted(all_found, key=lambda one: (places.of(one.path, one.offset), one.is_warning))


def told(file: DeckFile, finding: Finding) -> str:
    """Return a finding as a line: file, line, column, sentence."""
    line, column = Places(file.text).of(finding.path, finding.offset)
    mark = "warning: " if finding.is_warning else ""
    return f"{file.path}:{line}:{column}: {mark}{finding.sentence}"


def _game_of(path: Path, table: dict[str, Any]) -> str:
    """Return the game of a deck: the one it names, or the one whose deck it extends."""
    having = [one for one in manifests() if one.decks]
    named = table.get(GAME)
    if named is None:
        bases = {base: one.name for one in having for base in own_decks(one.name).bases}
        named = bases.get(str(table.get(EXTENDS)))
    if named not in [one.name for one in having]:
        known = " or ".join(f'game = "{one.name}"' for one in having)
        line, column = Places(path.read_text("utf-8")).of((GAME,))
        raise CommandError(f"{path}:{line}:{column}: a deck says which game it is of: {known}.")
    return str(named)
