"""Many games between bots: `batch` adds them up by seat, `arena` compares bots fairly.

`parallel` runs both in several processes; `results` keeps an arena on disk; `standings` sums it up.
"""
