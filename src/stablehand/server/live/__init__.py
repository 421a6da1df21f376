"""The live tables: each is owned by one actor, and the registry finds actors by invite code.

`auth` and `pairing` decide whose seat a client may use; `gc` schedules garbage collection. `services` opens
and closes all of it for the HTTP and WebSocket handlers. Begin with `registry`, then `actor`.
"""
