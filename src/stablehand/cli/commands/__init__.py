"""The commands of `stablehand`, one module each.

`add` declares the arguments of a command and `run` carries it out. `cli/__init__.py` calls them; begin there.
"""
