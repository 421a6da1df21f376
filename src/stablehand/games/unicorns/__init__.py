"""Unstable Unicorns, 2 to 8 players: four decks, three rulesets (rules: `text/languages/en/rules.toml`).

Read it in this order: `vocabulary` (the language of cards) and `cards`; `state`; `resolution` (how effects
are carried out); `turn`; `knowledge` (what may be chosen and seen). `game` puts them behind the contract;
`manifest` names these and the game's text, bot, terminal, cases and lesson.
"""

from stablehand.games.unicorns.game import Unicorns

GAME = Unicorns()
