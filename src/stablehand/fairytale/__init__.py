"""Fairy Tale, 2 to 5 players: draft five, play three, four times over; the rules are `rules/fairy-tale.md`.

Read it in this order: `words` (what cards say), `state`, `flow` (how a game goes), `questions` (who is asked
what), `score`; then `knowledge` and `imagine` for what a seat knows, `view` for what it is shown.
"""

from stablehand.fairytale.game import FairyTale

GAME = FairyTale()
