"""The text of Fairy Tale in every language: card texts, prompts, log lines, accounts of points, rules.

Begin with `game_text.py`, the part `text` of the manifest. `cards.py` writes the cards, `account.py` explains
points, `narrator.py` writes prompts and log lines; the messages are in `languages/<code>/*.toml`.
"""
