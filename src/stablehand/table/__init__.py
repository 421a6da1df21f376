"""One table as a state machine: seats, clocks, windows, undo and chat around a game, without I/O or a clock.

Commands and the time go in; facts to be stored and frames to be sent come out. Begin with `table.py`, then
`state/` and `commands/`; `frames.py` builds what is sent, `protocol.py` says what goes over the wire.
"""

from stablehand.extras import needing

with needing("A table needs", "server"):
    import msgspec  # noqa: F401 - every module needs it; imported here, its absence is one sentence
