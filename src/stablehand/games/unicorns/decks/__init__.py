"""The decks: `*.toml` lists the printed cards, `names/` holds our translations of their names.

Begin with `catalog`, which puts printings and abilities together; `checks` refuses files that cannot be used.
"""
