"""Cases, the executable rulebook: each file has a board, the players' answers and the expected result.

`format` reads the files, `script` their sentences, `runner` plays them, `expect` compares; `trace` and
`narration` explain a case in words. Each game has its own `Adapter` in `games/*/cases`, which turns sentences
into answers. The format is described in docs/cases.md.
"""
