"""What bots know of Fairy Tale: `judge.py` estimates who is ahead and what a player is likely to answer."""
