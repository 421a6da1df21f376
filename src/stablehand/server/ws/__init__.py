"""The WebSocket of a table: `endpoint` accepts a connection, `session` reads commands and writes frames.

`outbox` queues the frames of one connection and disconnects slow readers. The messages themselves are defined
in `table/protocol.py`. Begin with `endpoint`.
"""
