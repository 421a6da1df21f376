"""The text of Unstable Unicorns in every language: card texts, prompts, log lines, refusals, rules.

Begin with `game_text.py`, the part `text` of the manifest. `cards.py` writes the cards, `questions.py` the
prompts, `log.py` the log lines; the messages are in `languages/<code>/*.toml`.
"""
