"""Unstable Unicorns, 2 to 8 players: four decks, three rulesets, by `rules/unstable-unicorns.md`.

Read it in this order: `words` (the language of cards) and `cards`; `records` and `state`; `machine`
(frames and questions); `control`, `acts`, `looks` (choosing), `plan`, `commit`, `moves`, `stables`,
`hands` (carrying out); `resolve` (chain and stepwise); `playing`, `window`, `turn`, `finish`; `traits`
and `select` for what holds and what can be chosen; then `view` and `imagine`.
"""

from stablehand.unicorns.game import Unicorns

GAME = Unicorns()
