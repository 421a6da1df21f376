"""How a game of Fairy Tale goes: deal, draft, reveal, effects, scores.

Begin with `flow`. `questions` says who is asked what, `score` what cards are worth and who has won.
"""
