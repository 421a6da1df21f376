"""Fairy Tale, 2 to 5 players: draft five, play three, four times over (rules: `text/languages`).

Read it in this order: `vocabulary` (what cards say), `state`, `play`, `knowledge`. `game` puts them behind
the contract; `manifest` names these and the game's text, bot, terminal, cases and lesson.
"""

from stablehand.games.fairytale.game import FairyTale

GAME = FairyTale()
