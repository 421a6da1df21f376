"""What can be read and tried without a table: cards and rules, cases, lessons, replays of finished games.

Nothing here is stored: lessons and trials are replayed from the answers that each request brings. Begin with
`library`; `boards` is the table that lessons and trials play on.
"""
