"""The state of a game of Unstable Unicorns: plain data, copied and saved in the middle of any effect.

Begin with `state` (the fields) and `records` (what they hold). `zones` moves cards, `rules` checks a table's
options, `encode` turns states into bytes and `codec` reads them.
"""
