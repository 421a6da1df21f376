"""What a command or a request leads to: functions that read a table and return facts and signals.

Begin with `play` (during a game) and `lobby` (before and around it); nothing here changes the table.
"""
