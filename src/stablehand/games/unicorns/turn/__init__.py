"""The flow of a game from turn to turn.

Begin with `turn`, then `play` (playing a card) and `window` (responding to one). `setup` deals, `scene`
builds boards for cases and puzzles, `game_over` finds the winner, `party` counts forfeits, `redraw` exchanges
a hand.
"""
