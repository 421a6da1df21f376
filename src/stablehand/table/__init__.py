"""The table: seats, clocks, windows, undo and talk around one game, without a socket or a clock of its own.

Messages and the time go in, facts and frames come out; what is done with them is the server's business.
"""
