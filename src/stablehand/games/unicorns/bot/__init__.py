"""What bots know of the unicorns.

`judge.py` estimates who is ahead, `replies.py` what a player is likely to answer, `gains.py` what a card is
worth, read from its words.
"""
