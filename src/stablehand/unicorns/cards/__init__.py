"""Every card's abilities, one expression a card; decks (`decks/*.toml`) say which cards they print.

A name is a card's id, or its id and the edition where editions differ: `chainsaw_unicorn_1e`. Cards of
different names with the same abilities refer to one expression.
"""
