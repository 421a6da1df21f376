"""What the cards of packs do, a module for each pack, where the vocabulary has the words for it.

A pack can be played once all its cards are here or share the ability of another card; `decks/packs` lists
them.
"""
