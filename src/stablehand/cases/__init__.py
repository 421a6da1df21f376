"""Cases, the executable rulebook: a board, what the players answer, what must be true then.

`format` reads the files, `script` their sentences, `runner` plays them, `expect` compares; `fairytale` and
`unicorns` know how a sentence answers a question of their game. The format is described in docs/cases.md.
"""
