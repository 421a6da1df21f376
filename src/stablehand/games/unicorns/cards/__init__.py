"""What each card does: one expression of the vocabulary per card. `decks/*.toml` lists each deck's cards.

A key is the card's id, with the edition where editions differ (`chainsaw_unicorn_1e`). Cards with different
names and the same abilities share one expression. `rulings` has the ruling behind each continuous effect.
"""
