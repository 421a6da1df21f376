"""The state of a game of Fairy Tale: plain lists of card numbers.

Begin with `state`. `rules` checks a table's options, `codec` turns states into bytes and back, `scene` builds
boards for cases and puzzles.
"""
