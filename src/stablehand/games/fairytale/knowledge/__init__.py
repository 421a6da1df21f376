"""What each seat may know of a game of Fairy Tale.

Begin with `seen`, which collects everything that a seat has seen. `view` builds its view, `determinise` deals
the cards that it cannot see.
"""
