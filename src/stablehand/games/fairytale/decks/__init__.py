"""The deck of Fairy Tale, a TOML file with the provenance of every figure.

Begin with `deck`, which reads a deck file into cards; `checks` refuses files that cannot be used.
"""
