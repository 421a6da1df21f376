"""The table server: tables on the network, their store, and the processes of their bots.

Begin with `app.py` (all routes) and `live/registry.py` (the tables); `run.py` is the command `serve`. One
answer goes ws/session → live/actor → table → store → frames.
"""
