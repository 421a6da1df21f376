"""Alembic's environment and the migration steps.

`Store.migrate` runs missing steps at every start. A new step is a file in `versions/`, written by hand; a
test compares the result of the last step with `schema.py`.
"""
