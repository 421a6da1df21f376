"""What every game and every client shares; it imports the standard library only.

Begin with `contract` (what a game is), then `driver` (playing one), `events` and `journal` (what happened).
`manifest` and `registry` find games; `conformance` is the test suite that every game must pass.
"""
