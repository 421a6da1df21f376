"""How a database of any earlier version becomes one of this: Alembic's environment and its steps.

`Store.migrate` runs them at every start. A new step is a file in `versions/`, written by hand; a test holds
the last step and `schema.py` together.
"""
