"""The text of a new deck file, to be edited."""

from __future__ import annotations

from typing import Final

_WIDTH: Final = 33
_REMARKS: Final = {
    "game": "the game that it is a deck of",
    "id": "a snake_case word",
    "title": "shown unchanged in every language",
    "extends": "has all cards of that deck; without this line the deck stands alone",
    "without": 'ids of cards of that deck that are left out, such as "yay"',
}
_INTRODUCTION: Final = """\
# A deck of one's own. Check it with `stablehand deck check`, look at it with `stablehand deck show`,
# play it with `stablehand play --deck` and the name of this file. All fields: docs/decks.md.
"""


def template_of(game: str, base: str, name: str, example: str) -> str:
    """Return a file that extends a deck; `example` is a card or two in the words of the game."""
    title = name.replace("_", " ").capitalize()
    head = {"game": game, "id": name, "title": title, "extends": base}
    values = {key: f'"{value}"' for key, value in head.items()} | {"without": "[]"}
    lines = [f"{key} = {value}".ljust(_WIDTH) + f"# {_REMARKS[key]}\n" for key, value in values.items()]
    return f"{_INTRODUCTION}{''.join(lines)}\n{example}"
