"""Text for people: what all games share. Card texts are generated from what the cards do.

Begin with `voices.py`, the interface for clients. `language.py` loads messages and grammar, `message.py`
parses and fills in templates. The text of a game is in `games/<game>/text`; the messages are in
`languages/<code>`.
"""
