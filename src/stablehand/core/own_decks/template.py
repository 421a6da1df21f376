"""The text of a new deck file, to be edited."""

from __future__ import annotations


def template_of(game: str, base: str, name: str, example: str) -> str:
    """Return a file that extends a deck; `example` is a card or two in the words of the game."""
    title = name.replace("_", " ").capitalize()
    return f"""\
# A deck of one's own. Check it with `stablehand deck check`, look at it with `stablehand deck show`,
# play it with `stablehand play --deck` and the name of this file. All fields: docs/decks.md.
game = "{game}"
id = "{name}"                    # a snake_case word
title = "{title}"                # shown unchanged in every language
extends = "{base}"               # all cards of that deck; leave this out for a deck that stands alone
without = []                     # ids of its cards that are left out, for instance ["neigh"]

{example}"""
