"""Decks of one's own, for any game: files that nobody of the publisher has seen.

Begin with `written`, the form in which such a deck travels in the options of a game; `examine` finds
everything that is wrong with one, `merge` builds it on a deck that comes with the game.
"""
