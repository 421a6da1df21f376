"""The state of a game of Fairy Tale: plain lists of card numbers.

Begin with `state`. `rules` checks a table's options, `encode` turns states into bytes, `codec` reads them,
`scene` builds boards for cases and puzzles.
"""
