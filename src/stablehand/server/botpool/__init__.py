"""Bots of server tables run in worker processes, so that no table waits for one and none can take it down.

Begin with `pool` (what the server calls); `jobs`, `slots` and `process` are its parts, `tasks` the messages,
`worker` the program in the child process, `child` how such a program reads and writes, `hints` the answer to
the command `hint`.
"""
