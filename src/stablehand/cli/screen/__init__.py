"""A game in the terminal: what a screen must draw, the interactive session, hints and multi-picks.

Begin with `session.Session`, one person against bots. Each game draws itself in `games/*/terminal`.
"""
