"""Decks of any game: `files` reads those that come with one; the rest is about decks of one's own.

Begin with `written`, the form in which such a deck travels in the options of a game; `examine` finds
everything that is wrong with one, `merge` builds it on a deck that comes with the game.
"""
